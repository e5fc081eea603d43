/**
 * One line of markdown as a reader sees it: emphasis, inline code marks, tags and link targets removed; an image is
 * nothing, since its text is most often a file name. Linear: every pattern is bounded.
 */
export function plainText(line: string): string {
  return line
    .replace(/!\[[^\][]{0,300}\]\([^()\s]{0,500}\)/g, "")
    .replace(/\[([^\][]{1,300})\]\([^()\s]{0,500}\)/g, "$1")
    .replace(/<\/?(?:br|[bip]|em|strong|code|kbd|sub|sup|details|summary)\s{0,4}\/?>/gi, " ")
    .replace(/`+/g, "")
    .replace(/\*\*|__/g, "")
    .replace(/(^|[\s(])[*_](?=\S)/g, "$1")
    .replace(/(\S)[*_](?=$|[\s).,:;!?])/g, "$1")
    .replace(/\\([*_`~[\](){}#+.!|<>-])/g, "$1")
    .replace(/[ \t\u00A0]+/g, " ")
    .trim();
}

/** The pieces between backticks, without them: what a writer marked as code. */
export function inlineCode(text: string): string[] {
  const pieces = text.split(/(?<!`)`{1,2}(?!`)/);
  return pieces
    .filter((piece, index) => index % 2 === 1 && index < pieces.length - 1 && !/\n|^\s*$/.test(piece))
    .map((piece) => piece.trim());
}
