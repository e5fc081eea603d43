import { titleCase } from "tiny-case";
import messages from "./messages.js";

export function card(recipe, language) {
  const say = messages[language];
  return `${titleCase(recipe.name)}: ${say.serves} ${recipe.people}, ${recipe.minutes} ${say.minutes}`;
}
