import type { Abstractor } from "./abstractor.js";

const REDACTED = /\[redacted:([a-z-]{1,24})\]/g;
const MENTION =
  /(?<![\w/@.`{-])@(?!(?:media|import|param|returns?|throws|deprecated|see|todo|property|override|charset|keyframes|font-face|include|extend|mixin|supports|click|input|change|submit|main|master|latest|next|beta|alpha|canary|dev|app|test|staticmethod|classmethod|dataclass|pytest|cached|wraps|if|else|end|each|use|apply|layer|tailwind|types|vue|angular|react|babel|jest|nestjs)\b)[a-z][a-z0-9]{0,38}(?:-[a-z0-9]{1,38}){0,4}(?![\w(/.@-]|:\w)/g;
const NAMED_USER =
  /\b(user|username|user name|login|USER|USERNAME|LOGNAME)(\s?[=:]\s?["']?)(?!root\b|null\b|none\b|true\b|false\b|\{)[a-z_][\w.-]{1,31}(?![\w(.])/g;

export const abstractPeople: Abstractor = (text) =>
  text
    .replace(REDACTED, (_match, kind: string) =>
      kind === "user" || kind === "email" ? "{user}" : kind === "ip" ? "{host}" : "{secret}",
    )
    .replace(MENTION, "@{user}")
    .replace(NAMED_USER, "$1$2{user}");
