import { isPlaceholder, looksGenerated, placeholder, type Redactor } from "./redactor.js";

const STRONG = /^(?:pass|pwd)/i;
const KEY =
  "password|passwd|passphrase|passcode|pwd|(?<![a-z])pass|secret|token|credentials?|(?<![a-z])auth|api[_-]?key|access[_-]?key|account[_-]?key|private[_-]?key|auth[_-]?key|(?:encryption|signing|master|shared)[_-]?key|signature|(?<![a-z])sig";
/** What may still belong to the key: "SECRET_KEY_BASE", "token2", "passwordHash". */
const TAIL = "(?:[_-]?(?:key|base|value|hash|id|token|secret|string|confirm(?:ation)?|\\d{1,2})){0,3}";
const SEPARATOR = "\\\\?[\"'`\\]]{0,2}[ \\t]{0,4}(?:=>|:=|[:=](?![=:]))[ \\t]{0,4}";
const VALUE = "(?:\\\\?\"([^\"\\r\\n]{1,1000})\"|'([^'\\r\\n]{1,1000})'|[\"'`]?([^\\s\"'`<>]{1,1000}))";
const ASSIGNMENT = new RegExp(`(${KEY})(${TAIL})(${SEPARATOR})${VALUE}`, "gi");

const FLAG = new RegExp(
  `(--[\\w-]{0,40}(?:${KEY})(?:[_-]\\w{1,20})?\\s{1,3})(["']?)([^\\s"'\`<>-][^\\s"'\`<>]{0,1000})`,
  "gi",
);
const USER_FLAG =
  /((?:\s-u|\s--user|\s--proxy-user)[\s=]{1,2}["']?[^\s:"'/]{1,100}:)([^\s"'/][^\s"']{0,300})/g;
const LOGIN_COMMAND =
  /\b(?:(?:mysql|mysqldump|mysqladmin|mariadb)\b[^\n|;&]{0,300}?\s-p|(?:docker\s+login|podman\s+login|az\s+login|sshpass)\b[^\n|;&]{0,300}?\s-p\s{1,2})["']?([^\s"'-][^\s"']{0,300})/g;

/** Values that name a type or nothing, in any of the usual languages. */
const LITERAL =
  /^(?:true|false|null|nil|none|undefined|nan|string|str|int|integer|number|boolean|bool|any|object|bytes|optional|required|empty|yes|no|unset|missing|invalid|expired)$/i;
const CODE =
  /\(|^(?:process|os|env|self|this|config|settings|options|args|params|secrets|vars|input|props|ctx|req|res)[.[]/;

/** `password=…`, `"api_key": "…"`, `--token …`, `-u name:…`: what stands as the value of a key that asks for a secret. */
export const redactAssignments: Redactor = (text, found) => {
  const hide = (kind: string) => {
    found(kind);
    return placeholder(kind);
  };
  return text
    .replace(ASSIGNMENT, (...groups: unknown[]) => {
      const [match, key, , separator, double, single, bare] = groups as string[];
      const whole = groups.at(-1) as string;
      const end = (groups.at(-2) as number) + (match ?? "").length;
      if (match === undefined || key === undefined || separator === undefined) return match ?? "";
      const value = double ?? single ?? cutBare(bare ?? "");
      const given: Assigned = {
        strong: STRONG.test(key),
        isConstant: key === key.toUpperCase() && separator.trim() === "=",
        value,
        quoted: bare === undefined,
        prose:
          /:\s/.test(separator) &&
          !isLineEnd(whole, end - (bare === undefined ? 0 : bare.length - value.length)),
        isTokenKey: /^token/i.test(key),
      };
      if (!isSecret(given)) return match;
      const kind = given.strong ? "password" : "secret";
      const start = match.lastIndexOf(value);
      return match.slice(0, start) + hide(kind) + match.slice(start + value.length);
    })
    .replace(FLAG, (match, flag: string, quote: string, value: string) =>
      isPlaceholder(value) || LITERAL.test(value) ? match : flag + quote + hide("secret"),
    )
    .replace(USER_FLAG, (match, head: string, value: string) =>
      isPlaceholder(value) || /^\d{1,5}(?:$|[:/])/.test(value) ? match : head + hide("password"),
    )
    .replace(LOGIN_COMMAND, (match, value: string) =>
      isPlaceholder(value) ? match : match.slice(0, match.length - value.length) + hide("password"),
    );
};

const KEY_ALONE = new RegExp(`(?:${KEY})${TAIL}$`, "i");

/** Whether a field of this name asks for a secret: "strong" where any value is one, "weak" where it must look like one. */
export function isSecretKey(key: string): "strong" | "weak" | false {
  const match = KEY_ALONE.exec(key);
  if (match === null) return false;
  return STRONG.test(match[0]) ? "strong" : "weak";
}

interface Assigned {
  strong: boolean;
  /** `API_TOKEN=…`, as in an environment file. */
  isConstant: boolean;
  value: string;
  quoted: boolean;
  /** More words follow "key: value": a sentence rather than a setting. */
  prose: boolean;
  isTokenKey: boolean;
}

function isSecret({ strong, isConstant, value, quoted, prose, isTokenKey }: Assigned): boolean {
  if (value.length < 2 || isPlaceholder(value) || LITERAL.test(value)) return false;
  if (!quoted && (CODE.test(value) || isPath(value))) return false;
  if (/^[a-z][a-z+]{1,10}:\/\//i.test(value)) return false;
  if (strong) return quoted || !prose || /[\d!@#$%^&*]/.test(value);
  if (looksGenerated(value)) return true;
  if (value.length < 6 || /\s/.test(value)) return false;
  return isConstant || (quoted && !isTokenKey);
}

function isPath(value: string): boolean {
  return /^(?:~?\/|\.{1,2}\/|[A-Z]:[\\/])/i.test(value);
}

/** Of a value without quotes: up to the next parameter of a query, without the punctuation around it. */
function cutBare(value: string): string {
  const next = value.search(/&[\w.-]{1,60}=/);
  const first = next === -1 ? value : value.slice(0, next);
  return first.replace(/[,;)\]}\\]{1,8}$/, "");
}

function isLineEnd(text: string, position: number): boolean {
  return /^[ \t,;)\]}\\"']{0,8}(?:[\r\n#]|$)/.test(text.slice(position, position + 10));
}
