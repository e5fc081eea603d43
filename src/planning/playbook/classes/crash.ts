import { commandFor } from "../commands.js";
import { firstOwnFrame } from "../../../failures/own-frame.js";
import type { Playbook } from "../playbook.js";

export const crash: Playbook = {
  name: "crash",
  what: "a crash",
  error_types: ["CRASH"],
  words: [
    /\bseg(?:mentation )?fault|segv\b|\bcore dumped\b|\bbus error\b|\baccess violation\b/i,
    /\b(?:crash(?:es|ed|ing)?|panic(?:s|ked)?|abort(?:s|ed)?|assertion\b.{1,80}\bfailed)\b/i,
    /\b(?:internal compiler error|unexpected exception|fatal signal|stack overflow)\b/i,
  ],
  wants: ["log", "reproduction", "version", "os"],
  actions: [
    {
      title: "get the backtrace of the crash",
      ask: "What does the backtrace show?",
      needs: ["program"],
      prior: 0.6,
      raised: [{ by: "reproduced", to: 0.85 }],
      value: 85,
      seconds: 30,
      where: "either",
      command: (state) => commandFor("backtrace", state),
      seen: /\b(?:gdb|lldb|backtrace|faulthandler|RUST_BACKTRACE|GOTRACEBACK)\b|^#\d+ /m,
      outcomes: [
        {
          output: /^(?:#\d|[ \t]*(?:at |File |\d+: ))/m,
          means: "there is a backtrace",
          gives: ["backtrace"],
          finding: ({ text, where }) => {
            const frame = firstOwnFrame(text);
            if (frame === null) return null;
            return {
              cause: `The crash happens in ${frame} (backtrace in ${where}).`,
              summary: `${frame} is the first frame of the backtrace that belongs to the program itself: somebody who knows that part has to look.`,
              commands: [],
              located: true,
            };
          },
        },
        {
          output: /exited normally|not found|no such file/i,
          means: "it did not crash here",
          gives: ["no_crash"],
        },
      ],
    },
    {
      title: "run it under the address sanitizer",
      ask: "What does the address sanitizer report, in a build made with it?",
      needs: ["program", "no_crash"],
      prior: 0.4,
      value: 80,
      seconds: 60,
      where: "either",
      command: ({ family, program }) =>
        family === "native" && program !== null
          ? `make clean; make CFLAGS='-g -O1 -fsanitize=address' LDFLAGS=-fsanitize=address && ${program}`
          : null,
      seen: /AddressSanitizer|fsanitize=address/,
      outcomes: [
        {
          output: /ERROR: AddressSanitizer/,
          means: "the address sanitizer found the bad access",
          gives: ["backtrace"],
          finding: ({ text, where }) => {
            const frame = firstOwnFrame(text);
            const kind = /AddressSanitizer: (\S+)/.exec(text)?.[1] ?? "a bad access";
            return frame === null
              ? null
              : {
                  cause: `${kind} in ${frame} (${where}).`,
                  summary: `Correct ${frame}: ${kind}.`,
                  commands: [],
                };
          },
        },
      ],
    },
  ],
  otherwise:
    "A crash needs a backtrace, or the commands that show it, before a cause can be named; neither is in the thread.",
};
