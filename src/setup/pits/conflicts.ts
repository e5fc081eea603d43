import type { SetupStep } from "../setup.js";
import { readPackageJson } from "../ecosystems/node-scripts.js";
import { entityOf, escapePattern, isPlainName, way, type Pit } from "./pit.js";

/** Constraints that cannot all hold: a peer dependency that nobody updated, or pins that exclude each other. */
export const conflict: Pit = {
  id: "conflict",
  error_types: ["VERSION_CONFLICT"],
  react({ failure, step, output, files }) {
    if (/^(?:npm|pnpm)$/.test(step.ecosystem) && /ERESOLVE|peer/i.test(output)) return [legacyPeers(step)];
    if (step.ecosystem !== "pip" && step.ecosystem !== "conda") return [];
    const prefix = step.cwd === "." ? "" : `${step.cwd}/`;
    const manifest = files
      .names(step.cwd)
      .find((name) => /requirements[^/]*\.txt$/.test(name) && step.command.includes(name));
    if (manifest === undefined) return [];
    const text = files.text(prefix + manifest) ?? "";
    const named = failure.key_entities
      .filter(({ kind }) => kind === "package" || kind === "conflicts_with")
      .map(({ value }) => value.split(/[=<>~! ]/)[0] ?? "");
    const pinned = Array.from(new Set([...named, entityOf(failure, "package") ?? ""])).filter(
      (name) => isPlainName(name) && new RegExp(`^${escapePattern(name)}[ \\t]*[=<>~]=?`, "im").test(text),
    );
    return pinned.map((name, index) =>
      way("loosen-pin", {
        kind: "insert_step",
        template: ["sed -i -E 's/^({pattern})([[:space:]]*)[=<>~!].*/\\1/I' {manifest}"],
        slots: { pattern: escapePattern(name).replaceAll(/\\\.|[-_]/g, "[-_.]"), package: name, manifest },
        why: `The pin of ${name} excludes what another package needs: the resolver is left to choose.`,
        probability: 0.6 - index * 0.05,
        risk: 0.25,
      }),
    );
  },
  foresee({ files }, step) {
    // Only a declared peer range against a declared version can be read without asking the registry.
    const json =
      step.ecosystem === "npm" && step.goal === "install" ? readPackageJson(files, step.cwd) : null;
    const peers = Object.keys(json?.peerDependencies ?? {});
    return peers.some(
      (name) =>
        json?.devDependencies?.[name] !== undefined &&
        json.devDependencies[name] !== json.peerDependencies?.[name],
    )
      ? legacyPeers(step)
      : null;
  },
};

function legacyPeers(step: SetupStep) {
  const flag = step.ecosystem === "pnpm" ? "--no-strict-peer-dependencies" : "--legacy-peer-deps";
  return way("peer-conflict", {
    kind: "modify_command",
    template: ["{command} {flag}"],
    slots: { command: step.command, flag },
    why: "A package asks for another version of its peer than the project has: the range is taken as advice.",
    probability: 0.8,
    risk: 0.1,
  });
}
