import { spawn } from "node:child_process";
import { once } from "node:events";
import { connect, createServer, type AddressInfo, type Socket } from "node:net";
import { networkInterfaces } from "node:os";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { expect, test } from "@jest/globals";
import { describeWith } from "../support/require.js";

const PROGRAM = fileURLToPath(new URL("../../sandbox/egress-proxy.mjs", import.meta.url));
const SIZE = 8_000_000;
/** The proxy lets nobody through to the loopback range. */
const address = Object.entries(networkInterfaces())
  .filter(([name]) => name !== "lo")
  .flatMap(([, list]) => list ?? [])
  .find(({ family }) => family === "IPv4")?.address;

const missing = address === undefined ? "this machine has no address but loopback" : null;

describeWith("network-namespaces", missing, "the egress proxy", () => {
  test("a slow reader gets all that was sent before the other end hung up", async () => {
    const target = createServer((socket) => socket.end(Buffer.alloc(SIZE, "x"))).listen(0, "0.0.0.0");
    await once(target, "listening");
    const { port } = target.address() as AddressInfo;
    const proxy = spawn(process.execPath, [PROGRAM], {
      env: { EGRESS_ALLOW: `private:${address ?? ""}:${port}`, EGRESS_PORT: "0" },
      stdio: ["ignore", "pipe", "inherit"],
    });
    try {
      const [line] = (await once(createInterface(proxy.stdout), "line")) as [string];
      const ready = JSON.parse(line) as { port: number };
      const client = connect(ready.port, "127.0.0.1");
      client.write(`CONNECT ${address ?? ""}:${port} HTTP/1.1\r\n\r\n`);
      await once(client, "readable");
      expect(await readAll(client)).toBe("HTTP/1.1 200 Connection Established\r\n\r\n".length + SIZE);
    } finally {
      proxy.kill("SIGKILL");
      target.close();
    }
  }, 30_000);
});

/** Slower than the other end sends. */
async function readAll(socket: Socket): Promise<number> {
  let bytes = 0;
  for await (const chunk of socket) {
    bytes += (chunk as Buffer).length;
    await new Promise((resume) => setTimeout(resume, 5));
  }
  return bytes;
}
