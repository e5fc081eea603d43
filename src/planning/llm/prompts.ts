import { readFileSync } from "node:fs";
import { MnemeError } from "../../errors.js";

/** The prompts are files beside this one, with variables like {{this}}. */
export type PromptName = "system" | "situation" | "repair" | "excerpt";

const cache = new Map<PromptName, string>();

/**
 * Puts the values in. Strict: a variable without a value, or a value without its variable, is a fault of the
 * program. What is put in is not looked at again, so a value cannot bring variables of its own.
 */
export function fillPrompt(name: PromptName, values: Readonly<Record<string, string>>): string {
  const used = new Set<string>();
  const filled = templateOf(name).replaceAll(/\{\{(\w+)\}\}/g, (_, variable: string) => {
    const value = values[variable];
    if (value === undefined) throw new MnemeError("internal", `prompt ${name}: no value for {{${variable}}}`);
    used.add(variable);
    return value;
  });
  const unused = Object.keys(values).filter((variable) => !used.has(variable));
  if (unused.length > 0)
    throw new MnemeError("internal", `prompt ${name}: nothing uses ${unused.join(", ")}`);
  return filled;
}

function templateOf(name: PromptName): string {
  const known = cache.get(name);
  if (known !== undefined) return known;
  const text = readFileSync(new URL(`./prompts/${name}.md`, import.meta.url), "utf8");
  cache.set(name, text);
  return text;
}
