import type { Playbook } from "../playbook.js";

export const login: Playbook = {
  name: "login",
  what: "a sign-in that fails",
  error_types: [],
  words: [
    /\b(?:log(?:ging)?[ -]?in|sign(?:ing)?[ -]?in|logged out|sso|oauth2?|oidc|saml|redirect_uri|session (?:is )?(?:invalid|expired))\b/i,
    /\b(?:unauthori[sz]ed|invalid (?:token|credentials|session|grant)|token (?:is )?(?:invalid|expired|rejected))\b/i,
    /\b(?:password|credentials|token|account)\b/i,
  ],
  wants: ["service_output", "clock", "front", "version", "os"],
  actions: [],
  otherwise:
    "Why the sign-in is turned down stands in what the server writes, and that is not in the thread.",
};
