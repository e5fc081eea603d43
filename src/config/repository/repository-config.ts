import { z } from "zod";

/** Where a repository keeps its configuration, on its default branch. */
export const CONFIG_PATH = ".github/mneme.yml";

export const Mode = z.enum(["mention", "shadow", "auto", "label"]);
export type Mode = z.infer<typeof Mode>;

/** Roles that a configuration may ask for: GitHub's five, lowest first. */
const Role = z.enum(["read", "triage", "write", "maintain", "admin"]);

const labelName = z
  .string()
  .trim()
  .min(1)
  .max(50)
  .meta({ examples: ["mneme"] })
  .nullable();

const Limits = z.strictObject({
  steps: z.int().min(0).optional().describe("Steps: plans carried out."),
  seconds: z.number().min(0).optional().describe("Seconds of wall time."),
  tokens: z.int().min(0).optional().describe("Tokens of the language model."),
  usd: z.number().min(0).optional().describe("Money for the language model, in US dollars."),
});
export type Limits = z.infer<typeof Limits>;

/**
 * `.github/mneme.yml` as people write it: everything is optional, nothing else is known. The JSON schema that is
 * shipped and the README's table are made from this.
 */
export const RepositoryConfig = z.strictObject({
  _extends: z
    .string()
    .regex(/^[\w.-]+(?::[\w./-]+)?$/, "this names no repository of the same owner")
    .meta({ examples: ["settings", "settings:path/to/file.yml"] })
    .optional()
    .describe("Another repository of the same owner whose file counts where this one is silent."),
  enabled: z
    .boolean()
    .optional()
    .describe("`false` switches mneme off: it neither answers nor reacts here. Default `true`."),
  mode: Mode.optional().describe(
    "`mention`: speak when asked; `auto`: also answer each new issue; `shadow`: work as in `auto` but post nothing, `mneme runs` shows what it would have said; `label`: work only on issues that get the label. Default: as the server says.",
  ),
  share: z
    .enum(["repository", "organization"])
    .optional()
    .describe(
      "`organization` lets the private repositories of the organisation share memories. Only the file in the `.github` repository may say it.",
    ),
  roles: z
    .strictObject({
      ask: Role.optional().describe("Least role that may ask for work. Default `triage`."),
      teach: Role.optional().describe("Least role that may change what is remembered. Default `write`."),
      reporters: z
        .boolean()
        .optional()
        .describe("Whether reporters may ask on their own issues. Default `true`."),
    })
    .optional()
    .describe("Who may do what, by GitHub's roles."),
  labels: z
    .strictObject({
      ask: labelName
        .optional()
        .describe(
          "Adding this label asks for work; `null`: no label does, the default but in `mode: label` (`mneme`).",
        ),
      off: labelName
        .optional()
        .describe("An issue with this label is left alone; `null`: no label does. Default `mneme-off`."),
    })
    .optional()
    .describe("Labels that mneme heeds; it never sets or removes one."),
  sandbox: z
    .strictObject({
      everybody: z
        .boolean()
        .optional()
        .describe("`true` runs commands in the sandbox also for people below `triage`. Default `false`."),
    })
    .optional()
    .describe("Where commands are run."),
  memory: z
    .strictObject({
      control_fraction: z
        .number()
        .min(0)
        .max(1)
        .optional()
        .describe("Share of runs that work without memory, to measure what it brings."),
    })
    .optional()
    .describe("How memory is used."),
  budget: z
    .strictObject({
      run: Limits.optional().describe("What one answer may spend."),
      thread: Limits.optional().describe("What all answers in one issue may spend."),
      day: Limits.optional().describe("What the repository may spend in a day (UTC)."),
    })
    .optional()
    .describe("Limits, never above what the server allows."),
});
export type RepositoryConfig = z.infer<typeof RepositoryConfig>;
