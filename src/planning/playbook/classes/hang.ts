import { shellQuote } from "../../../util/shell-quote.js";
import { isPlainName, projectName } from "../project-name.js";
import type { Finding, Playbook } from "../playbook.js";
import type { State } from "../state.js";

export const hang: Playbook = {
  name: "hang",
  what: "something that hangs",
  error_types: [],
  words: [
    /\b(?:hangs?|hanging|hung|freez(?:es?|ing)|froze|frozen|deadlock(?:s|ed)?|stuck|unresponsive|blocks forever)\b/i,
    /\bnever (?:finish|return|end|complete|start|respond)(?:es|s|ed)?\b|\b(?:does(?:n't| not)|won't|will not) (?:return|respond|exit|terminate)\b/i,
    /\b(?:forever|for ages|indefinitely|endless(?:ly)?|nothing happens)\b/i,
  ],
  wants: ["reproduction", "version", "os", "network", "verbose"],
  actions: [
    {
      title: "see what it waits for",
      ask: "What does it wait for while it hangs?",
      needs: [],
      prior: 0.65,
      value: 75,
      seconds: 20,
      where: "reporter",
      command: waitCommand,
      seen: /\b(?:strace|py-spy|pstack|jstack|dtruss|Thread\.print|thread apply all|lslocks|goroutine \d+)\b|^(?:flock|futex|poll|epoll_wait|recvfrom|connect)\(/m,
      outcomes: [
        {
          output: /\bflock\(|F_SETLKW?|\.(?:lock|lck|pid)\b/,
          means: "it waits for a lock",
          gives: ["waits_for_lock"],
          finding: ({ text, where }) => lockFinding(text, where),
        },
        {
          output: /\b(?:futex|pthread_mutex_lock|__lll_lock_wait|deadlock|parking to wait)\b/i,
          means: "its threads wait for each other",
          gives: ["waits_for_thread"],
        },
        {
          output: /\b(?:AAAA|getaddrinfo|:53\b|resolv)/,
          means: "it waits for the name server",
          gives: ["waits_for_dns"],
          finding: ({ where }) => ({
            cause: `It waits for an answer of the name server that does not come (${where}).`,
            summary:
              "Correct the name server of that machine; where it leaves only IPv6 look-ups (AAAA) unanswered, let the tool use IPv4 alone until then.",
            commands: [],
          }),
        },
        {
          output: /\b(?:poll|epoll_wait|recvfrom|connect|read)\(/,
          means: "it waits for something outside of itself",
          gives: ["waits_outside"],
        },
      ],
    },
  ],
  otherwise: "Nobody has looked yet what it waits for.",
};

/** The stack or the system calls of the newest process of that name. */
function waitCommand({ program, family, situation }: State): string {
  const name = program?.split(" ")[0]?.split("/").at(-1) ?? projectName(situation.trigger.repo);
  const process = `"$(pgrep -n -f ${shellQuote(isPlainName(name) ? name : "<its name>")})"`;
  if (family === "python") return `py-spy dump --pid ${process}`;
  if (family === "jvm") return `jcmd ${process} Thread.print`;
  return `pid=${process}; ls -l /proc/$pid/fd; timeout 10 strace -f -p $pid 2>&1 | tail -n 40`;
}

function lockFinding(text: string, where: string): Finding {
  const file = /(?:^|[\s"'])((?:\/|~)[^\s"']{1,200}\.(?:lock|lck|pid))\b/m.exec(text)?.[1];
  const named = file === undefined ? "a lock" : `the lock \`${file.replaceAll("`", "'")}\``;
  return {
    cause: `It waits for ${named} (${where}), which another process holds or a killed one has left behind.`,
    summary:
      "See who holds it; where no such process is alive any more, remove the lock and start again, otherwise end that process first.",
    commands: file === undefined ? ["lslocks"] : [`fuser -v ${shellQuote(file)}`],
  };
}
