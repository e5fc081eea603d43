import { commandFor } from "../commands.js";
import { firstOwnFrame } from "../../../failures/own-frame.js";
import type { Playbook } from "../playbook.js";

export const performance: Playbook = {
  name: "performance",
  what: "something slow",
  error_types: [],
  words: [
    /\b(?:slow(?:er|ly)?|performance|regression in speed|takes (?:too long|forever|minutes|hours)|high cpu|100 ?% cpu)\b/i,
    /\b(?:latency|throughput|benchmark|quadratic|spins?)\b/i,
  ],
  wants: ["reproduction", "version", "runtime", "os"],
  actions: [
    {
      title: "see where the time goes",
      ask: "Where does the time go?",
      needs: ["program"],
      prior: 0.6,
      value: 75,
      seconds: 60,
      where: "either",
      command: (state) => commandFor("profile", state),
      seen: /\b(?:perf (?:record|report)|cProfile|py-spy|--cpu-prof|pprof|flame ?graph|Thread\.print|jstack)\b/,
      outcomes: [
        {
          output: /\d/,
          means: "there is a profile",
          gives: ["profile"],
          finding: ({ text, where }) => {
            const frame = hottest(text) ?? firstOwnFrame(text);
            return frame === null
              ? null
              : {
                  cause: `Most of the time goes into ${frame} (${where}).`,
                  summary: `How often ${frame} is called, and on how much data, is what somebody who knows that part has to look at.`,
                  commands: [],
                  located: true,
                };
          },
        },
      ],
    },
    {
      title: "time the command",
      ask: "How long does it take, and how much of that is processor time?",
      needs: ["program"],
      prior: 0.7,
      value: 40,
      seconds: 60,
      where: "either",
      command: ({ program }) => (program === null ? null : `time ${program}`),
      seen: /^real\s+\d+m|\btime \S/m,
      outcomes: [{ output: /^(?:real|user|sys)\s+\d/m, means: "the time was measured", gives: ["timed"] }],
    },
  ],
  otherwise: "Nobody has measured yet where the time goes.",
};

/** The first line of a perf report: "45.10%  app  app  [.] parse". */
function hottest(text: string): string | null {
  const line = text.split("\n", 500).find((candidate) => /^\s*\d{1,3}\.\d+%/.test(candidate));
  return line?.trim().split(/\s+/).at(-1) ?? null;
}
