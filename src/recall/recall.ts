import type { Environment } from "../environment/environment.js";
import type { Entity, ErrorType, FailureCase } from "../failures/failure-case.js";
import type { ReadScope } from "../memory/scope.js";
import type { RecallResult } from "./recalled.js";

/** What is known now, and where to look. */
export interface RecallQuery {
  moment: RecallResult["moment"];
  reader: ReadScope;
  /** The thread that asks: its own episodes are never recalled. */
  thread: string;
  title: string;
  /** The report in the reporter's words (its body), where there is one. */
  text?: string;
  symptoms: string[];
  error_types: ErrorType[];
  fingerprints: string[];
  entities: Entity[];
  failures: FailureCase[];
  environment: Environment;
  stage: string | null;
  /** The step about to be taken, for preventive recall: "pip install torch==1.12". */
  upcoming: string | null;
  /** Only what was known before: for replays. ISO time; null for now. */
  before: string | null;
  /** Default 5. */
  limit: number;
  /** Best score below which nothing is shown, in (0, 1): who asks by hand is content with less. Default: the store's. */
  least?: number;
}

/** Port of the recall room towards the story. Never throws for a lost index: it degrades and says so. */
export interface Recall {
  recall(query: RecallQuery): Promise<RecallResult>;
}
