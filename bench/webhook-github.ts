// Just enough of GitHub for a job: who the app is, a token, a role, an issue in which nothing was said, a reaction.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

const DETAILS = {
  isPrivate: false,
  issue: {
    stateReason: null,
    timelineItems: { nodes: [] },
    comments: { pageInfo: { hasNextPage: false, endCursor: null }, nodes: [] },
  },
};

function answerTo(path: string): unknown {
  if (path.endsWith("/access_tokens"))
    return { token: "t", expires_at: new Date(Date.now() + 3_600_000).toISOString(), permissions: {} };
  if (path.startsWith("/app/hook/deliveries") || path.includes("/timeline")) return [];
  if (path.endsWith("/graphql")) return { data: { repository: DETAILS } };
  const [, repo, number] = /^\/repos\/([^/]+\/[^/]+)\/issues\/(\d+)$/.exec(path) ?? [];
  if (repo === undefined) return { id: 99, slug: "mneme", permission: "admin", role_name: "admin" };
  return {
    number: Number(number),
    title: "It fails",
    body: "",
    user: { login: "ada" },
    labels: [],
    state: "open",
    locked: false,
    html_url: `https://github.com/${repo}/issues/${String(number)}`,
    repository_url: `https://api.github.com/repos/${repo}`,
    created_at: "2026-01-01T00:00:00Z",
  };
}

const server = createServer((request, response) => {
  request.resume();
  const path = request.url ?? "";
  const status = request.method === "POST" && !path.endsWith("/graphql") ? 201 : 200;
  response.writeHead(status, { "content-type": "application/json" });
  response.end(JSON.stringify(answerTo(path)));
});
server.listen(0, "127.0.0.1", () => {
  process.send?.(`http://127.0.0.1:${String((server.address() as AddressInfo).port)}`);
});
process.on("disconnect", () => process.exit());
