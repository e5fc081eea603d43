import { MnemeError } from "../../errors.js";
import type { Sandbox, SandboxSession } from "../sandbox.js";

const WHY =
  "No sandbox is configured: mneme proposes commands and people run them. Set sandbox.kind to docker to let it run them.";

/** Runs nothing: plans only, people run the commands. */
export class NoSandbox implements Sandbox {
  readonly kind = "none";

  unavailableBecause(): Promise<string | null> {
    return Promise.resolve(WHY);
  }

  open(): Promise<SandboxSession> {
    return Promise.reject(new MnemeError("unavailable", WHY));
  }

  sweep(): Promise<number> {
    return Promise.resolve(0);
  }
}
