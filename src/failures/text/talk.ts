/** Words that hold sentences together, and that programs can do without. */
const FUNCTION_WORD =
  /^(?:a|an|the|is|are|was|be|been|it|its|this|that|these|of|to|in|on|for|with|and|or|but|so|as|at|by|from|when|then|if|which|has|have|had|not|can|will|would|should|there|we|i|you|they)$/i;
const WORD = /^[("']?[a-z]+(?:['’-][a-z]+)*[.,;:!?)"']{0,3}$/i;
const LEAST_WORDS = 10;
const LEAST_SHARE = 0.8;
const LEAST_LINES = 2;
const LINES_BEFORE = 6;
const LINES_AFTER = 8;
/** People speak of themselves; programs hardly do. */
const PERSON = /(?:^|\s)(?:I|I'm|I've|we|we're|my|our|us|me)(?=[\s,.]|$)/i;
const MARKUP =
  /<\/?(?:[pa]|div|br|li|ul|ol|[bi]|em|strong|code|pre|span|h\d)\b[^>]{0,200}>|\*\*\w|\]\(https?:/i;

/** A person says it: in a sentence of their own, or among others; `line` gives the lines around. Fences end what belongs together. */
export function isTalk(line: (offset: number) => string): boolean {
  const said = line(0);
  if (PERSON.test(said) || MARKUP.test(said)) return true;
  const lines = [...stretch(line, -1, LINES_BEFORE), said, ...stretch(line, 1, LINES_AFTER)];
  const sentences = lines.filter((one) => isSentence(one) || MARKUP.test(one));
  return sentences.length >= LEAST_LINES && sentences.length * 2 >= lines.length;
}

function stretch(line: (offset: number) => string, step: 1 | -1, most: number): string[] {
  const lines: string[] = [];
  for (let distance = 1; distance <= most; distance++) {
    const text = line(step * distance);
    if (/^\s*(?:```|~~~)/.test(text)) break;
    if (/\S/.test(text)) lines.push(text);
  }
  return lines;
}

function isSentence(line: string): boolean {
  const words = line.trim().split(/\s+/, 60);
  const plain = words.filter((word) => WORD.test(word)).length;
  return (
    words.length >= LEAST_WORDS &&
    plain >= words.length * LEAST_SHARE &&
    words.filter((word) => FUNCTION_WORD.test(word)).length >= 2
  );
}
