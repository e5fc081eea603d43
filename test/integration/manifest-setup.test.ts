import { mkdtemp, readFile, stat, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { createManifestSetup } from "../../src/github/manifest-setup.js";

let server: Server;
let base: string;
let envFile: string;
let asked: string[];

const APP = {
  id: 4711,
  pem: "-----BEGIN KEY-----\nabc\n-----END KEY-----\n",
  webhook_secret: "generated",
  html_url: "https://github.com/apps/mneme-test",
};

beforeEach(async () => {
  envFile = join(await mkdtemp(join(tmpdir(), "mneme-setup-")), ".env");
  asked = [];
  const handler = createManifestSetup({
    manifestFile: fileURLToPath(new URL("../../app.yml", import.meta.url)),
    envFile,
    apiUrl: "https://api.github.com",
    webUrl: "https://github.com",
    fetch: (input) => {
      asked.push(input instanceof Request ? input.url : input.toString());
      return Promise.resolve(Response.json(APP, { status: 201 }));
    },
    onDone: () => undefined,
  });
  server = createServer((request, response) => {
    Promise.resolve(handler(request, response)).catch(() => response.writeHead(500).end());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterEach(() => {
  server.close();
});

async function stateOfForm(): Promise<string> {
  const page = await (await fetch(`${base}/probot`)).text();
  return /apps\/new\?state=([\w-]+)/.exec(page)?.[1] ?? "";
}

test("the form asks for exactly the permissions and events of app.yml", async () => {
  const response = await fetch(`${base}/probot`);
  const page = await response.text();
  const manifest = JSON.parse(
    (/name="manifest" value="([^"]*)"/.exec(page)?.[1] ?? "").replaceAll("&quot;", '"'),
  ) as Record<string, unknown>;
  expect(manifest["default_permissions"]).toEqual({
    metadata: "read",
    issues: "write",
    contents: "read",
    pull_requests: "read",
  });
  expect(manifest["default_events"]).toEqual(["issues", "issue_comment", "repository"]);
  expect(manifest["public"]).toBe(false);
  expect(manifest["redirect_url"]).toBe(`${base}/probot/setup`);
  expect(response.headers.get("content-security-policy")).toContain("default-src 'none'");
});

test("GitHub's answer becomes credentials that the owner alone can read", async () => {
  await writeFile(envFile, "MNEME_DATA=/data");
  const answer = await fetch(`${base}/probot/setup?code=abc123&state=${await stateOfForm()}`, {
    redirect: "manual",
  });
  expect(answer.status).toBe(302);
  expect(answer.headers.get("location")).toBe("https://github.com/apps/mneme-test/installations/new");
  expect(asked).toEqual(["https://api.github.com/app-manifests/abc123/conversions"]);
  expect(await readFile(envFile, "utf8")).toBe(
    'MNEME_DATA=/data\nAPP_ID=4711\nPRIVATE_KEY="-----BEGIN KEY-----\\nabc\\n-----END KEY-----"\nWEBHOOK_SECRET=generated\n',
  );
});

test("a fresh file of credentials is private", async () => {
  await fetch(`${base}/probot/setup?code=abc123&state=${await stateOfForm()}`, { redirect: "manual" });
  expect((await stat(envFile)).mode & 0o077).toBe(0);
});

test.each([
  ["another site's state", "code=abc123&state=guessed"],
  ["no state", "code=abc123"],
  ["a code that is no code", "code=../../x&state=STATE"],
])("%s is refused, and nothing is asked or written", async (_, query) => {
  const answer = await fetch(`${base}/probot/setup?${query.replace("STATE", await stateOfForm())}`);
  expect(answer.status).toBe(400);
  expect(asked).toEqual([]);
  await expect(stat(envFile)).rejects.toThrow("ENOENT");
});

test("an app that stands there already is not replaced", async () => {
  await writeFile(envFile, "APP_ID=1\n");
  const answer = await fetch(`${base}/probot/setup?code=abc123&state=${await stateOfForm()}`, {
    redirect: "manual",
  });
  expect(answer.status).toBe(500);
  expect(await readFile(envFile, "utf8")).toBe("APP_ID=1\n");
});
