import { jest } from "@jest/globals";
import { Command } from "commander";

/** Runs `mneme WORDS…` with the commands that `add` gives it, in this process; what it printed, and its exit code. */
export async function runCommand(
  add: (program: Command) => void,
  words: readonly string[],
): Promise<{ printed: string; code: number }> {
  const program = new Command("mneme").exitOverride().configureOutput({ writeErr: () => undefined });
  add(program);
  let printed = "";
  const write = jest.spyOn(process.stdout, "write").mockImplementation((text) => {
    printed += String(text);
    return true;
  });
  try {
    await program.parseAsync(["node", "mneme", ...words]);
    return { printed, code: Number(process.exitCode ?? 0) };
  } finally {
    write.mockRestore();
    process.exitCode = 0;
  }
}
