import type { Playbook } from "../playbook.js";

export const browser: Playbook = {
  name: "browser",
  what: "a page that does not show what it should",
  error_types: [],
  words: [
    /\b(?:blank|white|empty|black) (?:page|screen|window|tab)\b|\bnothing is (?:shown|displayed|rendered)\b|\bnot rendered\b/i,
    /\b(?:in (?:the |a )?(?:browser|private window|incognito)|(?:in|on) (?:chrome|firefox|safari|edge)|browser console|devtools)\b/i,
    /\b(?:(?:live|hot|auto)[ -]?reload(?:s|ing|ed)?|hmr|press(?:ing)? f5|(?:refresh|reload)(?:ing)? the (?:page|tab|browser))\b/i,
    /\b(?:button|menu|dialog|layout|css|scroll(?:ing|bar)?|clicking|page)\b/i,
  ],
  wants: ["console", "version", "front", "os", "differs"],
  actions: [],
  otherwise: "What the browser says about it is not in the thread.",
};
