import type { Rule } from "../rule.js";

export const RUBY_RULES: readonly Rule[] = [
  {
    id: "ruby/load-error",
    error_type: "MISSING_PACKAGE",
    stage: "run",
    evidence: "cause",
    bonus: -1,
    keys: ["cannot load such file", "no such file to load"],
    pattern: /(?:cannot load such file|no such file to load) -- (?<package>[^\s()]{1,200})/,
    cause: "Ruby finds no library {package}.",
    steps: ["gem install {package}"],
    refine: ({ groups }) => {
      const name = groups["package"] ?? "";
      return /^(?:\/|\.\/|[A-Z]:)/.test(name)
        ? { error_type: "MISSING_FILE", entities: [{ kind: "file", value: name }] }
        : {};
    },
  },
  {
    id: "ruby/shared-object",
    error_type: "MISSING_SYSTEM_LIBRARY",
    stage: "run",
    evidence: "cause",
    keys: ["(loaderror)", "could not open library", "incompatible library version"],
    pattern:
      /(?:LoadError: |: |^)(?<library>lib[\w.+-]{1,100}\.so[\w.]{0,20}): cannot open shared object file|Could not open library '(?<library2>[^']{1,100})'|incompatible library version - (?<library3>\S{1,300})/,
    cause: "The native library {library} is not there, or another version.",
  },
  {
    id: "ruby/syntax",
    error_type: "SYNTAX_OR_CONFIG",
    stage: "run",
    evidence: "cause",
    keys: ["syntax error", "syntaxerror"],
    pattern:
      /(?<file>[^\s:]{1,300}\.(?:rb|ru|rake|gemspec)|[^\s:]{0,200}(?:Gemfile|Rakefile|Vagrantfile|Podfile|Fastfile)):\d+: .{0,40}(?:syntax errors?\b|SyntaxError)/,
    cause: "{file} is no valid Ruby for this version.",
  },
  {
    id: "ruby/no-script",
    error_type: "MISSING_FILE",
    stage: "run",
    evidence: "cause",
    keys: ["no such file or directory -- "],
    pattern: /ruby: No such file or directory -- (?<file>\S{1,300})/,
    cause: "{file} is not there.",
  },
  {
    id: "ruby/errno",
    error_type: "MISSING_FILE",
    stage: "run",
    evidence: "error",
    bonus: 12,
    keys: ["(errno::", "errno::"],
    pattern:
      /No such file or directory @ \w+ - (?<file>[^\s()]{1,300})(?: \((?<errno>Errno::ENOENT)\))?|Errno::ENOENT: No such file or directory - (?<file2>[^\s()]{1,300})|Errno::(?<name>E[A-Z]+): (?<message>.{1,200})|\(Errno::(?<name2>E[A-Z]+)\)/,
    cause: "A file or connection failed: {message}",
    refine: ({ groups }) => {
      const name = groups["name"] ?? groups["name2"];
      if (groups["file2"] !== undefined) return { entities: [{ kind: "errno", value: "ENOENT" }] };
      if (name === undefined) return {};
      const entities = [{ kind: "errno" as const, value: name }];
      if (/ECONN|EHOST|ENET/.test(name)) return { error_type: "NETWORK", entities };
      if (/EACCES|EPERM|EROFS/.test(name)) return { error_type: "PERMISSION_DENIED", entities };
      if (/ENOSPC|ENOMEM|EMFILE/.test(name)) return { error_type: "RESOURCE_EXHAUSTED", entities };
      return name === "ETIMEDOUT" ? { error_type: "TIMEOUT", entities } : { entities };
    },
  },
  {
    id: "ruby/rake-task",
    error_type: "SYNTAX_OR_CONFIG",
    stage: "build",
    evidence: "cause",
    keys: ["don't know how to build task", "no rakefile found"],
    pattern: /Don't know how to build task ['"](?<command>[^'"]{1,120})['"]|No (?<file>Rakefile) found/,
    cause: "rake has no task {command}.",
    refine: ({ groups }) => (groups["file"] === undefined ? {} : { error_type: "MISSING_FILE" }),
  },
  {
    id: "ruby/exception",
    error_type: "CRASH",
    stage: "run",
    evidence: "error",
    bonus: -8,
    keys: [
      "(nomethoderror)",
      "(nameerror)",
      "(typeerror)",
      "(argumenterror)",
      "(runtimeerror)",
      "nomethoderror: ",
      "nameerror: ",
      "(uninitialized constant",
      "undefined method",
      "uninitialized constant",
    ],
    pattern:
      /^(?:(?<file>[^\s:]{1,300}\.rb):\d+:in [`'][^'`]{1,200}': )?(?<message>.{1,600}) \((?<code>NoMethodError|NameError|TypeError|ArgumentError|RuntimeError)\)$|^(?<code2>NoMethodError|NameError): (?<message2>.{1,200})/,
    cause: "{code}: {message}",
    refine: ({ groups }) => {
      const constant = /uninitialized constant ([\w:]{1,120})/.exec(
        groups["message"] ?? groups["message2"] ?? "",
      )?.[1];
      return constant === undefined
        ? {}
        : { error_type: "MISSING_PACKAGE", bonus: 0, entities: [{ kind: "package", value: constant }] };
    },
  },
  {
    id: "ruby/minitest",
    error_type: "TEST_FAILURE",
    stage: "test",
    evidence: "error",
    bonus: 2,
    keys: ["#test_", "rspec ./"],
    pattern:
      /^(?<code>[A-Z][\w:]{0,120}#test_\w{1,150})(?: \[(?<file>[^\]:]{1,200}):\d+\])?:?$|^rspec (?<file2>\.\/\S{1,200}):\d+ # (?<code2>.{1,200})/,
    cause: "The test {code} failed.",
  },
  {
    id: "ruby/template-error",
    error_type: "TEST_FAILURE",
    stage: "test",
    evidence: "error",
    bonus: 3,
    keys: ["actionview::template::error", "activerecord::statementinvalid", "activemodel::"],
    pattern:
      /^(?<exception>(?:ActionView|ActiveRecord|ActiveModel|ActionController|ActiveSupport)::[\w:]{1,80}): (?<message>.{1,300})/,
    near: [{ pattern: /^(?<code>[A-Z][\w:]{0,120}#test_\w{1,150})/, before: 3 }],
    cause: "{exception}: {message}",
    refine: ({ groups }) => (groups["code"] === undefined ? { error_type: "CRASH", bonus: 0 } : {}),
  },
];
