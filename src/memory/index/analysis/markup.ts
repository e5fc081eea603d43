const TAGS_AND_ENTITIES =
  /<\/?(?:[abip]|blockquote|br|code|details|div|em|h[1-6]|hr|img|kbd|li|ol|pre|span|strong|summary|sub|sup|table|tbody|td|th|thead|tr|tt|ul)(?:\s[^<>]{0,500})?\/?>|&(?:[a-z]{2,8}|#\d{1,6});/gi;
const ADDRESS = /https?:\/\/[^\s)\]}>"']+/g;

/** HTML tags by name (so that Vec<T> stays), character entities and addresses become blanks. */
export function withoutMarkup(text: string): string {
  const words = /[<&]/.test(text) ? text.replace(TAGS_AND_ENTITIES, " ") : text;
  return words.includes("://") ? words.replace(ADDRESS, " ") : words;
}
