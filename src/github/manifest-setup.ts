import { randomBytes, timingSafeEqual } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import { parse as parseYaml } from "yaml";
import { z } from "zod";
import { MnemeError } from "../errors.js";
import { respond, WEBHOOK_PATH, type Handler } from "../server.js";
import { escapeHtml } from "../util/escape-html.js";

const Conversion = z.object({
  id: z.number(),
  pem: z.string(),
  webhook_secret: z.string(),
  html_url: z.url(),
});

export interface ManifestSetupOptions {
  /** Path of app.yml. */
  manifestFile: string;
  /** Where the credentials are written; never over an app that stands there already. */
  envFile: string;
  /** GitHub's API and web addresses. */
  apiUrl: string;
  webUrl: string;
  fetch: typeof fetch;
  onDone: (appUrl: string) => void;
}

/**
 * The set-up pages of a server without credentials: GitHub's app manifest flow, at the addresses where Probot has it.
 * The state that only the page of this process knows keeps other sites from planting their own app here.
 */
export function createManifestSetup(options: ManifestSetupOptions): Handler {
  const state = randomBytes(24).toString("base64url");
  return async (request, response) => {
    if (request.method !== "GET") return false;
    const url = new URL(request.url ?? "/", "http://localhost");
    switch (url.pathname) {
      case "/":
        response.writeHead(302, { location: "/probot" }).end();
        return true;
      case "/probot":
        await showForm(request, response, state, options);
        return true;
      case "/probot/setup":
        await finish(url.searchParams, response, state, options);
        return true;
      default:
        return false;
    }
  };
}

async function showForm(
  request: IncomingMessage,
  response: ServerResponse,
  state: string,
  { manifestFile, webUrl }: ManifestSetupOptions,
): Promise<void> {
  const baseUrl = `http://${request.headers.host ?? "localhost"}`;
  const given = z.record(z.string(), z.unknown()).parse(parseYaml(await readFile(manifestFile, "utf8")));
  const manifest = {
    ...given,
    hook_attributes: { url: `${baseUrl}${WEBHOOK_PATH}` },
    redirect_url: `${baseUrl}/probot/setup`,
  };
  const page = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Set up mneme</title>
<h1>Set up mneme</h1>
<p>This makes a GitHub App of your own with exactly the permissions of <code>app.yml</code>.
GitHub must be able to reach its webhook address: change it there where this one is local.</p>
<form action="${escapeHtml(`${webUrl}/settings/apps/new?state=${state}`)}" method="post">
<input type="hidden" name="manifest" value="${escapeHtml(JSON.stringify(manifest))}">
<button>Create the GitHub App</button></form></html>`;
  const policy = `default-src 'none'; form-action ${webUrl}; frame-ancestors 'none'`;
  response
    .writeHead(200, { "content-type": "text/html; charset=utf-8", "content-security-policy": policy })
    .end(page);
}

async function finish(
  query: URLSearchParams,
  response: ServerResponse,
  state: string,
  options: ManifestSetupOptions,
): Promise<void> {
  const code = query.get("code") ?? "";
  if (!isSame(query.get("state") ?? "", state) || !/^[\w-]{1,200}$/.test(code)) {
    respond(response, 400, "this is not an answer to the set-up page of this server: open /probot again");
    return;
  }
  const app = await convert(code, options);
  await writeCredentials(app, options.envFile);
  options.onDone(app.html_url);
  response.writeHead(302, { location: `${app.html_url}/installations/new` }).end();
}

async function convert(code: string, options: ManifestSetupOptions): Promise<z.infer<typeof Conversion>> {
  const answer = await options.fetch(`${options.apiUrl}/app-manifests/${code}/conversions`, {
    method: "POST",
    headers: { accept: "application/vnd.github+json", "x-github-api-version": "2022-11-28" },
    signal: AbortSignal.timeout(20_000),
  });
  if (!answer.ok)
    throw new MnemeError("unavailable", `GitHub did not make the app (status ${String(answer.status)})`);
  return Conversion.parse(await answer.json());
}

/** Readable by the owner alone; an existing file is kept and added to. */
async function writeCredentials(app: z.infer<typeof Conversion>, envFile: string): Promise<void> {
  const before = await readFile(envFile, "utf8").catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return "";
    throw error;
  });
  if (/^APP_ID=/m.test(before))
    throw new MnemeError("conflict", `${envFile} names an app already: remove its APP_ID to set up another`);
  const lines = [
    `APP_ID=${String(app.id)}`,
    `PRIVATE_KEY="${app.pem.trim().replaceAll("\n", "\\n")}"`,
    `WEBHOOK_SECRET=${app.webhook_secret}`,
  ];
  const separator = before === "" || before.endsWith("\n") ? "" : "\n";
  await writeFile(envFile, `${before}${separator}${lines.join("\n")}\n`, { mode: 0o600 });
}

function isSame(a: string, b: string): boolean {
  return a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));
}
