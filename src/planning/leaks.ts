/** Files that hold credentials, wherever they lie. */
const SECRET_FILES =
  /(?:^|[\s/"'=@<])(?:\.ssh\/|id_(?:rsa|dsa|ecdsa|ed25519)\b|\.netrc\b|\.npmrc\b|\.pypirc\b|\.git-credentials\b|\.docker\/config\.json|\.kube\/config|\.aws\/|\.config\/gh\/|\.gnupg\/|\.env(?:\.\w+)?(?=$|[\s"';|&)])|credentials(?:\.\w+)?\b|shadow\b|secrets?\.\w+)/;
const PROCESS_ENVIRONMENT = /\/proc\/[^/\s]+\/environ/;
const TOKEN_TOOLS =
  /\b(?:gh auth (?:token|status -t)|git credential|aws configure get|gcloud auth print|npm token|security find-\w+-password|pass show|vault (?:read|kv)|secret-tool|kubectl get secrets?|docker login)\b/;
const SECRET_VARIABLES = /\$\{?\w*(?:TOKEN|SECRET|PASSW|API_?KEY|PRIVATE_?KEY|CREDENTIAL)\w*/i;
const PRINTS_ENVIRONMENT = /^(?:env|printenv|set|export -p|declare -x)$/;
/** What picks out, of a whole environment, the lines that are wanted. */
const PICKS = /^(?:grep|egrep|awk|sed)\b/;

/** Why a command would show credentials to whoever reads its output; null where it would not. */
export function spillsSecrets(command: string): string | null {
  if (SECRET_FILES.test(command)) return "it reads a file that holds credentials";
  if (PROCESS_ENVIRONMENT.test(command) || printsEnvironment(command))
    return "it prints the whole environment";
  if (TOKEN_TOOLS.test(command)) return "it asks a tool for credentials";
  if (SECRET_VARIABLES.test(command)) return "it uses a variable that holds a credential";
  return null;
}

/** `env | grep '^CC='` picks what is wanted and passes; `env`, `env | base64` and `env > x` do not. */
function printsEnvironment(command: string): boolean {
  return command.split(/[;&\n`(){}]/).some((part) => {
    const stages = part.split("|").map((stage) => stage.trim());
    return stages.some(
      (stage, at) =>
        PRINTS_ENVIRONMENT.test(stage.split(">")[0]?.trim() ?? "") && !PICKS.test(stages[at + 1] ?? ""),
    );
  });
}

const SENDERS =
  /^(?:sudo )?(?:nc|ncat|netcat|socat|telnet|scp|sftp|ftp|ssh|rsync|mail|sendmail|git push|npm publish|twine|cargo publish|gem push|docker push)\b/;
const UPLOADS =
  /^(?:sudo )?(?:curl|wget|http|https)\b.*\s(?:-d|--data\S*|-F|--form|-T|--upload-file|-X ?(?:POST|PUT|PATCH|DELETE)|--request|--post-(?:data|file)|--body-\w+|-H ?["']?Authorization|-u|--user|--unix-socket)(?=$|[\s=:@"'])/i;
/** An address that is put together while the command runs can carry anything away. */
const COMPUTED_ADDRESS = /^(?:sudo )?(?:curl|wget)\b[^\n]+https?:[^\s"']*[$`]/;

/** A name that is looked up reaches whoever serves it. */
const COMPUTED_NAME = /^(?:sudo )?(?:dig|nslookup|host|ping6?|getent|resolvectl|drill)\b[^\n]*[$`]/;

/** Why a command would carry something to another machine; null where it would not. */
export function sendsAway(command: string): string | null {
  const parts = command.split(/[;&|\n]/).map((part) => part.trim());
  return parts.some(
    (part) =>
      SENDERS.test(part) || UPLOADS.test(part) || COMPUTED_ADDRESS.test(part) || COMPUTED_NAME.test(part),
  )
    ? "it sends something to another machine"
    : null;
}

const SECRET_WORDS =
  /\b(?:pass(?:word|phrase|wd)s?|secrets?|tokens?|api[ _-]?keys?|private keys?|credentials?|ssh keys?|cookies?|\w*_(?:token|key|secret))\b/i;
const HANDS_OVER = /\b(?:paste|post|send|share|show|give|tell|what is|reveal|include|upload|provide|copy)\b/i;

/** A question that would have somebody write a secret into a public thread. */
export function asksForSecret(text: string): boolean {
  return SECRET_WORDS.test(text) && HANDS_OVER.test(text);
}
