import { placeholder, type Redactor } from "./redactor.js";

/** Credentials that tell themselves apart by their first characters. Runs are bounded: nothing can run away. */
const SHAPES: readonly (readonly [kind: string, pattern: string])[] = [
  ["github-token", "gh[pousr]_[A-Za-z0-9_]{16,255}"],
  ["github-token", "github_pat_[A-Za-z0-9_]{20,255}"],
  ["gitlab-token", "gl(?:pat|dt|rt|cbt|ptt|soat|ft|imt|oas)-[\\w.-]{16,255}"],
  [
    "aws-access-key",
    "(?<![A-Z0-9])(?:A3T[A-Z0-9]|AKIA|ASIA|ABIA|ACCA|AGPA|AIDA|AROA|AIPA|ANPA|ANVA)[A-Z0-9]{16}(?![A-Z0-9])",
  ],
  ["google-key", "AIza[\\w-]{30,60}"],
  ["google-key", "GOCSPX-[\\w-]{20,60}"],
  ["google-key", "ya29\\.[\\w-]{20,512}"],
  ["slack-token", "xox[abceoprs](?:\\.xox[abceoprs])?-[A-Za-z0-9-]{8,255}"],
  ["slack-token", "xapp-[A-Za-z0-9-]{8,255}"],
  ["slack-webhook", "hooks\\.slack\\.com/(?:services|workflows|triggers)/[\\w/-]{8,255}"],
  ["discord-webhook", "discord(?:app)?\\.com/api/webhooks/\\d{10,25}/[\\w-]{20,255}"],
  ["stripe-key", "[psr]k_(?:live|test)_[A-Za-z0-9]{10,255}"],
  ["stripe-key", "whsec_[A-Za-z0-9+/]{20,255}"],
  ["model-key", "<edge>sk-[\\w-]{20,255}"],
  ["model-key", "<edge>(?:gsk_|xai-|r8_|pplx-|hf_|api_org_)[A-Za-z0-9]{24,255}"],
  ["npm-token", "npm_[A-Za-z0-9]{30,255}"],
  ["pypi-token", "pypi-[\\w-]{32,1024}"],
  ["rubygems-token", "rubygems_[a-f0-9]{32,64}"],
  ["crates-token", "<edge>cio[A-Za-z0-9]{32}(?![A-Za-z0-9])"],
  ["docker-token", "dckr_(?:pat|oat)_[\\w-]{16,255}"],
  ["cloud-token", "do[opr]_v1_[a-f0-9]{32,64}"],
  [
    "cloud-token",
    "<edge>(?:dop|doo|dor|HRKU|NRAK|NRII|PMAK|tskey|nfp|rnd|pul|bkua|CCIPAT|sbp|CLOJARS)[_-][\\w-]{24,255}",
  ],
  [
    "cloud-token",
    "(?:sntrys|sntryu|pscale_(?:tkn|pw|oauth)|figd|lin_api|lin_oauth|ntn|shp(?:at|ca|pa|ss)|vc[piark]|fm[12][ar])_[\\w+/=-]{16,512}",
  ],
  ["cloud-token", "gl(?:sa|c)_[\\w+/=-]{24,512}"],
  ["cloud-token", "dt0[a-z]\\d{2}\\.[A-Z0-9]{24}\\.[A-Z0-9]{64}"],
  ["cloud-token", "dp\\.(?:pt|st|ct|sa|scim|audit)\\.[\\w.-]{24,255}"],
  ["cloud-token", "<edge>dapi[a-f0-9]{32}"],
  ["cloud-token", "<edge>ATATT3[\\w=-]{24,512}"],
  ["cloud-token", "<edge>AKCp[A-Za-z0-9]{24,255}"],
  ["cloud-token", "<edge>sq0[a-z]{3}-[\\w-]{20,255}"],
  ["cloud-token", "[A-Za-z0-9]{14}\\.atlasv1\\.[\\w=-]{24,255}"],
  ["vault-token", "<edge>hv[sbr]\\.[\\w-]{20,512}"],
  ["mail-key", "<edge>SG\\.[\\w-]{12,128}\\.[\\w-]{12,128}"],
  ["mail-key", "<edge>key-[a-f0-9]{32}(?![A-Za-z0-9])"],
  ["mail-key", "<edge>[a-f0-9]{32}-us\\d{1,2}(?![A-Za-z0-9])"],
  ["twilio-key", "<edge>(?:AC|SK)[a-f0-9]{32}(?![A-Za-z0-9])"],
  ["telegram-token", "<edge>\\d{8,10}:AA[\\w-]{32,34}"],
  ["discord-token", "<edge>[MNO][A-Za-z0-9_-]{23,27}\\.[\\w-]{6,7}\\.[\\w-]{27,38}"],
  ["age-key", "AGE-SECRET-KEY-1[A-Z0-9]{50,64}"],
  ["jwt", "<edge>eyJ[\\w-]{8,512}\\.[\\w-]{8,4096}(?:\\.[\\w-]{0,4096})?"],
];

const EDGE = "<edge>";
const ANY_SHAPE = new RegExp(SHAPES.map(([, pattern]) => pattern.replace(EDGE, "")).join("|"), "g");
const KINDS = SHAPES.map(([kind, pattern]) => ({
  kind,
  needsEdge: pattern.startsWith(EDGE),
  whole: new RegExp(`^(?:${pattern.replace(EDGE, "")})$`),
}));

/** All shapes are made of these, and none is shorter: text without such a run, which most is, is not tried at each place, nor a word at each of its letters. */
const RUN = /(?<![\w.:/+=-])[\w.:/+=-]{12,}/g;

/** A plain name may begin like one of these: "sk-learn-contrib-something". */
const AMBIGUOUS = new Set(["model-key", "cloud-token", "discord-token"]);

export const redactVendorTokens: Redactor = (text, found) =>
  text.replace(RUN, (run, start: number) =>
    run.replace(ANY_SHAPE, (match, ...rest: unknown[]) => {
      const place = start + Number(rest.at(-2));
      const before = text.slice(Math.max(0, place - 12), place);
      const shape = KINDS.find(({ whole }) => whole.test(match));
      if (shape?.needsEdge === true && !isEdge(before)) return match;
      const kind = shape?.kind ?? "token";
      if (AMBIGUOUS.has(kind) && !/\d|[a-z][A-Z]/.test(match)) return match;
      found(kind);
      return placeholder(kind);
    }),
  );

/** No letter or digit before; but the end of an escape ("\\n", "%3D", a colour) is no part of the word. */
function isEdge(before: string): boolean {
  return !/[a-z0-9]$/i.test(before) || /(?:\\[nrt]|%[0-9a-f]{2}|\u001b\[[\d;]{0,9}m)$/i.test(before);
}
