import { reportError } from "./cli/output.js";
import { runWorker } from "./programs.js";

// What the server starts as a worker process, as `mneme worker`.
try {
  await runWorker();
} catch (error) {
  process.exit(reportError(error));
}
