import { commandFor } from "../commands.js";
import { locateLeak } from "../leak-report.js";
import type { Playbook } from "../playbook.js";
import type { State } from "../state.js";
import { shellQuote } from "../../../util/shell-quote.js";

/** Starts the program, runs `look` on its process id, and ends it. */
function whileRunning(state: State, look: string): string | null {
  if (state.program === null || state.program.includes("<")) return null;
  return `sh -c ${shellQuote(`exec ${state.program}`)} >/dev/null 2>&1 & pid=$!; ${look}; kill "$pid" 2>/dev/null; wait "$pid" 2>/dev/null; true`;
}

export const memoryGrowth: Playbook = {
  name: "memory-growth",
  what: "memory that grows",
  error_types: ["RESOURCE_EXHAUSTED"],
  words: [
    /\bmemory (?:leak|growth|usage (?:grows|increases|keeps))|\bleak(?:s|ed|ing|age)?\b.{1,30}\bmemory\b|\b(?:rss|resident|memory|heap)\b.{1,60}\b(?:grow(?:s|ing)?|increas(?:es|ing)|climb(?:s|ing)?|never (?:shrinks|freed|released))\b|\b(?:eats?|eating|uses?|using) (?:up )?all (?:the |my |our )?(?:memory|ram)\b/i,
    /\b(?:grow(?:s|ing)?|climb(?:s|ing)?|increas(?:es|ing))\b.{1,60}\b(?:memory|rss|heap|ram)\b|\bleak(?:s|ed|ing|age)?\b/i,
    /\b(?:oom|out of memory|oom-killed|cannot allocate memory|heap out of memory|bad_alloc)\b/i,
  ],
  wants: ["reproduction", "version", "runtime", "os"],
  actions: [
    {
      title: "list the process with its memory, five times",
      ask: "How does the memory of the process change over ten minutes?",
      needs: [],
      prior: 0.9,
      value: 40,
      seconds: 12,
      where: "either",
      command: (state) =>
        whileRunning(state, `for i in 1 2 3 4 5; do ps -o pid=,rss=,vsz=,comm= -p "$pid"; sleep 0.5; done`) ??
        "for i in 1 2 3 4 5; do ps aux --sort=-rss | head -n 6; sleep 120; done",
      seen: /\bps (?:aux|-e|-o|axo)|\btop -b|\bVmRSS\b|\bRSS\b.{1,40}\bCOMMAND\b/,
      outcomes: [
        {
          output: /\d/,
          means: "the memory of the process was watched",
          gives: ["watched"],
        },
      ],
    },
    {
      title: "map the memory of the process",
      ask: "Which part of the process's memory grows?",
      needs: ["watched"],
      prior: 0.8,
      value: 55,
      seconds: 12,
      where: "either",
      command: (state) =>
        whileRunning(
          state,
          `for i in 1 2; do sleep 0.4; pmap -x "$pid" | sort -k3 -n -r | head -n 12; done`,
        ) ?? "pmap -x $(pgrep -n <the process>) | sort -k3 -n -r | head -n 12",
      seen: /\bpmap\b|\bsmaps\b|\bvmmap\b|\bAnonHugePages\b/,
      outcomes: [
        {
          output: /\[heap\]|\[ ?anon ?\]|\brw-p?\b|MALLOC/i,
          means: "what grows is the heap: memory that the program itself asked for",
          gives: ["heap_growth"],
        },
      ],
    },
    {
      title: "run it under a leak checker",
      ask: "What does a leak checker report?",
      needs: [],
      prior: 0.3,
      raised: [
        { by: "watched", to: 0.5 },
        { by: "heap_growth", to: 0.85 },
      ],
      value: 90,
      seconds: 90,
      where: "either",
      command: (state) => commandFor("leak", state),
      seen: /\bvalgrind\b|LeakSanitizer|definitely lost|heap-?prof|tracemalloc|class_histogram/i,
      outcomes: [
        {
          output:
            /definitely lost: [1-9]|definitely lost in loss record|LeakSanitizer: detected|Direct leak of/,
          means: "the leak checker found memory that is never freed",
          gives: ["located"],
          finding: ({ text, where }) => {
            const leak = locateLeak(text);
            if (leak === null) return null;
            return {
              cause: `Memory that ${leak.function} allocates at ${leak.place} is never freed: ${leak.lost} in ${where}.`,
              summary: `Free what is allocated at ${leak.place} (${leak.function}) on every way out of the function, the early returns of its error branches first.`,
              commands: [],
            };
          },
        },
        {
          output: /no leaks are possible|definitely lost: 0 bytes/,
          means: "nothing is lost at the end: what grows is still referenced, such as a cache or a queue",
          gives: ["no_leak"],
          finding: ({ where }) => ({
            cause: `The leak checker lost nothing (${where}): the memory that grows is still referenced.`,
            summary:
              "Look for what is kept on purpose and never dropped: a cache without a limit, a queue that is not drained, listeners that are added again and again.",
            commands: [],
          }),
        },
      ],
    },
  ],
  otherwise:
    "Memory that grows has to be watched before a cause can be named, and nobody has measured it yet.",
};
