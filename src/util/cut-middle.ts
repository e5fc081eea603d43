/** Keeps head and tail of a long text and says how much was cut; never splits a surrogate pair. */
export function cutMiddle(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const half = Math.floor(maxLength / 2);
  const head = text.slice(0, half).replace(/[\ud800-\udbff]$/, "");
  const tail = text.slice(text.length - half).replace(/^[\udc00-\udfff]/, "");
  return `${head}\n… ${text.length - head.length - tail.length} characters cut …\n${tail}`;
}
