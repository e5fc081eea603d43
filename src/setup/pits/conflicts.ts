import semver from "semver";
import { readWorkspace } from "../ecosystems/node-scripts.js";
import type { Lookups } from "../lookups/lookups.js";
import type { ProjectFiles } from "../project-files.js";
import type { SetupStep, Way } from "../setup.js";
import { entityOf, escapePattern, isPlainName, way, type Pit } from "./pit.js";
import { bindingOf, PYTHONS, type Requirement } from "./requirements.js";

/** Constraints that cannot all hold: a peer dependency that nobody updated, or pins that exclude each other. */
export const conflict: Pit = {
  id: "conflict",
  ways: ["peer-conflict", "loosen-pin"],
  error_types: ["VERSION_CONFLICT"],
  react({ failure, step, output, files }) {
    if (/^(?:npm|pnpm)$/.test(step.ecosystem) && /ERESOLVE|peer/i.test(output)) return [legacyPeers(step)];
    if (step.ecosystem !== "pip" && step.ecosystem !== "conda") return [];
    const named = failure.key_entities
      .filter(({ kind }) => kind === "package" || kind === "conflicts_with")
      .map(({ value }) => value.split(/[=<>~! ]/)[0] ?? "");
    return pinsToLoosen(bindingOf(files, step), output, [...named, entityOf(failure, "package") ?? ""]);
  },
  async foresee({ files, lookups }, step) {
    if (step.ecosystem === "npm" && step.goal === "install" && !step.command.includes("--legacy-peer-deps"))
      return (await hasPeerConflict(files, step, lookups)) ? [legacyPeers(step)] : [];
    if (step.ecosystem !== "pip" || step.goal !== "install") return [];
    const binding = bindingOf(files, step);
    if (binding.length < 2) return [];
    const ask = async (lines: readonly Requirement[]) =>
      await lookups.pythonConflict(
        PYTHONS[0] ?? "",
        lines.map(({ text }) => text),
      );
    const says = await ask(binding);
    if (!says?.includes("depends on")) return [];
    const candidates = pinsToLoosen(binding, says, binding.map(nameOf));
    for (const candidate of candidates) {
      const loosened = binding.map((line) =>
        nameOf(line) === candidate.slots["package"]
          ? { ...line, text: line.text.replace(/[=<>~!].*/, "") }
          : line,
      );
      if ((await ask(loosened)) === "") return [candidate];
    }
    return candidates.slice(0, 1);
  },
};

function nameOf({ text }: Requirement): string {
  return text.replace(/[[=<>~!; ].*/, "");
}

/** What is named as depended upon is the better one to loosen: the need of the other package is a fact. */
function pinsToLoosen(binding: readonly Requirement[], says: string, names: readonly string[]): Way[] {
  const plain = says.replaceAll(/\s+/g, " ");
  const isNeeded = (name: string) => new RegExp(`depends on ${escapePattern(name)}\\b`, "i").test(plain);
  const pinned = Array.from(new Set(names.map((name) => name.toLowerCase()))).flatMap((name) => {
    const line = binding.find(
      (entry) => nameOf(entry).toLowerCase() === name && /[=<>~]=?/.test(entry.text.replace(/;.*/, "")),
    );
    return line === undefined || !isPlainName(name) ? [] : [{ name: nameOf(line), manifest: line.file }];
  });
  const order = pinned.sort((a, b) => Number(isNeeded(b.name)) - Number(isNeeded(a.name)));
  return order.map(({ name, manifest }, index) =>
    way("loosen-pin", {
      kind: "insert_step",
      template: [
        "sed -i -E 's/(^|[^A-Za-z0-9_.-])({pattern}(\\[[^]]*\\])?)[[:space:]]*[=<>~!][^\"\\x27;#]*/\\1\\2/I' {manifest}",
      ],
      slots: { pattern: escapePattern(name).replaceAll(/\\\.|[-_]/g, "[-_.]"), package: name, manifest },
      why: `The pin of ${name} excludes what another package needs: the resolver is left to choose.`,
      probability: 0.6 - index * 0.05,
      risk: 0.25,
    }),
  );
}

/** A direct dependency that asks for another version of its peer than the project itself takes. */
async function hasPeerConflict(files: ProjectFiles, step: SetupStep, lookups: Lookups): Promise<boolean> {
  const json = readWorkspace(files, step.cwd)?.json;
  const asked = { ...json?.dependencies, ...json?.devDependencies };
  const known = await lookups.nodePackages(Object.keys(asked));
  const chosen = new Map<string, string>();
  for (const [name, range] of Object.entries(asked)) {
    const versions = Object.keys(known?.[name]?.versions ?? {});
    const best = semver.validRange(range) === null ? null : semver.maxSatisfying(versions, range);
    if (best !== null) chosen.set(name, best);
  }
  for (const [name, version] of chosen) {
    const { peerDependencies = {}, peerDependenciesMeta = {} } = known?.[name]?.versions[version] ?? {};
    for (const [peer, range] of Object.entries(peerDependencies)) {
      const own = chosen.get(peer);
      if (
        own !== undefined &&
        peerDependenciesMeta[peer]?.optional !== true &&
        semver.validRange(range) !== null &&
        !semver.satisfies(own, range, { includePrerelease: true })
      )
        return true;
    }
  }
  return Object.entries(json?.peerDependencies ?? {}).some(([name, range]) => {
    const own = chosen.get(name);
    return own !== undefined && semver.validRange(range) !== null && !semver.satisfies(own, range);
  });
}

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
