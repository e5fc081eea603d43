import type { Named } from "../entities/notations.js";
import type { Refinement, Rule } from "../rule.js";

/** What a package's own message says is missing; worded by its author, so read by kind. */
function readMessage(message: string): Refinement {
  const bad = /bad (?<tool>\w+) version: (?<version>[\w.]+), need (?<constraint>[<>=]{0,2}[\w.]+)/.exec(
    message,
  );
  if (bad?.groups !== undefined) {
    const { tool = "", version = "", constraint = "" } = bad.groups;
    return {
      error_type: "RUNTIME_VERSION_MISMATCH",
      entities: [
        { kind: "language_runtime", value: tool },
        { kind: "version", value: version },
        { kind: "constraint", value: constraint },
      ],
    };
  }
  if (
    /C(?:\+\+)? compiler cannot create executables|C(?:\+\+)? preprocessor .* fails sanity check|cannot compute /.test(
      message,
    )
  )
    return { error_type: "BUILD_FAILURE" };
  if (
    /cannot run C(?:\+\+)? compiled programs|(?:host|build|target) (?:system|type|platform|OS|CPU) .{0,80}?(?:not|un)[ -]?(?:recogni|support)|unsupported (?:host|target|platform|OS|CPU|arch)|not supported on/i.test(
      message,
    )
  )
    return { error_type: "PLATFORM_UNSUPPORTED" };
  if (
    /no acceptable |compiler (?:not found|missing)|no (?:supported|usable|working) .{0,20}compiler/.test(
      message,
    )
  )
    return { error_type: "COMMAND_NOT_FOUND", entities: commandIn(message) };
  if (
    /unrecognized options?|missing argument to|invalid (?:variable|package|feature) name|invalid option|mutually exclusive|cannot (?:both|be used with)|--(?:enable|with)-[\w-]+ (?:requires|needs)/.test(
      message,
    )
  )
    return { error_type: "SYNTAX_OR_CONFIG", entities: optionIn(message) };
  if (
    /cannot (?:find|run) (?:\/bin\/sh |required auxiliary files|install-sh|config\.sub|sources?)|source dir/.test(
      message,
    )
  )
    return { error_type: "MISSING_FILE", entities: fileIn(message) };
  if (
    /version|>=|or (?:newer|later|higher|greater)|too old|at least/i.test(message) &&
    /\d\.\d/.test(message) &&
    /python|perl|ruby|gcc|clang|cmake|node|php|java|bison|autoconf|compiler/i.test(message)
  )
    return { error_type: "RUNTIME_VERSION_MISMATCH" };
  if (
    /lib|header|\.h\b|-dev|\.so|pkg-config|package requirements|openssl|boost|ncurses|readline|curl|X11/i.test(
      message,
    )
  )
    return { error_type: "MISSING_SYSTEM_LIBRARY", entities: libraryIn(message) };
  if (
    /program|command|executable|(?:is|are) required|not found|could not find|cannot find|can't find|needed|install/i.test(
      message,
    )
  )
    return { error_type: "COMMAND_NOT_FOUND", entities: commandIn(message) };
  return {};
}

function fileIn(message: string): { kind: "file"; value: string }[] {
  const file = /(?:\/bin\/sh |find |run )(?!\/bin\/)([\w./-]{1,200}\/[\w.-]{1,100})/.exec(message)?.[1];
  return file === undefined ? [] : [{ kind: "file", value: file }];
}

