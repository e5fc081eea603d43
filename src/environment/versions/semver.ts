import semver from "semver";
import type { VersionScheme } from "./version-scheme.js";

/** npm, Cargo and all else that says it follows semver; "18" and "v20.1" are read as 18.0.0 and 20.1.0. */
export const semverScheme: VersionScheme = {
  compare(a, b) {
    const [x, y] = [read(a), read(b)];
    return x === null || y === null ? undefined : semver.compare(x, y);
  },
  satisfies(version, range) {
    const read1 = read(version);
    const wanted = semver.validRange(range, { loose: true });
    if (read1 === null || wanted === null) return undefined;
    return semver.satisfies(read1, wanted, { includePrerelease: true });
  },
  major(version) {
    const read1 = read(version);
    return read1 === null ? undefined : String(read1.major);
  },
};

function read(version: string): semver.SemVer | null {
  const text = version.trim().slice(0, 256);
  return semver.parse(text, { loose: true }) ?? semver.coerce(text, { includePrerelease: true });
}
