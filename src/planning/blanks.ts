/** What stands in a command for something of the reader's own. */
const BLANKS: readonly RegExp[] = [
  // words in capitals, and what is put between angle brackets or braces: "{a,b}" and "${X}" are shell
  /<[a-z](?:[\w .-]{0,40}\w)?>/i,
  /(?<![\w$%{-])(?:URL|PATH|VERSION|NAME|FILE|FILENAME|FOLDER|DIR|DIRECTORY|HOST|HOSTNAME|PORT|USER|USERNAME|PASSWORD|TOKEN|PACKAGE|BRANCH|TAG|COMMIT|IMAGE|CONTAINER|SERVICE|MODULE|PID|PROXY|REPO|REPOSITORY|COMMAND|DATABASE|OWNER|YOUR_\w{1,40})(?![\w=}])/,
  /(?<![\w$%@{}])\{[a-z][\w -]{1,40}\}(?!\})/i,
  /(?<![\w$%@{}])\{\{ ?[a-z]\w{1,40} ?\}\}/i,
  // names that nobody's thing has
  /(?<![\w.])your[-_]\w[\w.-]{0,40}/i,
  /(?<![\w.-])\/?path\/to\/[\w./-]{1,60}/i,
  /(?<![\w.-])foo\/bar\b/i,
  /(?<![\w.])v?x\.y(?:\.z)?(?![\w.])/i,
  / (\.{3}|…)(?= |$)/,
];

/** What the reader has to put in before this command can be run: "URL", "<version>"; null where it can be run as it is. */
export function blankIn(command: string): string | null {
  const plain = command.replaceAll(/'[^'\n]*'/g, "''");
  for (const pattern of BLANKS) {
    const found = pattern.exec(plain)?.[0].trim();
    if (found !== undefined) return found;
  }
  return null;
}

/** A command with a blank, told in words: it must not look like one to be copied. */
export function tellBlank(command: string, blank: string): string {
  const shown = command.replaceAll("`", "'");
  return `\`${shown}\`, with your own in place of \`${blank}\``;
}
