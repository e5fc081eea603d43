import { shellQuote } from "../../../util/shell-quote.js";
import type { Playbook } from "../playbook.js";

export const permission: Playbook = {
  name: "permission",
  what: "a permission that is refused",
  error_types: ["PERMISSION_DENIED"],
  words: [
    /\b(?:permission denied|EACCES|EPERM|operation not permitted|access (?:is )?denied|read-only file system)\b/i,
    /\b(?:sudo|root|chown|chmod|permissions?|not writable|dubious ownership)\b/i,
  ],
  wants: ["log", "os"],
  actions: [
    {
      title: "see who owns the folder that is refused",
      ask: "Who owns the file or folder that is refused, and who runs the command?",
      needs: ["log"],
      prior: 0.7,
      value: 70,
      seconds: 2,
      where: "reporter",
      command: ({ root }) => {
        const file = root?.key_entities.find(({ kind }) => kind === "file")?.value;
        return file === undefined
          ? "id; ls -ld . .."
          : `id; ls -ld ${shellQuote(file)} "$(dirname ${shellQuote(file)})"`;
      },
      seen: /\b(?:ls -l\w*|stat|id|namei)(?=$| )|^[d-][rwx-]{9}/m,
      outcomes: [
        {
          output: /^[d-][rwxsStT-]{9}\S? +\d+ +root\b/m,
          means: "it belongs to root",
          gives: ["owned_by_root"],
          finding: ({ where }, { root }) => {
            const file = root?.key_entities.find(({ kind }) => kind === "file")?.value;
            return {
              cause: `It belongs to root (${where}), most likely because an earlier command was run with sudo.`,
              summary: "Give it back to the user who works with it; do not run the tool as root.",
              commands: file === undefined ? [] : [`sudo chown -R "$(id -un)" ${shellQuote(file)}`],
            };
          },
        },
      ],
    },
  ],
  otherwise: "Which file is refused to whom cannot be read from the thread.",
};
