import type { RunRecord } from "../run-record.js";
import { limitBody } from "./limit.js";
import { footer } from "./footer.js";
import { causeSection, doThisSection, endingSection, needSection } from "./sections/answer.js";
import { reasoningSection } from "./sections/reasoning.js";
import { rememberedSection } from "./sections/remembered.js";
import { triedSection } from "./sections/tried.js";
import { understoodSection } from "./sections/understood.js";

const SECTIONS = [
  understoodSection,
  rememberedSection,
  triedSection,
  causeSection,
  doThisSection,
  needSection,
  endingSection,
  reasoningSection,
];

/** One run as one comment: each section only if it has content, the footer always. */
export function renderReply(run: RunRecord): string {
  const sections = SECTIONS.map((section) => section(run)).filter((text) => text !== null);
  return `${limitBody(sections.join("\n\n"))}\n\n${footer(run)}`;
}
