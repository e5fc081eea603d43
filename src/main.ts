import { reportError } from "./cli/output.js";
import { runServer } from "./programs.js";

// `npm start`, as `mneme serve`: the server with its workers.
try {
  await runServer();
} catch (error) {
  process.exitCode = reportError(error);
}
