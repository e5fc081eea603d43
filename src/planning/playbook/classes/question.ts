import type { Playbook } from "../playbook.js";

/** Nothing failed: somebody wants to know something. Answered from memory, or handed to a person. */
export const question: Playbook = {
  name: "question",
  what: "a question",
  error_types: [],
  words: [
    /^(?:how|what|why|where|when|which|who|is|are|can|could|does|do|should|will|would|anyone|any)\b[^\n]{0,200}\?/i,
    /\b(?:how (?:to|do|can|should)|is it possible|can (?:someone|anyone|you)|could (?:someone|anyone|you)|teach me|what is the)\b/i,
    /\b(?:usage|example|documentation|docs|readme|tutorial|guide)\b/i,
  ],
  wants: [],
  actions: [],
  otherwise: "This is a question, and nothing that is remembered answers it.",
};
