import type { Schemas } from "@qdrant/js-client-rest";
import { weightInText } from "../analysis/bm25f.js";
import { heaviestTerms, type WeighedTerm } from "../analysis/heaviest-terms.js";
import { isTemplateLine, stripLines } from "../analysis/template-lines.js";
import { kindOf } from "../analysis/term-kind.js";
import { analyse, type TermVector } from "../analysis/term-vector.js";
import type { IndexQuery } from "../recall-index.js";
import type { Rarities } from "./rarities.js";

/** A query as its terms, template lines left out, with their rarity. */
export interface WeightedQuery {
  vector: TermVector;
  /** Place by place with `vector.terms`; 0 for a line. */
  rarity: Float64Array;
  searched: WeighedTerm[];
}

/** Of a long text so many words and lines are looked up: those that weigh most in it. */
const MOST_WORDS = 300;
const MOST_LINES = 60;

export async function weighQuery(
  rarities: Rarities,
  query: IndexQuery,
  params: Schemas["SearchParams"],
): Promise<WeightedQuery> {
  const whole = analyse(query);
  const known = await rarities.of(query.reader, termsToAsk(whole), params);
  const text = stripLines(query.text, (line) => isTemplateLine(known.documents, known.frequencyOf(line)));
  const vector = analyse({ ...query, text });
  const rarity = Float64Array.from(vector.terms, (term) => (kindOf(term) === "line" ? 0 : known.of(term)));
  return { vector, rarity, searched: heaviestTerms(vector, rarity) };
}

function termsToAsk({ terms, title, text }: TermVector): number[] {
  const places = [...terms.keys()];
  const isLine = (place: number) => kindOf(terms[place] ?? 0) === "line";
  const weightOf = (place: number) => weightInText(title[place] ?? 0, text[place] ?? 0);
  const words = places.filter((place) => !isLine(place)).sort((a, b) => weightOf(b) - weightOf(a));
  const asked = [...words.slice(0, MOST_WORDS), ...places.filter(isLine).slice(0, MOST_LINES)];
  return asked.map((place) => terms[place] ?? 0);
}
