import type { Rule } from "../rule.js";

export const CRASH_RULES: readonly Rule[] = [
  {
    id: "crash/asan",
    error_type: "CRASH",
    stage: "run",
    evidence: "cause",
    keys: ["addresssanitizer:", "leaksanitizer:", "threadsanitizer:", "memorysanitizer:"],
    pattern:
      /ERROR: (?:Address|Leak|Memory)Sanitizer: (?<code>[\w-]+)|WARNING: (?:Thread|Memory)Sanitizer: (?<code2>[\w -]+?)(?: \(|$)/,
    unless: /^SUMMARY/,
    near: [
      {
        pattern:
          /^#[0-3] 0x[0-9a-f]+ in \S+ (?<file>\/[^\s:]+)|^#[0-3] 0x[0-9a-f]+ in [^/]{1,200} (?<file2>\/[^\s:]+):\d/,
        after: 8,
      },
    ],
    evenAsWarning: true,
    cause: "A sanitizer found {code} in {file}.",
  },
  {
    id: "crash/ubsan",
    error_type: "CRASH",
    stage: "run",
    evidence: "cause",
    bonus: -4,
    keys: ["runtime error: "],
    pattern: /^(?<file>[^\s:]+):\d+:\d+: runtime error: (?<detail>.+)/,
    cause: "Undefined behaviour in {file}: {detail}",
  },
  {
    id: "crash/valgrind",
    error_type: "CRASH",
    stage: "run",
    evidence: "cause",
    bonus: -4,
    keys: [
      "invalid read of size",
      "invalid write of size",
      "conditional jump or move depends on uninit",
      "process terminating with default action of signal",
      "definitely lost: ",
    ],
    pattern:
      /^==\d+==\s+(?:(?<code>Invalid (?:read|write) of size \d+|Invalid free\(\)|Conditional jump or move depends on uninitialised value)|Process terminating with default action of signal \d+ \((?<code2>SIG\w+)\)|definitely lost: (?<detail>[1-9][\d,]* bytes))/,
    near: [{ pattern: /^==\d+==\s+(?:at|by) 0x[0-9A-F]+: \S+ \((?<file>[\w.+-]+\.\w+):\d+\)/, after: 8 }],
    cause: "valgrind found: {code} in {file}.",
  },
  {
    id: "crash/segfault",
    error_type: "CRASH",
    stage: "run",
    evidence: "cause",
    bonus: -2,
    keys: [
      "segmentation fault",
      "sigsegv",
      "bus error",
      "illegal instruction",
      "sigill",
      "sigbus",
      "stack smashing detected",
      "double free or corruption",
      "free(): invalid",
      "malloc(): ",
      "corrupted size vs",
      "floating point exception",
      "access violation",
      "0xc0000005",
    ],
    pattern:
      /(?:^|[\s:(;])(?<what>Segmentation fault|SIGSEGV|Bus error|SIGBUS|Illegal instruction|SIGILL|Floating point exception|\*\*\* stack smashing detected \*\*\*|double free or corruption|free\(\): invalid (?:pointer|size|next size)|malloc\(\): \w(?:[\w ]*\w)?|corrupted size vs\. prev_size|Access violation|0xC0000005)(?:: \d{1,2})?(?: {1,4}\(core dumped\))?(?: {2,40}(?:(?<command>\.\/[\w.+-]{1,60})|"?(?:[^\s"]{0,200}\/)?(?<command2>[\w.+-]{1,60})"?)(?: |$)|\W|$)/i,
    unless: /internal compiler error|SIGSEGV:\s+(?:altstack|default|ignored|installed)/i,
    near: [
      { pattern: /(?:"(?<command3>[^"]{1,60})" )?received signal (?<code>SIG[A-Z]{2,6})/, own: true },
      {
        pattern:
          /^(?:#0 {1,3})?0x[0-9a-f]{4,16} in \S{1,200} \(.{0,200} from (?<library>\S{1,200}\.so[\d.]*)$/,
        after: 3,
      },
      { pattern: /^#[0-2]\s+(?:0x[0-9a-f]+ in )?\S+ \([^)]*\) at (?<file>[^\s:]+):\d+/, after: 12 },
    ],
    cause: "The program crashed: {what}.",
    steps: ["gdb -batch -ex run -ex bt --args {shown_command}"],
  },
  {
    id: "crash/aborted",
    error_type: "CRASH",
    stage: "run",
    evidence: "error",
    bonus: 5,
    keys: ["aborted (core dumped)", "aborted\t", "sigabrt", "abort trap: 6", "terminate called"],
    pattern:
      /(?:^|[\s:])(?:Aborted(?: \(core dumped\)|$|\s{2,}\S)|(?<code>SIGABRT)|Abort trap: 6|terminate called (?:after throwing an instance of ['"](?<code2>[^'"]+)|without an active exception))/,
    cause: "The program gave up (abort).",
  },
  {
    id: "crash/what",
    error_type: "CRASH",
    stage: "run",
    evidence: "error",
    bonus: 8,
    keys: ["what():"],
    pattern: /^what\(\): +(?<detail>.+)/,
    near: [
      { pattern: /terminate called after throwing an instance of ['"](?<exception>[^'"]+)/, before: 2 },
      { pattern: /["'](?<file>\/[^"']+)["']/, own: true },
    ],
    refine: ({ groups }) => {
      const detail = groups["detail"] ?? "";
      if (/Permission denied|not permitted/.test(detail)) return { error_type: "PERMISSION_DENIED" };
      if (detail.includes("No such file")) return { error_type: "MISSING_FILE" };
      return /bad_alloc|No space left/.test(detail) ? { error_type: "RESOURCE_EXHAUSTED" } : {};
    },
    cause: "The program gave up: {detail}",
  },
  {
    id: "crash/assertion",
    error_type: "CRASH",
    stage: "run",
    evidence: "cause",
    bonus: -3,
    keys: ["assertion ", "assertion failed"],
    pattern:
      /(?:^|[\s*])(?<file>[\w./+-]{1,200}\.(?:[chm]|cc|cpp|cxx|hpp|rs|mm)):\d+: .{0,300}Assertion ['"`](?<detail>[^'"`]+)['"`] failed|Assertion at (?<file2>[^\s:]+):\d+, condition|Assertion failed: \(?(?<detail2>.{1,200}?)\)?, (?:function|file) /,
    cause: "An assertion in {file} does not hold.",
  },
  {
    id: "crash/killed",
    ecosystem: "system",
    error_type: "RESOURCE_EXHAUSTED",
    stage: "build",
    evidence: "cause",
    bonus: -8,
    keys: [
      "killed",
      "out of memory",
      "oom-kill",
      "oomkilled",
      "signal 9",
      "exit code 137",
      "virtual memory exhausted",
      "cannot allocate memory",
      "std::bad_alloc",
      "memory exhausted",
    ],
    pattern:
      /(?:^|\d\s+|: )Killed(?:\s{2,40}(?:\.?[\w./-]{0,100}\/)?(?<command2>[\w.+-]{1,60})(?: |$)|\s|$)|[Kk]illed signal terminated program (?<command>\S+)|signal: 9, SIGKILL|Out of memory: Kill(?:ed)? process|oom-kill|OOMKilled|[Vv]irtual memory exhausted|[Cc]annot allocate memory|std::bad_alloc|[Mm]emory exhausted|exit(?:ed with)? code:? 137/,
    cause: "The system ran out of memory and killed the program.",
    steps: ["free -h", "Use fewer parallel jobs, or more memory."],
  },
  {
    id: "crash/illegal-instruction-set",
    ecosystem: "system",
    error_type: "PLATFORM_UNSUPPORTED",
    stage: "run",
    evidence: "cause",
    keys: [
      "was compiled to use",
      "cpu does not support",
      "requires a cpu with",
      "kernel too old",
      "bad cpu type in executable",
      "cannot execute binary file",
    ],
    pattern:
      /The (?<package>[\w.-]+) library was compiled to use (?<detail>[\w., ]+) instructions, but these aren't available|FATAL: kernel too old|(?<file>[^\s:]{1,200}): (?:cannot execute binary file(?:: Exec format error)?|Bad CPU type in executable)|(?:this|the|your) CPU does not support (?<code2>[\w. -]+)/i,
    cause: "The program was built for another processor or system.",
  },
  {
    id: "crash/timeout",
    ecosystem: "system",
    error_type: "TIMEOUT",
    stage: "test",
    evidence: "cause",
    bonus: -6,
    keys: [
      "timed out after",
      "timeout after",
      "exceeded the maximum execution time",
      "has timed out",
      "the job running on runner",
      "no output has been received",
      "exceeded timeout of",
      "timeout of ",
      "##[error]the operation was canceled",
    ],
    pattern:
      /(?:timed out after|[Tt]imeout after|has timed out|exceeded the maximum execution time of|No output has been received in the last|[Ee]xceeded timeout of|[Tt]imeout of(?=.{1,60}\b(?:exceeded|reached|expired|elapsed|passed|hit)\b)) ?(?<detail>\d+ ?\w*)?/,
    unless: /^(?:warning|retry)/i,
    cause: "It took longer than it was allowed to: {detail}.",
  },
];