function libraryIn(message: string): { kind: "library" | "header"; value: string }[] {
  const header = /([\w/+-]{1,80}\.h(?:pp)?)\b/.exec(message)?.[1];
  if (header !== undefined) return [{ kind: "header", value: header }];
  const library =
    /['"‘`]?\b(lib(?!rar)[\w+.-]{1,60})\b/.exec(message)?.[1] ??
    /^(?:[Cc]ould not find|[Cc]annot find|Missing|missing|[Uu]nable to find)(?: the| a)? ['"‘`]?([\w+.-]{2,60})/.exec(
      message,
    )?.[1] ??
    /(?:required|needed|missing) (?:library|package|dependency):? ['"‘`]?([\w+.-]{2,60})/.exec(
      message,
    )?.[1] ??
    /(?:support|module|extension) (?:requires|needs) (?:the )?['"‘`]?([\w+.-]{2,60})/.exec(message)?.[1] ??
    /provide a path to ([\w+.]{2,60}?)(?:-config)?\b/.exec(message)?.[1] ??
    /^(?:\*+ )?['"‘`]?([\w+.-]{2,60})['"’`]? (?:library|headers?|development|is required|not found|is needed|missing)/.exec(
      message,
    )?.[1];
  return library === undefined ? [] : [{ kind: "library", value: library }];
}

function optionIn(message: string): { kind: "code"; value: string }[] {
  const option = /(?:unrecognized|invalid) options?:? [`'"‘]?(-{1,2}[\w-]{1,60})/.exec(message)?.[1];
  return option === undefined ? [] : [{ kind: "code", value: option }];
}

function commandIn(message: string): { kind: "command"; value: string }[] {
  const command =
    /no acceptable (\S{1,40}) (?:could be )?found/.exec(message)?.[1] ??
    /^['"‘`]?([\w+.-]{2,40})['"’`]? (?:is required|not found|is needed|is missing|was not found|could not)/.exec(
      message,
    )?.[1] ??
    /(?:need|require|requires|install|find|run|missing|program|command)s? ['"‘`]?([\w+.-]{2,40})['"’`]?/.exec(
      message,
    )?.[1];
  return command === undefined || /^(?:the|a|an|to|for|it|not|be|is|in|of|could)$/.test(command)
    ? []
    : [{ kind: "command", value: command }];
}

export const AUTOCONF_RULES: readonly Rule[] = [
  {
    id: "autoconf/configure-error",
    ecosystem: "autotools",
    error_type: "OTHER",
    stage: "configure",
    evidence: "cause",
    bonus: -12,
    keys: ["configure: error:", "error: configure: "],
    pattern: /configure: error: (?<message>\S.{0,400})/,
    unless: /\.\/configure failed for|\/configure['"]? failed|in ['`‘]/,
    cause: "configure: {message}",
    refine: ({ groups }) => readMessage(groups["message"] ?? ""),
  },
  {
    id: "autoconf/configure-failed",
    ecosystem: "autotools",
    error_type: "BUILD_FAILURE",
    stage: "configure",
    evidence: "wrapper",
    keys: ["configure: error:", "configure failed", "see `config.log'", "see 'config.log'"],
    pattern:
      /configure: error: (?:\S{0,200}configure failed|in [`'‘])|configure failed for|See [`'‘]config\.log['’] for more details/,
    cause: "configure failed; config.log says why.",
    steps: ["tail -50 config.log"],
  },
  {
    id: "autoconf/macro",
    ecosystem: "autotools",
    error_type: "SYNTAX_OR_CONFIG",
    stage: "configure",
    evidence: "error",
    bonus: 5,
    keys: ["configure.ac:", "configure.in:", "aclocal.m4:", ".m4:"],
    pattern: /(?<source>[\w./-]{0,200}(?:configure\.(?:ac|in)|\.m4))(?::\d+)?: error: (?<message>\S.{0,300})/,
    cause: "autoconf does not accept {source}: {message}",
    refine: ({ groups }) => {
      const message = groups["message"] ?? "";
      const macro =
        /possibly undefined macro: (\w+)|undefined(?: or overquoted)? macro:? (\w+)|required file '([^']+)' not found/.exec(
          message,
        );
      if (macro === null) {
        const version = /Autoconf version ([\w.]+) or higher is required/.exec(message)?.[1];
        return version === undefined
          ? { entities: complained(message, groups["source"]) }
          : {
              error_type: "RUNTIME_VERSION_MISMATCH",
              entities: [
                { kind: "constraint", value: version },
                { kind: "language_runtime", value: "Autoconf" },
              ],
            };
      }
      if (macro[3] !== undefined)
        return { error_type: "MISSING_FILE", entities: [{ kind: "file", value: macro[3] }] };
      return {
        error_type: "MISSING_PACKAGE",
        entities: [
          { kind: "code", value: macro[1] ?? macro[2] ?? "" },
          { kind: "file", value: groups["source"] ?? "" },
        ],
      };
    },
  },
  {
    id: "autoconf/makefile-am",
    ecosystem: "autotools",
    error_type: "MISSING_FILE",
    stage: "configure",
    evidence: "cause",
    keys: ["automake: error:", "automake: no '"],
    pattern:
      /automake: (?:error: )?(?:no '(?<file>Makefile\.am)' found|'(?<file2>configure\.ac)' is required)/,
    cause: "automake finds no {file}.",
  },
  {
    id: "autoconf/automake",
    ecosystem: "autotools",
    error_type: "SYNTAX_OR_CONFIG",
    stage: "configure",
    evidence: "error",
    bonus: 4,
    keys: ["makefile.am:"],
    pattern:
      /(?<source>[\w./-]{0,200}Makefile\.am):\d+: (?:error: )?(?:Libtool library used but [`'](?<code>\w+)' is undefined|(?<message>\S.{0,200}))/,
    unless: /warning:|installing|\bsubdir-objects\b|may be|^\S+: while /,
    cause: "automake does not accept {source}.",
    refine: ({ groups }) =>
      groups["code"] === undefined
        ? { entities: [{ kind: "file", value: groups["source"] ?? "" }] }
        : { error_type: "MISSING_PACKAGE", root_cause: "libtool is not installed, so {code} is undefined." },
  },
  {
    id: "autoconf/unexpanded-macro",
    ecosystem: "autotools",
    error_type: "MISSING_PACKAGE",
    stage: "configure",
    evidence: "cause",
    keys: ["syntax error near unexpected token"],
    pattern: /configure: line \d+: syntax error near unexpected token [`']?(?<detail>[\w,.()[\]-]{1,80})/,
    near: [{ pattern: /configure: line \d+: [`']?\s*(?<code>[A-Z][A-Z0-9]*_[A-Z0-9_]+)\(/, after: 2 }],
    cause:
      "A macro stands unexpanded in configure: the package that defines {code} was missing when autoconf ran.",
    steps: ["autoreconf -fi"],
  },
  {
    id: "autoconf/tool-missing",
    ecosystem: "autotools",
    error_type: "COMMAND_NOT_FOUND",
    stage: "configure",
    evidence: "cause",
    keys: ["can't exec \"", "is missing on your system", "you must have ", "you need to install "],
    pattern:
      /(?:Can't exec "(?<command>[\w.+/-]{1,100})": No such file|'(?<command2>[\w.+-]{1,60})' is missing on your system|You (?:must have|need to install) (?<command3>autoconf|automake|libtool|libtoolize|gettext|autopoint|aclocal|pkg-config|bison|flex)\b)/i,
    evenAsWarning: true,
    cause: "{command} is not installed.",
    steps: ["apt-get install {command}"],
  },
  {
    id: "autoconf/old-automake",
    ecosystem: "autotools",
    error_type: "RUNTIME_VERSION_MISMATCH",
    stage: "configure",
    evidence: "cause",
    keys: ["require automake", "this is autoconf", "version mismatch", "requires autoconf"],
    pattern:
      /require[sd]? (?<language_runtime>Automake|Autoconf) (?<constraint>[\d.]+)|version mismatch\.\s+This is (?<language_runtime2>\w+) (?<version>[\d.]+)/i,
    cause: "{language_runtime} is of another version than is needed.",
  },
];

/** The macro that is complained of, or else the file in which it stands. */
function complained(message: string, source: string | undefined): Named[] {
  const macro = /['"`](\w{3,80})['"’]: this macro is obsolete|['"`](\w{3,80})['"’] is obsolete/.exec(message);
  const value = macro?.[1] ?? macro?.[2];
  if (value !== undefined) return [{ kind: "code", value }];
  return source === undefined ? [] : [{ kind: "file", value: source }];
}
