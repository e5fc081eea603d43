export { MnemeError, type ErrorCode } from "./errors.js";
export { Episode } from "./memory/episode.js";
export { FailureCase } from "./failures/failure-case.js";
export { Plan } from "./planning/plan.js";
export { RunRecord } from "./run-record.js";
export { Thread } from "./thread/thread.js";
