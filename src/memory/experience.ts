import { z } from "zod";
import { EntityKind, ErrorType } from "../failures/failure-case.js";

/** A condition under which a fix applies. `dimension`: "os_family", "distro", "arch", "runtimes.node" … */
export const Condition = z.object({
  dimension: z.string(),
  /** A value, or a version range in the ecosystem's own grammar. */
  expected: z.string(),
});
export type Condition = z.infer<typeof Condition>;

/** An abstraction over failure cases that share a signature; evidence is kept, never overwritten. */
export const Experience = z.object({
  id: z.uuid(),
  signature: z.string(),
  error_type: ErrorType,
  ecosystem: z.string(),
  symptom_template: z.string(),
  /** With slots: "pip install {package}=={version}". One line a step. */
  fix_template: z.array(z.string()),
  applicability: z.object({
    environment: z.array(Condition),
    entities: z.array(z.object({ slot: z.string(), kind: EntityKind })),
  }),
  /** Episode ids. */
  evidence: z.array(z.string()),
  alpha: z.number().positive(),
  beta: z.number().positive(),
  level: z.enum(["case", "pattern", "procedure"]),
});
export type Experience = z.infer<typeof Experience>;
