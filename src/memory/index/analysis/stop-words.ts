const STOP_WORDS = new Set(
  (
    "a about after all also am an and any are as at be been before being but by can could did do does doing " +
    "don for from get gets got had has have having he her here his how i if in into is it its just like ll may me " +
    "might more most my no not now of on only or our out over own s same she should so some such t than that the " +
    "their them then there these they this those through to too under up ve very was we were what when where which " +
    "while who why will with would you your"
  ).split(" "),
);

/** Words that say nothing about what an issue is about. */
export function isStopWord(word: string): boolean {
  return STOP_WORDS.has(word);
}
