import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { connect, createServer, type AddressInfo, type Socket } from "node:net";
import { networkInterfaces } from "node:os";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { expect, test } from "@jest/globals";
import { describeWith } from "../support/require.js";

const PROGRAM = fileURLToPath(new URL("../../sandbox/egress-proxy.mjs", import.meta.url));
/** The proxy lets nobody through to the loopback range. */
const address = Object.entries(networkInterfaces())
  .filter(([name]) => name !== "lo")
  .flatMap(([, list]) => list ?? [])
  .find(({ family }) => family === "IPv4")?.address;

const missing =
  address === undefined || process.platform !== "linux"
    ? "this machine has no address but loopback, or no /proc/net"
    : null;

describeWith("network-namespaces", missing, "the egress proxy", () => {
  test("a reader that is late gets all that was sent before the other end hung up", async () => {
    let sent = 0;
    let isSent: () => void = () => undefined;
    const hungUp = new Promise<void>((resolve) => (isSent = resolve));
    const target = createServer((socket) => {
      void (async () => {
        sent = await sendUntilNobodyTakesMore(socket, proxyPort);
        socket.end();
        isSent();
      })();
    }).listen(0, "0.0.0.0");
    await once(target, "listening");
    const { port } = target.address() as AddressInfo;
    const proxy = spawn(process.execPath, [PROGRAM], {
      env: { EGRESS_ALLOW: `private:${address ?? ""}:${port}`, EGRESS_PORT: "0" },
      stdio: ["ignore", "pipe", "inherit"],
    });
    let proxyPort = 0;
    try {
      const [line] = (await once(createInterface(proxy.stdout), "line")) as [string];
      proxyPort = (JSON.parse(line) as { port: number }).port;
      const client = connect(proxyPort, "127.0.0.1");
      client.pause();
      client.write(`CONNECT ${address ?? ""}:${port} HTTP/1.1\r\n\r\n`);
      await hungUp;
      // Long enough for the proxy to see the end.
      await sleep(300);
      expect(await readAll(client)).toBe("HTTP/1.1 200 Connection Established\r\n\r\n".length + sent);
    } finally {
      proxy.kill("SIGKILL");
      target.close();
    }
  }, 60_000);
});

const FIRST = 2_500_000;
/** Less than what a stream holds back before it asks its source to wait. */
const PIECE = 3_000;
const MOST = 40_000_000;

/**
 * Sends until the kernel takes no more of what the proxy passes on, so that the last pieces wait in the proxy itself.
 * Gives how much was sent.
 */
async function sendUntilNobodyTakesMore(socket: Socket, proxyPort: number): Promise<number> {
  socket.setNoDelay(true);
  socket.write(Buffer.alloc(FIRST, "x"));
  let sent = FIRST;
  await sleep(200);
  for (let unchanged = 0, before = -1; unchanged < 3 && sent < MOST; sent += PIECE) {
    socket.write(Buffer.alloc(PIECE, "x"));
    await sleep(unchanged > 0 ? 25 : 2);
    const waiting = unsentBytes(proxyPort);
    unchanged = waiting === before ? unchanged + 1 : 0;
    before = waiting;
  }
  return sent;
}

/** What the kernel holds of a server's answers: the queue of its connections on this port. */
function unsentBytes(port: number): number {
  const local = `:${port.toString(16).toUpperCase().padStart(4, "0")}`;
  return ["/proc/net/tcp", "/proc/net/tcp6"]
    .flatMap((path) => readFileSync(path, "utf8").split("\n"))
    .map((line) => line.trim().split(/\s+/))
    .filter(([, own]) => own?.endsWith(local) === true)
    .reduce((sum, fields) => sum + Number.parseInt(fields[4] ?? "0", 16), 0);
}

async function readAll(socket: Socket): Promise<number> {
  let bytes = 0;
  for await (const chunk of socket) bytes += (chunk as Buffer).length;
  return bytes;
}
