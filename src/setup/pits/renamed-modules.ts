import { inFolder } from "../ecosystems/ecosystem.js";
import type { ProjectFiles } from "../project-files.js";
import type { SetupStep, Way } from "../setup.js";
import { closestVersion } from "./closest-version.js";
import { way, type Pit } from "./pit.js";

const PATH = /^[\w.~/-]+$/;

/** A Go module that calls itself something else than what it is required as, or has no such version. */
export const renamedModule: Pit = {
  id: "renamed-module",
  ways: ["renamed-package", "other-version"],
  error_types: [
    "VERSION_CONFLICT",
    "MISSING_PACKAGE",
    "VERSION_NOT_FOUND",
    "BUILD_FAILURE",
    "SYNTAX_OR_CONFIG",
    "OTHER",
  ],
  react({ step, output }) {
    if (step.ecosystem !== "go") return [];
    const [, own, asked] =
      /module declares its path as: ([\w.~/-]+)\s+but was required as: ([\w.~/-]+)/.exec(output) ?? [];
    if (own !== undefined && asked !== undefined) return [rename(asked, own)];
    const [, module, version] =
      /(?<![\w.~/-])([\w.~/-]+)@(v[\w.+-]+): (?:invalid version|unknown revision|reading )/.exec(output) ??
      [];
    return module !== undefined && version !== undefined ? [takeVersion(module, version, "latest")] : [];
  },
  async foresee({ files, lookups }, step) {
    if (step.ecosystem !== "go" || step.goal !== "install") return [];
    const required = requiredOf(files, step);
    const known = await lookups.goModules(required.map(({ name, version }) => `${name}@${version}`));
    return required.flatMap(({ name, version }) => {
      const found = known?.[`${name}@${version}`];
      if (found === undefined) return [];
      if (found.declares !== null)
        return found.declares === name || !PATH.test(found.declares) ? [] : [rename(name, found.declares)];
      const closest = closestVersion(
        version.slice(1),
        found.versions.map((one) => one.slice(1)),
      );
      return closest === null ? [] : [takeVersion(name, version, `v${closest}`)];
    });
  },
};

function requiredOf(files: ProjectFiles, step: SetupStep): { name: string; version: string }[] {
  const mod = files.text(inFolder(step.cwd, "go.mod")) ?? "";
  return Array.from(
    mod.matchAll(/^(?:require |[ \t]+)([\w./~-]+) (v[\w.+-]+)(?! *\/\/ indirect)/gm),
    (match) => ({
      name: match[1] ?? "",
      version: match[2] ?? "",
    }),
  ).slice(0, 40);
}

function rename(asked: string, own: string): Way {
  return way("renamed-package", {
    kind: "insert_step",
    template: [
      "grep -rlF --include='*.go' --include=go.mod '{asked}' . | xargs sed -i 's#{asked}#{package}#g'",
      "go mod tidy",
    ],
    slots: { asked, package: own },
    why: `The module calls itself ${own} by now.`,
    probability: 0.85,
  });
}

function takeVersion(module: string, wanted: string, version: string): Way {
  return way("other-version", {
    kind: "insert_step",
    template: ["go mod edit -droprequire={package} && go get {package}@{version} && go mod tidy"],
    slots: { package: module, version },
    why: `${module} has no version ${wanted}.`,
    probability: 0.7,
    risk: 0.2,
  });
}
