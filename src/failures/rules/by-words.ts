import { readFreeText } from "../entities/free-text.js";
import type { ErrorType } from "../failure-case.js";
import type { Refinement } from "../rule.js";
import { typeOfException } from "./exception-type.js";

/** What words tell of a fault where no rule knows the message; the more telling first. */
const BY_WORDS: readonly (readonly [RegExp, ErrorType])[] = [
  [/Sanitizer: |double free|heap corruption|core dumped|assertion .{0,40}failed|stack overflow/i, "CRASH"],
  [
    /permission\b.{0,60} denied|access (?:is )?denied|accessdenied|not permitted|read-only|write permissions?|not writable|must be (?:run as )?root|superuser/i,
    "PERMISSION_DENIED",
  ],
  [
    /shared (?:object|librar)|\.so(?:\.\d{1,4}){0,4}\b|\.dll\b|header file|\.h\b|pkg-config|development (?:files|headers|packages?)|\blib[\w-]{2,40} .{0,30}(?:not found|missing)|cannot locate symbol/i,
    "MISSING_SYSTEM_LIBRARY",
  ],
  [/checksum|integrity check|hash mismatch|digest|corrupt/i, "CHECKSUM_MISMATCH"],
  [
    /no space|out of memory|not enough (?:memory|space|disk)|too many open|quota|disk full|heap limit|rate limit/i,
    "RESOURCE_EXHAUSTED",
  ],
  [/timed? ?out/i, "TIMEOUT"],
  [/unauthori[sz]ed|authenticat|credential|forbidden|signature|not logged in|401|403/i, "AUTHENTICATION"],
  [
    /connect(?:ion)?\b|network|resolve host|failure resolving|name resolution|getaddrinfo|unreachable|certificate|\bssl\b|\btls\b|proxy|download(?:ed|ing)?\b|\b50[0-4]\b/i,
    "NETWORK",
  ],
  [
    /(?:requires?|needs?|minimum|at least) .{0,40}(?:version|different \w|>=|or (?:later|newer|higher|above)|v?\d+\.\d)|unsupported .{0,20}version|version .{0,40}(?:not supported|unsupported|too (?:old|new|low)|required|or (?:later|newer|higher))|does not (?:work|run) on|your \w{1,20} version is|version.{0,40} not in the allowed range|not compatible with (?:your|this) version|known not to (?:run|work)/i,
    "RUNTIME_VERSION_MISMATCH",
  ],
  [/conflict|incompatible|out of (?:date|sync)|already exists/i, "VERSION_CONFLICT"],
  [
    /unsupported (?:platform|architecture|os|operating system)|not supported on|for this (?:platform|architecture)/i,
    "PLATFORM_UNSUPPORTED",
  ],
  [
    /no matching manifest for|not a supported wheel|wrong architecture|architecture .{0,40}(?:not|mismatch)|exec format/i,
    "PLATFORM_UNSUPPORTED",
  ],
  [
    /(?:package|image|version|manifest|artifact|distribution|tag|release|chart|formula)s?\b.{0,79}\W(?:not (?:be )?found|not exist|not available|not in the|no longer)|(?:unable to (?:find|locate)|(?:could not|couldn't|cannot|can't) (?:find|locate)|no match(?:ing|es)?(?: found)?(?: for)?|no candidate).{0,40}(?:package|image|version|release|manifest|artifact|distribution|argument)|nothing provides|not in the \w{1,20} registry|have a Release file|match any versions|version solving failed/i,
    "VERSION_NOT_FOUND",
  ],
  [
    /\b(?:module|gem|crate|extension)s?\b.{0,79}\W(?:not (?:be )?found|missing|not installed)|(?:cannot|can't|could not|couldn't|unable to) (?:find|load|locate|resolve|import) (?:the )?(?:required )?(?:module|gem|crate|extension|dependency)|missing (?:module|gem|crate|extension|dependenc)|resolve:? ['"‘`][@a-z]|is needed by/i,
    "MISSING_PACKAGE",
  ],
  [
    /command not found|cannot run program|not found: [\w.+-]{1,40}$|(?:find|locate) (?:the )?\S{1,60} (?:command|executable|program|binary)\b|not recognized as|not in (?:your |the )?\$?PATH|executable .{0,40}not found/i,
    "COMMAND_NOT_FOUND",
  ],
  [
    /not installed|must be installed|(?:need|have) to install|please install|no module named/i,
    "MISSING_PACKAGE",
  ],
  [
    /no such file|not found|does not exist|doesn't exist|cannot find|could not find|couldn't find|can't find|unable to find|missing/i,
    "MISSING_FILE",
  ],
  [
    /syntax|parse|invalid|unexpected|unknown|unrecogni[sz]ed|malformed|config|not (?:defined|set|specified|valid|allowed)|must (?:be|not|have)|expected/i,
    "SYNTAX_OR_CONFIG",
  ],
  [/build|compil|link/i, "BUILD_FAILURE"],
];

function typeByWords(message: string): ErrorType | undefined {
  const text = message.slice(0, 300);
  return typeOfException("", text) ?? BY_WORDS.find(([pattern]) => pattern.test(text))?.[1];
}

/** What the words of a message tell, and the names in it that are certain by their form. */
export function readByWords(text: string): Refinement {
  const type = typeByWords(text);
  return { entities: readFreeText(text, type), ...(type === undefined ? {} : { error_type: type }) };
}
