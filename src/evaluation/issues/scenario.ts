import { z } from "zod";
import { MnemeError } from "../../errors.js";

/** A pattern in a data file, tried without regard to upper and lower case. */
const Pattern = z.string().transform((source, context) => {
  try {
    return new RegExp(source, "im");
  } catch (error) {
    context.addIssue({ code: "custom", message: `no regular expression: ${String(error)}` });
    return z.NEVER;
  }
});

/** What a command prints on the reporter's machine, and in the sandbox where the family has one. */
const Print = z.object({
  /** Fits the command, or the words of the question. */
  asks: Pattern,
  output: z.string(),
  exit_code: z.number().int().default(0),
  /** Without it nobody can name the cause: a person who takes over asks for it. */
  telling: z.boolean().default(false),
});
export type Print = z.infer<typeof Print>;

/** A hidden truth, shared by the members that suffer from it. Text may hold `{slots}` of a member. */
const Fault = z.object({
  /** In words, for whoever reads the file. */
  cause: z.string(),
  /** A proposal is right where any of these fits its words or commands. Empty: only people can answer. */
  accept: z.array(Pattern).default([]),
  /** Terminal actions that are right by themselves: a wish is declined or handed over. */
  accept_actions: z.array(z.enum(["decline", "ask_maintainer"])).default([]),
  /** What a maintainer writes who takes over. */
  fix: z.object({ says: z.string(), commands: z.array(z.string()).default([]) }),
  prints: z.array(Print).default([]),
});
export type Fault = z.infer<typeof Fault>;

const Member = z.object({
  id: z.string().regex(/^[a-z\d][a-z\d-]*$/),
  fault: z.string(),
  /** "owner/name" */
  repo: z.string().regex(/^[\w.-]+\/[\w.-]+$/),
  title: z.string().min(1),
  body: z.string(),
  slots: z.record(z.string(), z.string()).default({}),
  /** What the reporter can tell, by fact key: os, version, runtime, config, network, reproduction, log … */
  knows: z.record(z.string(), z.string()).default({}),
});

const Family = z.object({
  family: z.string().regex(/^[a-z\d][a-z\d-]*$/),
  /** Whether commands may be run in a sandbox, which then plays the truth. */
  sandbox: z.boolean().default(false),
  faults: z.record(z.string(), Fault),
  members: z.array(Member).min(1),
});

/** One issue that is played: what is hidden, and how its reporter tells it. */
export interface Scenario {
  family: string;
  id: string;
  sandbox: boolean;
  repo: string;
  /** Given by the position in its family. */
  number: number;
  title: string;
  body: string;
  knows: Readonly<Record<string, string>>;
  truth: Fault;
}

/** The scenarios of one file. Throws MnemeError("bad_input") that names every mistake. */
export function readFamily(data: unknown, file: string): Scenario[] {
  const parsed = Family.safeParse(data);
  if (!parsed.success) {
    const mistakes = parsed.error.issues.map(({ path, message }) => `${path.join(".")}: ${message}`);
    throw new MnemeError("bad_input", `${file}: ${mistakes.join("; ")}; see eval/issues for the shape`);
  }
  const { family, sandbox, faults, members } = parsed.data;
  return members.map((member, index) => {
    const fault = faults[member.fault];
    if (fault === undefined)
      throw new MnemeError(
        "bad_input",
        `${file}: ${member.id} names the fault ${member.fault}, which is not there`,
      );
    const fill = (text: string): string => fillSlots(text, member.slots, `${file}: ${member.id}`);
    return {
      family,
      id: member.id,
      sandbox,
      repo: member.repo,
      number: index + 1,
      title: fill(member.title),
      body: fill(member.body),
      knows: Object.fromEntries(Object.entries(member.knows).map(([key, text]) => [key, fill(text)])),
      truth: fillFault(fault, fill),
    };
  });
}

function fillFault(fault: Fault, fill: (text: string) => string): Fault {
  return {
    ...fault,
    fix: { says: fill(fault.fix.says), commands: fault.fix.commands.map(fill) },
    prints: fault.prints.map((print) => ({ ...print, output: fill(print.output) })),
  };
}

/** `{name}` for a slot; braces around anything else are left alone. */
function fillSlots(text: string, slots: Readonly<Record<string, string>>, where: string): string {
  return text.replaceAll(/\{([a-z][a-z\d_]*)\}/g, (whole, name: string) => {
    const value = slots[name];
    if (value !== undefined) return value;
    if (name.startsWith("slot_")) throw new MnemeError("bad_input", `${where} has no slot ${name}`);
    return whole;
  });
}
