export type Slots = Readonly<Record<string, string | undefined>>;

const SLOT = /\{(\w+)\}/g;

/** What stands for a slot that nothing fills. */
const NOUNS: Slots = {
  package: "a package",
  constraint: "what is asked for",
  version: "this version",
  conflicts_with: "another package",
  command: "the command",
  file: "a file",
  library: "a library",
  header: "a header",
  host: "the server",
  port: "the port",
  language_runtime: "the runtime",
};

/** A slot at the end, with the colon before it: "the program panicked: {message}". */
const DETAIL = /:? ?\{(\w+)\}\.?$/;

/** "{package} needs {header}": every slot filled, with a plain noun where nothing is known; a detail is left out. */
export function fillTemplate(template: string, slots: Slots): string {
  const [, detail = ""] = DETAIL.exec(template) ?? [];
  const isKnown = detail === "" || slots[detail] !== undefined || NOUNS[detail] !== undefined;
  const told = isKnown ? template : template.replace(DETAIL, "");
  return told.replace(SLOT, (_, name: string) => slots[name] ?? NOUNS[name] ?? "something");
}

/** Steps with a slot that nothing fills are left out. */
export function fillSteps(steps: readonly string[], slots: Slots): string[] {
  return steps
    .filter((step) => [...step.matchAll(SLOT)].every(([, name = ""]) => slots[name] !== undefined))
    .map((step) => fillTemplate(step, slots));
}
