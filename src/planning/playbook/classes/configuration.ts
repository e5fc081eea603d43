import { commandFor } from "../commands.js";
import type { Playbook } from "../playbook.js";

export const configuration: Playbook = {
  name: "configuration",
  what: "a configuration that is not taken",
  error_types: ["SYNTAX_OR_CONFIG", "PLATFORM_UNSUPPORTED"],
  words: [
    /\b(?:config(?:uration)?|settings?|option|\.ya?ml|\.toml|\.ini|environment variable)\b.{1,60}\b(?:ignored|invalid|not (?:work|recogni[sz]ed|read|used|found|detected)|wrong)\b/i,
    /\b(?:not recogni[sz]ed|not detected|no effect|is ignored|unknown option|unexpected token|parse error|syntax error)\b/i,
    /\b(?:config(?:ure|uration)?|set(?:ting)?s? ?up)\b/i,
  ],
  wants: ["config", "log", "version", "os"],
  actions: [
    {
      title: "show the configuration in force",
      ask: "Which configuration is in force, without its secrets?",
      needs: [],
      prior: 0.5,
      value: 60,
      seconds: 5,
      where: "reporter",
      command: (state) => commandFor("config", state),
      seen: /\b(?:npm config|pip config|go env|bundle config|composer config|config\.log)\b/,
      outcomes: [{ means: "the configuration is known", gives: ["config"] }],
    },
  ],
  otherwise: "The configuration that is in force is not in the thread.",
};
