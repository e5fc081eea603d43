import type { Rule } from "../rule.js";

const LANGUAGE =
  /(?<language_runtime>Python|Node(?:\.js|JS)?|node|npm|Ruby|PHP|Java|JDK|JRE|Go|Rust|rustc|Perl|GCC|gcc|CMake|\.NET(?: SDK)?|Scala|Kotlin|Erlang(?:\/OTP)?|Elixir|Swift|Xcode|Android SDK|Gradle|Maven)/
    .source;
const RANGE =
  /(?<constraint>(?:[<>=^~]{1,2} ?)?v?\d[\w.]*(?:, ?[<>=!]{1,2} ?[\d.]+)?(?: (?:or|and) (?:later|newer|higher|above|greater|up)|\+)?)/
    .source;

/** "This needs X 1.2 or later": scripts of every tool say so in their own words. */
export const RUNTIME_VERSION_RULES: readonly Rule[] = [
  {
    id: "runtime/version-needed",
    ecosystem: "generic",
    error_type: "RUNTIME_VERSION_MISMATCH",
    stage: "toolchain",
    evidence: "error",
    bonus: 12,
    keys: [
      " required",
      " is needed",
      " requires ",
      " is not supported",
      "requires at least ",
      " or later",
      " or newer",
      " or higher",
      "you need to ",
      "only supports ",
      "must be at least",
    ],
    pattern: new RegExp(
      `(?:${LANGUAGE} (?:version )?(?:must be (?:at least )?)?${RANGE} (?:is |are )?required|[Rr]equires? (?:at least |a minimum )?${LANGUAGE.replace("language_runtime", "language_runtime2")} (?:version |versions )?(?:of )?${RANGE.replace("constraint", "constraint2")}|${LANGUAGE.replace("language_runtime", "language_runtime3")} (?:version )?v?(?<version>\\d[\\w.]*) is (?:not supported|unsupported|no longer supported|too old)|${LANGUAGE.replace("language_runtime", "language_runtime5")} (?:version )?v?(?<version3>\\d[\\w.]*) (?:is |was )?(?:detected|found|installed|in use),? but (?:version )?${RANGE.replace("constraint", "constraint4")} is (?:required|needed)|[Oo]nly supports ${LANGUAGE.replace("language_runtime", "language_runtime4")} (?:version )?${RANGE.replace("constraint", "constraint3")})`,
    ),
    near: [
      {
        pattern:
          /(?:[Yy]ou (?:are|'re) (?:currently )?(?:using|running|on)|[Cc]urrent(?:ly)?(?: version)?(?: is|:)?|[Ff]ound|[Dd]etected|[Gg]ot|running) (?:version )?(?:Python |Node(?:\.js)? |Ruby |PHP |Java )?(?<version2>v?\d+\.[\d.]*\d)/,
        own: true,
        after: 2,
        before: 2,
      },
    ],
    cause: "{language_runtime} {constraint} is needed here.",
    steps: ["{language_runtime} --version"],
    refine: ({ line }) =>
      /error|exception|exit|fatal|abort|failed|sorry|✖|❌|you (?:are|'re) (?:currently )?(?:using|running)|not supported|too old|unsupported/i.test(
        [0, -1, 1].map(line).join(" "),
      )
        ? {}
        : { evidence: "hint" },
  },
];
