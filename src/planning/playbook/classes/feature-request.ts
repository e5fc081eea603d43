import type { Playbook } from "../playbook.js";

/** Nothing failed: somebody wants something new. That is for people to decide. */
export const featureRequest: Playbook = {
  name: "feature-request",
  what: "a wish for something new",
  error_types: [],
  words: [
    /\b(?:feature request|enhancement|proposal|rfc|wish ?list|would be (?:nice|great|good|helpful|useful)|it'd be (?:nice|great))\b/i,
    /^(?:add|support|allow|provide|create|implement|introduce|make it possible|please add|tag|improve|consider|remove|drop)\b/i,
    /\b(?:should (?:provide|support|allow|have|be able)|could (?:be added|support)|improvements?|suggest(?:ion)?)\b/i,
  ],
  wants: [],
  actions: [],
  otherwise:
    "This asks for something new rather than reporting a failure: what to do about it is for the maintainers.",
};
