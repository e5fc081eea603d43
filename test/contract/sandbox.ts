import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { DEFAULT_LIMITS, type Sandbox, type SandboxSession } from "../../src/sandbox/sandbox.js";

/** What every sandbox that runs commands must hold to. */
export function describeSandbox(name: string, create: () => Sandbox): void {
  describe(`sandbox contract: ${name}`, () => {
    const sandbox = create();
    let session: SandboxSession;

    beforeEach(async () => {
      session = await sandbox.open({
        run_id: `contract-${name}`,
        image: null,
        network: "none",
        limits: DEFAULT_LIMITS,
      });
    });

    afterEach(async () => {
      await session[Symbol.asyncDispose]();
    });

    test("gives exit code, output of both streams and duration", async () => {
      const result = await session.exec("echo out; echo err >&2; exit 3");
      expect(result).toMatchObject({
        exit_code: 3,
        truncated: false,
        timed_out: false,
        out_of_memory: false,
      });
      expect(result.output.split("\n").sort()).toEqual(["", "err", "out"]);
      expect(result.output_bytes).toBe(8);
      expect(result.duration_ms).toBeGreaterThan(0);
    });

    test("runs in the work folder with the given environment and nothing of the host's", async () => {
      const result = await session.exec('pwd; echo "$GREETING"; env', { env: { GREETING: "hello there" } });
      expect(result.output.split("\n").slice(0, 2)).toEqual([session.workdir, "hello there"]);
      expect(result.output).not.toContain(
        process.env["HOME"] === "/work/home" ? "impossible" : `HOME=${process.env["HOME"]}\n`,
      );
      expect((await session.exec("pwd", { cwd: "/tmp" })).output).toBe("/tmp\n");
    });

    test("says so where a command or a folder does not exist", async () => {
      expect((await session.exec("no-such-command")).exit_code).toBe(127);
      expect((await session.exec("true", { cwd: "/no/such/folder" })).exit_code).not.toBe(0);
    });

    test("keeps files between commands and gives them back byte for byte", async () => {
      const bytes = Uint8Array.from([0, 255, 10, 195, 40]);
      await session.writeFiles([
        { path: "deep/er/data.bin", content: bytes },
        { path: "run me.sh", content: "#!/bin/sh\necho ran\n", mode: 0o755 },
      ]);
      expect(await session.readFile("deep/er/data.bin", 100)).toEqual(Buffer.from(bytes));
      expect(await session.readFile("deep/er/data.bin", 2)).toEqual(Buffer.from([0, 255]));
      expect(await session.readFile("nowhere", 10)).toBeNull();
      expect((await session.exec("./run\\ me.sh")).output).toBe("ran\n");
    });

    test("streams output while the command runs", async () => {
      const seen: string[] = [];
      await session.exec("echo one; sleep 0.4; echo two", { onOutput: (chunk) => seen.push(chunk) });
      expect(seen.join("")).toBe("one\ntwo\n");
      expect(seen.length).toBeGreaterThan(1);
    });

    test("keeps head and tail of long output and counts all of it", async () => {
      const result = await session.exec("seq 1 200000", { max_output_bytes: 2_000 });
      expect(result.truncated).toBe(true);
      expect(result.output_bytes).toBe(1_288_895);
      expect(result.output.startsWith("1\n2\n3\n")).toBe(true);
      expect(result.output.endsWith("199999\n200000\n")).toBe(true);
      expect(result.output.length).toBeLessThan(2_200);
    });

    test("never cuts a character in two", async () => {
      const text = "añ漢😀".repeat(3_000);
      await session.writeFiles([{ path: "text", content: text }]);
      expect((await session.exec("cat text")).output).toBe(text);
      const slow = await session.exec(
        "for b in 360 237 ; do printf \"\\\\$b\"; sleep 0.1; done; printf '\\230'; sleep 0.1; printf '\\200'",
      );
      expect(slow.output).toBe("😀");
      expect((await session.exec("printf '\\377ok\\303'")).output).toBe("\ufffdok\ufffd");
    });

    test("ends a command at its time limit, with all that it started", async () => {
      const result = await session.exec("trap '' TERM; (setsid sleep 61 &); sleep 60", { timeout_ms: 700 });
      expect(result.timed_out).toBe(true);
      expect(result.exit_code).not.toBe(0);
      expect(result.duration_ms).toBeLessThan(10_000);
      expect(
        (await session.exec("ls /proc | grep -c '^[0-9]' ; cat /proc/*/cmdline | tr '\\0' ' '")).output,
      ).not.toMatch(/sleep 6\d/);
    });

    test("does not wait for what a command left in the background", async () => {
      const result = await session.exec("sleep 30 & echo started");
      expect(result.output).toBe("started\n");
      expect(result.duration_ms).toBeLessThan(6_000);
    });

    test("stops at the caller's signal", async () => {
      const controller = new AbortController();
      setTimeout(() => controller.abort(new Error("enough")), 300);
      await expect(session.exec("sleep 30", { signal: controller.signal })).rejects.toThrow("enough");
      expect((await session.exec("echo still here")).output).toBe("still here\n");
    });

    test("goes back to a snapshot, more than once", async () => {
      await session.exec("echo one > file; mkdir -p kept; echo x > ~/.config-of-mine");
      const snapshot = await session.snapshot();
      await session.exec("echo two > file; rm -r kept; touch more; rm ~/.config-of-mine");
      await session.restore(snapshot);
      expect((await session.exec("cat file; ls; cat ~/.config-of-mine")).output).toBe("one\nfile\nkept\nx\n");
      await session.exec("rm file");
      await session.restore(snapshot);
      expect((await session.exec("cat file")).output).toBe("one\n");
      await expect(session.restore("unknown")).rejects.toMatchObject({ code: "not_found" });
    });

    test("tells a death for want of memory from others", async () => {
      const limits = { ...DEFAULT_LIMITS, memory_mb: 128, disk_mb: 64 };
      await using small = await sandbox.open({
        run_id: `contract-${name}`,
        image: null,
        network: "none",
        limits,
      });
      const hungry = await small.exec("python3 -c 'x = bytearray(1024 ** 3); print(len(x))' || exit $?");
      expect(hungry).toMatchObject({ exit_code: 137, out_of_memory: true, timed_out: false });
      expect(await small.exec("kill -KILL $$")).toMatchObject({ exit_code: 137, out_of_memory: false });
    });

    test("is gone once it is closed", async () => {
      await session[Symbol.asyncDispose]();
      await session[Symbol.asyncDispose]();
      await expect(session.exec("true")).rejects.toMatchObject({ code: "unavailable" });
    });
  });
}
