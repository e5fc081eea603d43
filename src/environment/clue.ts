/** A line of a text together with what its place says about it. */
export interface TextLine {
  /** Plain for prose, as written for code. */
  text: string;
  kind: "title" | "heading" | "prose" | "code" | "table";
  /** The nearest label above: a heading, or a line such as "Environment:"; null where there is none. */
  label: string | null;
  listed: boolean;
}

/** Something that a text says about a machine. */
export interface Clue {
  /** "os", "os_family", "distro", "arch", "container", "cuda", "runtimes.node", "software.gcc" … */
  key: string;
  /** As written. */
  value: string;
  /** How sure the reading is, in (0, 1): a command's output .95, a form field .9, a sentence .75, a path .5. */
  confidence: number;
}

export const SURE = {
  output: 0.95,
  field: 0.9,
  banner: 0.85,
  sentence: 0.75,
  hint: 0.5,
  guess: 0.4,
} as const;
