import { way, type Pit } from "./pit.js";

/** What was downloaded is not what was locked. The lock is made anew from the registry; nothing unverified is used. */
export const checksum: Pit = {
  id: "checksum",
  error_types: ["CHECKSUM_MISMATCH"],
  react({ step }) {
    const anew: Readonly<Record<string, string[]>> = {
      npm: ["rm -f package-lock.json", "npm install --package-lock-only"],
      yarn: ["rm -f yarn.lock", "yarn install"],
      pnpm: ["rm -f pnpm-lock.yaml", "pnpm install"],
      cargo: ["rm -f Cargo.lock", "cargo generate-lockfile"],
      go: ["rm -f go.sum", "go mod tidy"],
      poetry: ["rm -f poetry.lock", "POETRY_VIRTUALENVS_IN_PROJECT=true poetry lock"],
      uv: ["rm -f uv.lock", "uv lock"],
    };
    const steps = anew[step.ecosystem];
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
  },
};
