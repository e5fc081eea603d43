import type { Playbook } from "../playbook.js";

/** It runs to its end and says something else than it should. */
export const wrongResult: Playbook = {
  name: "wrong-result",
  what: "a wrong result",
  error_types: [],
  words: [
    /\b(?:wrong|incorrect|inaccurate|garbled|mangled|unexpected)\b.{1,30}\b(?:values?|results?|outputs?|numbers?|dates?|times?|totals?|averages?|sums?|counts?|order|characters?|encoding)\b/i,
    /\b(?:values?|results?|outputs?|numbers?|dates?|totals?|averages?|sums?|counts?)\b.{1,30}\b(?:(?:is|are|looks?) (?:wrong|off|incorrect|missing)|too (?:big|large|high|small|low))\b/i,
    /\b(?:duplicate[ds]?|(?:shown|counted|listed|appears?) twice|off by (?:one|an hour)|loses? (?:its|their)|mojibake)\b/i,
  ],
  wants: ["sample", "locale", "version", "os", "config", "differs"],
  actions: [],
  otherwise: "The input that shows it, and what should come out of it, are not in the thread.",
};
