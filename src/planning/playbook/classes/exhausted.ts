import type { Playbook } from "../playbook.js";

export const exhausted: Playbook = {
  name: "exhausted",
  what: "a resource that ran out",
  error_types: ["RESOURCE_EXHAUSTED"],
  words: [
    /\b(?:no space left|disk (?:is )?full|disk quota|ENOSPC|too many open files|EMFILE|file watchers|inotify)\b/i,
    /\b(?:ulimit|resource temporarily unavailable|cannot fork|no more processes|limit (?:reached|exceeded))\b/i,
  ],
  wants: ["log", "os"],
  actions: [
    {
      title: "see what is left of disk, memory and handles",
      ask: "How much disk, memory and how many handles are left where it runs?",
      needs: [],
      prior: 0.7,
      value: 70,
      seconds: 3,
      where: "reporter",
      command: () => "df -h . /tmp; df -i . /tmp; free -m; ulimit -a",
      seen: /\bdf -[hik]+\b|\bfree -[mgh]\b|\bulimit -a\b|\bMounted on\b/,
      outcomes: [
        {
          output: /\b100% \//,
          means: "a file system is full",
          gives: ["disk_full"],
          finding: ({ text, where }) => {
            const line = text.split("\n").find((candidate) => candidate.includes("100% /"));
            return {
              cause: `A file system is full (${where}): ${line?.trim().replaceAll(/\s+/g, " ").slice(0, 160) ?? ""}.`,
              summary:
                "Free space there, or move the working folder, the cache or TMPDIR to a larger file system.",
              commands: ['du -xh --max-depth=2 "$HOME" /tmp 2>/dev/null | sort -h | tail -n 20'],
            };
          },
        },
        { means: "what is left was measured", gives: ["measured"] },
      ],
    },
  ],
  otherwise: "Which resource ran out, and who uses it, is not in the thread.",
};
