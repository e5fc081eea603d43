import { inFolder } from "../ecosystems/ecosystem.js";
import type { Lookups } from "../lookups/lookups.js";
import type { ProjectFiles } from "../project-files.js";
import type { SetupStep, Way } from "../setup.js";
import { way, type Pit } from "./pit.js";
import { offersOf, requirementsOf } from "./requirements.js";

/** A longer lock file is not asked for entry by entry. */
const MOST_LOCKED = 80;

/** What was downloaded is not what was locked. The lock is made anew from the registry; nothing unverified is used. */
export const checksum: Pit = {
  id: "checksum",
  error_types: ["CHECKSUM_MISMATCH"],
  ways: ["checksum"],
  react({ step }) {
    return anew(step);
  },
  async foresee({ files, lookups }, step) {
    if (step.goal !== "install") return [];
    if (step.ecosystem === "npm") return (await isNpmLockWrong(files, step, lookups)) ? anew(step) : [];
    if (step.ecosystem === "cargo") return (await isCargoLockWrong(files, step, lookups)) ? anew(step) : [];
    const manifest = /-r (\S+)/.exec(step.command)?.[1];
    if (step.ecosystem !== "pip" || manifest === undefined) return [];
    const text = (files.text(inFolder(step.cwd, manifest)) ?? "").replaceAll(/\\\r?\n/g, " ");
    const hashed = text.split("\n").filter((line) => line.includes("--hash="));
    if (hashed.length === 0) return [];
    const offers = await offersOf(files, step, lookups);
    const wrong = offers.some(({ requirement, offer }) => {
      const line = hashed.find((one) => one.trim().startsWith(requirement.text.split(/[=;]/)[0] ?? " "));
      const hashes = Array.from((line ?? "").matchAll(/--hash=sha256:(\w+)/g), (match) => match[1] ?? "");
      return (
        hashes.length > 0 && offer.hashes !== null && !hashes.some((hash) => offer.hashes?.includes(hash))
      );
    });
    return wrong || hashed.length < requirementsOf(files, step).length ? anew(step) : [];
  },
};

const RELOCK: Readonly<Record<string, readonly string[]>> = {
  npm: ["rm -f package-lock.json", "npm install --package-lock-only"],
  yarn: ["rm -f yarn.lock", "yarn install"],
  pnpm: ["rm -f pnpm-lock.yaml", "pnpm install --no-frozen-lockfile"],
  cargo: ["rm -f Cargo.lock", "cargo generate-lockfile"],
  go: ["rm -f go.sum", "go mod tidy"],
  poetry: ["rm -f poetry.lock", "POETRY_VIRTUALENVS_IN_PROJECT=true poetry lock"],
  uv: ["rm -f uv.lock", "uv lock"],
};

function anew(step: SetupStep): Way[] {
  const steps = RELOCK[step.ecosystem];
  if (steps !== undefined)
    return [
      way("checksum", {
        kind: "insert_step",
        template: steps,
        why: "The lock file's checksum is not the registry's: the lock is made anew.",
        probability: 0.75,
        risk: 0.3,
      }),
    ];
  const manifest = /-r (\S+)/.exec(step.command)?.[1];
  if (step.ecosystem !== "pip" || manifest === undefined) return [];
  return [
    way("checksum", {
      kind: "insert_step",
      template: [
        "sed -i -E 's/[[:space:]]*\\\\?[[:space:]]*--hash=[^[:space:]]+//g; s/[[:space:]]*\\\\$//' {manifest}",
      ],
      slots: { manifest },
      why: "The pinned hash is not that of the index's file: the hashes are dropped, the versions stay.",
      probability: 0.7,
      risk: 0.35,
    }),
  ];
}

async function isNpmLockWrong(files: ProjectFiles, step: SetupStep, lookups: Lookups): Promise<boolean> {
  const text = files.text(inFolder(step.cwd, "package-lock.json")) ?? "";
  const locked = Array.from(
    text.matchAll(/"node_modules\/([^"\n]+)": \{([^{}]*)/g),
    ([, path = "", body = ""]) => ({
      name: path.slice(path.lastIndexOf("node_modules/") + 1).replace(/^ode_modules\//, ""),
      version: /"version": "([^"]+)"/.exec(body)?.[1] ?? "",
      integrity: /"integrity": "([^"]+)"/.exec(body)?.[1] ?? null,
    }),
  ).filter(({ integrity }) => integrity !== null);
  if (locked.length > MOST_LOCKED) return false;
  const known = await lookups.nodePackages(locked.map(({ name }) => name));
  return locked.some(({ name, version, integrity }) => {
    const own = known?.[name]?.versions[version]?.integrity;
    return typeof own === "string" && own !== integrity && own.split("-")[0] === integrity?.split("-")[0];
  });
}

async function isCargoLockWrong(files: ProjectFiles, step: SetupStep, lookups: Lookups): Promise<boolean> {
  const text = files.text(inFolder(step.cwd, "Cargo.lock")) ?? "";
  const locked = Array.from(
    text.matchAll(/name = "([^"\n]+)"\nversion = "([^"\n]+)"\nsource = "registry[^\n]*\nchecksum = "(\w+)"/g),
    ([, name = "", version = "", sum = ""]) => ({ name, version, sum }),
  );
  if (locked.length > MOST_LOCKED) return false;
  const known = await lookups.crates(locked.map(({ name }) => name));
  return locked.some(({ name, version, sum }) => {
    const own = known?.[name]?.find((one) => one.version === version);
    return own !== undefined && own.checksum !== sum;
  });
}
