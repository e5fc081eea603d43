import type { ActionName } from "../plan.js";
import type { Situation } from "../planner.js";
import { describeActions } from "./actions-help.js";
import { describeMemories, describeSteps, describeThread } from "./describe-situation.js";
import type { Message } from "./model-client.js";
import { fillPrompt } from "./prompts.js";
import type { FormatRung, NamedSchema } from "./response-format.js";
import { INVISIBLE } from "../../util/invisible.js";

/** Terminal codes, and other control characters but tab and line feed. */
const CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f]/g;

export interface PromptParts {
  situation: Situation;
  actions: readonly ActionName[];
  /** Drawn anew for each prompt, so that no text can hold it beforehand. */
  fence: string;
  redact: (text: string) => string | Promise<string>;
  /** Shown to servers that cannot be held to it. */
  schema: NamedSchema;
  format: FormatRung;
}

const GOALS: Partial<Record<Situation["trigger"]["command"], string>> = {
  setup: "get the project to install, build and test in a clean environment",
  verify: "see whether the proposed way out really holds, in the sandbox",
};

/** The whole prompt. All that people wrote is redacted, stripped of hidden characters, and fenced. */
export async function buildMessages(parts: PromptParts): Promise<Message[]> {
  const { situation, actions, fence } = parts;
  const { trigger, budget, can_run } = situation;
  const data = async (text: string): Promise<string> =>
    (await parts.redact(text.replaceAll(CONTROL, "").replaceAll(INVISIBLE, ""))).replaceAll(fence, "…");
  const system = fillPrompt("system", { actions: describeActions(actions), fence });
  return [
    {
      role: "system",
      content: isHeldToSchema(parts.format) ? system : `${system}\n${schemaText(parts.schema)}`,
    },
    {
      role: "user",
      content: fillPrompt("situation", {
        goal: GOALS[trigger.command] ?? "find what is wrong in this issue, and the way out of it",
        asked_by: `${trigger.is_reporter ? "the reporter" : "somebody else"} (permission: ${trigger.permission})`,
        can_run: can_run ? "yes" : "no: what has to be run is asked for, or proposed",
        budget: `${budget.steps_left} steps, ${Math.round(budget.ms_left / 1000)} s`,
        fence,
        thread: await data(describeThread(situation)),
        memories: await data(describeMemories(situation)),
        steps: await data(describeSteps(situation)),
      }),
    },
  ];
}

function isHeldToSchema(format: FormatRung): boolean {
  return format === "json_schema_strict" || format === "json_schema";
}

function schemaText({ schema }: NamedSchema): string {
  return `The JSON schema of the answer:\n${JSON.stringify(schema)}`;
}
