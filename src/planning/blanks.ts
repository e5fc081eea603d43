/** Words in capitals that stand for something of the reader's own, and what is put between angle brackets. */
const BLANK =
  /<[a-z][\w .-]{0,40}>|(?<![\w$%{-])(?:URL|PATH|VERSION|NAME|FILE|FILENAME|FOLDER|DIR|DIRECTORY|HOST|HOSTNAME|PORT|USER|USERNAME|PASSWORD|TOKEN|PACKAGE|BRANCH|TAG|COMMIT|IMAGE|CONTAINER|SERVICE|MODULE|PID|PROXY|REPO|REPOSITORY|COMMAND|DATABASE|OWNER|YOUR_\w{1,40})(?![\w=}])/;

/** What the reader has to put in before this command can be run: "URL", "<version>"; null where it can be run as it is. */
export function blankIn(command: string): string | null {
  return BLANK.exec(command.replaceAll(/'[^'\n]*'/g, "''"))?.[0] ?? null;
}

/** A command with a blank, told in words: it must not look like one to be copied. */
export function tellBlank(command: string, blank: string): string {
  const shown = command.replaceAll("`", "'");
  return `\`${shown}\`, with your own in place of \`${blank}\``;
}
