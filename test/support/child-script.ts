import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { transpileSources } from "./transpile.js";

/** Below the packages, so that the child finds them. */
export async function compileSources(name: string): Promise<string> {
  const sources = join(process.cwd(), "node_modules", ".cache", "mneme-faults", name);
  await transpileSources(sources);
  return sources;
}

/**
 * Runs the text of a module in a process of its own; gives the JSON that it printed.
 *
 * @param by what starts the process: `["setpriv", …]`, `["unshare", …]`
 */
export async function runScript(script: string, by: readonly string[]): Promise<unknown> {
  const [program, ...args] = [...by, process.execPath, "--input-type=module", "-e", script];
  const child = spawn(program, args, { stdio: ["ignore", "pipe", "pipe"] });
  let said = "";
  let failed = "";
  child.stdout.on("data", (chunk: Buffer) => (said += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (failed += chunk.toString()));
  await once(child, "close");
  if (failed !== "") throw new Error(failed);
  return JSON.parse(said);
}
