import type { ExecResult } from "../../src/sandbox/sandbox.js";

/** What a command that ended at once by itself comes to. */
export function execResult(exit_code = 0, output = ""): ExecResult {
  return {
    exit_code,
    output,
    output_bytes: Buffer.byteLength(output),
    truncated: false,
    timed_out: false,
    out_of_memory: false,
    duration_ms: 1,
  };
}
