/**
 * The markup of Jira-like trackers as markdown: `{code}` and `{noformat}` become fences, `{quote}` a block quote,
 * `h3.` a heading, `{{x}}` inline code. Text without such markup comes back as it is.
 */
export function trackerMarkupToMarkdown(text: string): string {
  if (/^(?:```|~~~)/m.test(text)) return text;
  if (!/\{(?:code|noformat|quote)[:}]|^h[1-6]\.|\{\{/m.test(text)) return text;
  return convertLines(fenceBlocks(text));
}

const FENCE = "``````";

/** Each pair of markers around a block becomes a pair of fences; a marker without its partner is dropped. */
function fenceBlocks(text: string): string {
  const markers = [...text.matchAll(/\{(code|noformat|quote)(?::([^}\n]{0,80}))?\}/g)];
  let result = "";
  let from = 0;
  for (let index = 0; index < markers.length; index++) {
    const open = markers[index];
    if (open === undefined) break;
    let closeAt = index + 1;
    while (closeAt < markers.length && markers[closeAt]?.[1] !== open[1]) closeAt++;
    result += text.slice(from, open.index);
    from = open.index + open[0].length;
    const close = markers[closeAt];
    if (close === undefined) continue;
    result += block(open[1] ?? "", open[2] ?? "", text.slice(from, close.index));
    from = close.index + close[0].length;
    index = closeAt;
  }
  return result + text.slice(from);
}

function block(kind: string, options: string, inner: string): string {
  const body = inner.replace(/^\n|\n$/g, "");
  if (kind === "quote") return `\n\n${body.replace(/^/gm, "> ")}\n\n`;
  const language = /^[\w+#-]{1,20}(?=$|\|)/.exec(options)?.[0] ?? "";
  return `\n\n${FENCE}${language}\n${body}\n${FENCE}\n\n`;
}

function convertLines(text: string): string {
  let fenced = false;
  return text
    .split("\n")
    .map((line) => {
      if (line.startsWith(FENCE)) fenced = !fenced;
      if (fenced) return line;
      const heading = /^h([1-6])\.\s*(\S.*)$/.exec(line);
      const plain = heading ? `\n${"#".repeat(Number(heading[1]))} ${heading[2] ?? ""}\n` : line;
      return plain.replace(/^bq\. /, "> ").replace(/\{\{([^{}\n]{1,200})\}\}/g, "`$1`");
    })
    .join("\n");
}
