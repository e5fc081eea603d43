// Just enough of GitHub for a job: who the app is, a token, a role, a reaction.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

const server = createServer((request, response) => {
  request.resume();
  const path = request.url ?? "";
  const isToken = path.endsWith("/access_tokens");
  const expires_at = new Date(Date.now() + 3_600_000).toISOString();
  const body = isToken
    ? { token: "t", expires_at, permissions: {} }
    : { id: 99, slug: "mneme", permission: "admin", role_name: "admin", labels: [] };
  response.writeHead(request.method === "POST" ? 201 : 200, { "content-type": "application/json" });
  response.end(JSON.stringify(path.startsWith("/app/hook/deliveries") ? [] : body));
});
server.listen(0, "127.0.0.1", () => {
  process.send?.(`http://127.0.0.1:${String((server.address() as AddressInfo).port)}`);
});
process.on("disconnect", () => process.exit());
