import { shellQuote } from "../../../util/shell-quote.js";
import type { Playbook } from "../playbook.js";
import type { State } from "../state.js";

function hostOf(state: State): string | null {
  const host = state.root?.key_entities.find(({ kind }) => kind === "host")?.value;
  return host !== undefined && /^[\w.-]{1,253}$/.test(host) ? host : null;
}

export const network: Playbook = {
  name: "network",
  what: "a network or TLS failure",
  error_types: ["NETWORK", "TIMEOUT", "AUTHENTICATION"],
  words: [
    /\b(?:ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|getaddrinfo|could not resolve host)\b/i,
    /\b(?:certificate|ssl|tls)\b.{1,60}\b(?:fail|error|verify|expired|unable|self.signed|invalid)/i,
    /\b(?:proxy|firewall|dns|timed? ?out|connection (?:refused|reset|closed)|cannot (?:connect|download|clone|fetch)|unable to (?:connect|download|clone|fetch)|429|too many requests|rate.?limit\w*)\b/i,
  ],
  wants: ["log", "network", "os", "version"],
  actions: [
    {
      title: "reach the server with one request",
      ask: "Does one request to that server pass from the same machine?",
      needs: ["log"],
      prior: 0.6,
      value: 65,
      seconds: 15,
      where: "reporter",
      command: (state) => {
        const host = hostOf(state);
        return host === null
          ? null
          : `curl -sS -o /dev/null -w '%{http_code} %{time_total}s\\n' -v ${shellQuote(`https://${host}/`)} 2>&1 | tail -n 25`;
      },
      seen: /\b(?:curl -|wget |ping |traceroute|nslookup|dig |openssl s_client)/,
      outcomes: [
        {
          output: /could not resolve|name or service not known|NXDOMAIN|getaddrinfo/i,
          means: "the name of the server is not resolved there",
          gives: ["dns_fails"],
          finding: ({ where }, state) => ({
            cause: `${hostOf(state) ?? "The server"} is not resolved on that machine (${where}).`,
            summary:
              "Correct the name server of that machine or container, or the proxy that should resolve the name.",
            commands: [],
          }),
        },
        {
          output: /certificate|SSL|self.signed/i,
          means: "the certificate of the server is not trusted there",
          gives: ["tls_fails"],
          finding: ({ where }) => ({
            cause: `The server's certificate is not trusted on that machine (${where}): an old set of roots, or a proxy that signs anew.`,
            summary:
              "Install the missing root certificate for the system and the tool; do not switch the check off.",
            commands: [],
          }),
        },
        {
          output: /refused|timed? ?out|unreachable/i,
          means: "the server cannot be reached from there",
          gives: ["unreachable"],
          finding: ({ where }) => ({
            cause: `The server cannot be reached from that machine (${where}): a filter or a proxy stands between.`,
            summary: "Set the proxy for the tool, or try from another network to be sure.",
            commands: [],
          }),
        },
        {
          ok: true,
          means: "one request passes: it was passing trouble, or the tool uses another way",
          gives: ["reachable"],
          finding: ({ where }) => ({
            cause: `One request passes from the same machine (${where}), so the network as such works.`,
            summary:
              "Try the command again; if it fails again, the tool has its own proxy or certificate settings.",
            commands: [],
          }),
        },
      ],
    },
  ],
  otherwise:
    "Whether the server, the network between or the machine is at fault cannot be told from the thread.",
};
