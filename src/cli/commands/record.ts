import { writeFile } from "node:fs/promises";
import type { Command } from "commander";
import { readSettings } from "../../config/settings.js";
import { MnemeError } from "../../errors.js";
import { createTokenClient } from "../../github/octokit/client.js";
import { OctokitForge } from "../../github/octokit/octokit-forge.js";
import { toThreadFile } from "../../github/recorded/to-thread-file.js";
import { redact } from "../../memory/redaction.js";
import { threadKey } from "../../thread/thread.js";
import { createOutput } from "../output.js";

interface RecordOptions {
  json?: boolean;
  output?: string;
}

export function addRecordCommand(program: Command): void {
  program
    .command("record")
    .description("save an issue as a recorded thread; public repositories need no token (see GITHUB_TOKEN)")
    .argument("<issue>", "owner/repo#N, or the issue's address")
    .option("-o, --output <file>", "where to; - for standard output (default: owner-repo-N.json)")
    .option("--json", "print the recorded thread instead of saving it")
    .action(async (issue: string, options: RecordOptions) => await record(issue, options));
}

async function record(issue: string, options: RecordOptions): Promise<void> {
  const { repo, number } = parseIssue(issue);
  const settings = readSettings();
  const token = settings.GITHUB_TOKEN ?? null;
  const client = createTokenClient(token, settings.GITHUB_API_URL);
  const forge = new OctokitForge(() => Promise.resolve(client), {
    appId: null,
    authenticated: token !== null,
  });
  const output = createOutput(options);
  output.progress(`reading ${repo}#${number}`);
  const thread = await forge.readThread({ installation: "0", repo, number });
  output.progressDone();
  const file = toThreadFile(thread, (text) => redact(text).text);
  const text = `${JSON.stringify(file, null, 2)}\n`;
  if (options.json === true || options.output === "-") {
    process.stdout.write(text);
    return;
  }
  const name = options.output ?? `${repo.replace("/", "-")}-${number}.json`;
  await writeNew(name, text);
  const comments = thread.comments.length;
  output.line(`${name}: ${threadKey(thread)}, ${comments} ${comments === 1 ? "comment" : "comments"}`);
  if (token === null)
    output.line("without a token, who is a maintainer is a guess from what GitHub says of each author");
}

function parseIssue(text: string): { repo: string; number: number } {
  const short = /^([\w.-]+\/[\w.-]+)#(\d{1,15})$/.exec(text);
  const url = /^https?:\/\/[^/]+\/([\w.-]+\/[\w.-]+)\/issues\/(\d{1,15})(?:[?#].*)?$/.exec(text);
  const [, repo = "", number = ""] = short ?? url ?? [];
  if (repo === "" || Number(number) < 1)
    throw new MnemeError(
      "bad_input",
      `"${text}" names no issue: write owner/repo#12, or the issue's address`,
    );
  return { repo, number: Number(number) };
}

async function writeNew(file: string, text: string): Promise<void> {
  try {
    await writeFile(file, text);
  } catch (error) {
    throw new MnemeError("bad_input", `cannot write ${file}: name another file with --output`, {
      cause: error,
    });
  }
}
