import type { Playbook } from "../playbook.js";

/** It works when a person starts it, and not, or at the wrong time, when a machine does. */
export const scheduled: Playbook = {
  name: "scheduled",
  what: "a job that does not run as it does by hand",
  error_types: [],
  words: [
    /\b(?:cron(?:tab|job)?s?|systemd timers?|task scheduler|launchd|schedule[ds]?|scheduler|nightly (?:job|run))\b/i,
    /\b(?:by hand|manually|manual run|when i (?:type|start|run) it)\b.{1,40}\b(?:works?|fine|ok(?:ay)?)\b/i,
    /\bjobs? (?:starts?|runs?|is run|are run|never)\b/i,
  ],
  wants: ["job_output", "locale", "version", "os", "config"],
  actions: [],
  otherwise: "What the job itself writes when it is started that way is not in the thread.",
};
