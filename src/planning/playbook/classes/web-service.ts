import type { Playbook } from "../playbook.js";

/** It works on its own port, and not the way that people reach it. */
export const webService: Playbook = {
  name: "web-service",
  what: "a service that is not reached as it should be",
  error_types: [],
  words: [
    /\b(?:web ?sockets?|reconnect(?:s|ed|ing)?|disconnect(?:s|ed|ing)?|connections? (?:drops?|lost|closes)|bad gateway|gateway time-?out|50[234]\b)/i,
    /\b(?:reverse proxy|load balancer|ingress|(?:behind|through|in front of) (?:an? )?(?:nginx|apache|traefik|caddy|haproxy|proxy|cloudflare|our domain))\b/i,
    /\b(?:live updates?|real-?time updates?|has to be reloaded|have to reload|mixed content|cors|smtp|imap|e?-?mails? (?:are|is|were|was)? ?(?:never|not|rejected))\b/i,
  ],
  wants: ["front", "service_output", "version", "config", "os"],
  actions: [],
  otherwise: "What stands between people and the service, and what it writes, is not in the thread.",
};
