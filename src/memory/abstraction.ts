import type { Abstractor } from "./abstraction/abstractor.js";
import { abstractHashes } from "./abstraction/hashes.js";
import { abstractHosts } from "./abstraction/hosts.js";
import { abstractPaths } from "./abstraction/paths.js";
import { abstractPeople } from "./abstraction/people.js";
import { abstractSystems } from "./abstraction/systems.js";
import { abstractTimes } from "./abstraction/times.js";
import { abstractVersions } from "./abstraction/versions.js";

/** Paths and addresses hold what the later ones look for; systems read a version that is still whole. */
const ABSTRACTORS: readonly Abstractor[] = [
  abstractPaths,
  abstractTimes,
  abstractHashes,
  abstractHosts,
  abstractPeople,
  abstractSystems,
  abstractVersions,
];

/** Replacing one value may lay another open; few rounds are ever needed. */
const MOST_ROUNDS = 4;

/**
 * The text as it is indexed and searched: what is one machine's or one moment's becomes its class, so that
 * "valgrind on server-01 at a1b2c3d" is found from another host and commit. Classes: `{path}`, `{url}`, `{time}`,
 * `{commit}`, `{hash}`, `{id}`, `{address}`, `{pid}`, `{host}`, `{port}`, `{user}`, `{secret}`, "20.x" for a version
 * and "Linux, Debian family" for a system. Idempotent, and linear in the length of the text.
 */
export function abstract(text: string): string {
  let result = text;
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const before = result;
    for (const abstractor of ABSTRACTORS) result = abstractor(result);
    if (result === before) break;
  }
  return result;
}
