import type { Playbook } from "../playbook.js";

export const flakyTest: Playbook = {
  name: "flaky-test",
  what: "a test that does not always pass",
  error_types: ["TEST_FAILURE"],
  words: [
    /\b(?:flak(?:y|ey|iness)|intermittent(?:ly)?|sometimes (?:fails|passes)|randomly fails?|non-?deterministic|race condition)\b/i,
    /\btests?\b.{1,90}\b(?:fail(?:s|ed|ing|ure)?|timed? ?out)\b/i,
    /\b(?:make check|npm test|pytest|cargo test|go test|ctest)\b/i,
  ],
  wants: ["log", "version", "os"],
  actions: [
    {
      title: "run the test ten times",
      ask: "In how many of ten runs does it fail?",
      needs: ["program"],
      prior: 0.7,
      value: 65,
      seconds: 120,
      where: "either",
      command: ({ program }) =>
        program === null
          ? null
          : `for i in 1 2 3 4 5 6 7 8 9 10; do ${program} >run.log 2>&1 && echo pass || { echo fail; tail -n 5 run.log; }; done`,
      seen: /\b(?:\d+ (?:of|out of|\/) \d+ runs|for i in|--count|--repeat|stress)\b/,
      outcomes: [
        {
          output: /^pass\n(?:.*\n)*?fail|^fail\n(?:.*\n)*?pass/m,
          means: "it fails in some runs and passes in others: the test is flaky",
          gives: ["flaky"],
          finding: ({ text, where }) => {
            const failed = text.split("\n").filter((line) => line.trim() === "fail").length;
            return {
              cause: `It failed in ${failed} of 10 runs of the same code (${where}): order, time or shared state decide.`,
              summary:
                "Run the test alone and in another order: if it then always passes, it depends on what ran before it; if not, on time or on a race.",
              commands: [],
              located: true,
            };
          },
        },
        {
          output: /^fail/m,
          means: "it fails every time: it is not flaky",
          gives: ["always_fails"],
        },
        {
          output: /^pass/m,
          means: "it never fails here",
          gives: ["never_fails"],
        },
      ],
    },
  ],
  otherwise: "Whether the test fails always or only at times is not known yet.",
};
