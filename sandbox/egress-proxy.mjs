// The only way out of a session's network: an HTTP proxy that lets through what is on its list and nothing else.
// It runs in a side container, on Node's own modules alone. Configuration: EGRESS_ALLOW, "host:port" or
// "private:host:port" for a host that may have a private address, separated by commas. Writes one JSON line an event.
import { Buffer } from "node:buffer";
import { lookup } from "node:dns/promises";
import { createServer, request as httpRequest } from "node:http";
import { BlockList, connect, isIP } from "node:net";
import { URL } from "node:url";

const PORT = Number(process.env.EGRESS_PORT ?? 3128);
const MAX_CONNECTIONS = 256;
const IDLE_MS = 120_000;
const HOP_BY_HOP = new Set(["proxy-connection", "proxy-authorization", "connection", "upgrade"]);

const never = new BlockList();
for (const [network, bits] of [
  ["0.0.0.0", 8],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["224.0.0.0", 3],
  ["100.100.100.200", 32],
])
  never.addSubnet(network, bits, "ipv4");
for (const [network, bits] of [
  ["::", 127],
  ["fe80::", 10],
  ["ff00::", 8],
  ["fd00:ec2::254", 128],
])
  never.addSubnet(network, bits, "ipv6");

const priv = new BlockList();
for (const [network, bits] of [
  ["10.0.0.0", 8],
  ["172.16.0.0", 12],
  ["192.168.0.0", 16],
  ["100.64.0.0", 10],
])
  priv.addSubnet(network, bits, "ipv4");
priv.addSubnet("fc00::", 7, "ipv6");

const allowed = new Map();
for (const entry of (process.env.EGRESS_ALLOW ?? "").split(",").filter(Boolean)) {
  const mayBePrivate = entry.startsWith("private:");
  allowed.set((mayBePrivate ? entry.slice(8) : entry).toLowerCase(), mayBePrivate);
}

function log(event) {
  process.stdout.write(`${JSON.stringify(event)}\n`);
}

function isBlocked(list, address) {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  const plain = mapped ?? address;
  return list.check(plain, isIP(plain) === 6 ? "ipv6" : "ipv4");
}

/** The address to connect to, or null with the reason logged. */
async function admit(host, port) {
  const target = `${host.toLowerCase().replace(/\.$/, "")}:${port}`;
  const mayBePrivate = allowed.get(target);
  if (mayBePrivate === undefined) {
    log({ event: "refused", target, reason: "not on the list" });
    return null;
  }
  let addresses;
  try {
    addresses = isIP(host) ? [{ address: host }] : await lookup(host, { all: true });
  } catch (error) {
    log({ event: "unresolved", target, reason: String(error.code) });
    return undefined;
  }
  const usable = addresses.find(
    ({ address }) => !isBlocked(never, address) && (mayBePrivate || !isBlocked(priv, address)),
  );
  if (usable === undefined) {
    log({ event: "refused", target, reason: "private or link-local address" });
    return null;
  }
  return usable.address;
}

function denied(target) {
  return `mneme egress: ${target} is not on the list of package registries. Add it to sandbox.allow_hosts if runs may reach it.\n`;
}

const server = createServer(async (request, response) => {
  request.on("error", () => response.destroy());
  let url;
  try {
    url = new URL(request.url);
  } catch {
    response.writeHead(400).end("mneme egress: this is a proxy; ask it for a whole address.\n");
    return;
  }
  const port = Number(url.port || 80);
  const address = url.protocol === "http:" ? await admit(url.hostname.replace(/^\[|\]$/g, ""), port) : null;
  if (!address) {
    response.writeHead(address === null ? 403 : 502).end(denied(`${url.hostname}:${port}`));
    return;
  }
  const kept = Object.entries(request.headers).filter(([name]) => !HOP_BY_HOP.has(name));
  const headers = { ...Object.fromEntries(kept), host: url.host };
  const onward = httpRequest(
    {
      host: address,
      port,
      method: request.method,
      path: url.pathname + url.search,
      headers,
      timeout: IDLE_MS,
    },
    (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    },
  );
  onward.on("timeout", () => onward.destroy());
  onward.on("error", () => {
    if (response.headersSent) response.destroy();
    else response.writeHead(502).end("mneme egress: the registry did not answer.\n");
  });
  response.on("close", () => onward.destroy());
  request.pipe(onward);
});

server.on("connect", async (request, client, head) => {
  client.on("error", () => client.destroy());
  const match = /^\[?([^\]]+?)\]?:(\d{1,5})$/.exec(request.url ?? "");
  const address = match === null ? null : await admit(match[1], Number(match[2]));
  if (!address) {
    const body = denied(request.url);
    client.end(
      `HTTP/1.1 ${address === null ? "403 Forbidden" : "502 Bad Gateway"}\r\ncontent-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
    );
    return;
  }
  const onward = connect(Number(match[2]), address, () => {
    client.write("HTTP/1.1 200 Connection Established\r\n\r\n");
    if (head.length > 0) onward.write(head);
    onward.pipe(client);
    client.pipe(onward);
  });
  for (const [one, other] of [
    [onward, client],
    [client, onward],
  ]) {
    one.setTimeout(IDLE_MS, () => one.destroy());
    // Not at once: what came before the end is still on its way to a slow reader.
    one.on("close", (failed) => (failed ? other.destroy() : other.destroySoon()));
  }
  onward.on("error", () => client.destroy());
});

server.on("clientError", (_error, socket) => socket.destroy());
server.maxConnections = MAX_CONNECTIONS;
server.listen(PORT, () => log({ event: "ready", port: server.address().port }));
for (const signal of ["SIGTERM", "SIGINT"]) process.on(signal, () => process.exit(0));
