import type { Observation } from "../planning/observation.js";
import type { Plan } from "../planning/plan.js";
import { cloneRepository } from "./actions/clone-repository.js";
import { finish } from "./actions/finish.js";
import { readFile } from "./actions/read-file.js";
import { reproduce } from "./actions/reproduce.js";
import { runCommand } from "./actions/run-command.js";
import { searchMemory } from "./actions/search-memory.js";
import { searchWeb } from "./actions/search-web.js";
import { setUpEnvironment } from "./actions/setup-environment.js";
import { verifyMemory } from "./actions/verify-memory.js";
import type { ActingRoom } from "./room.js";

/** The table of what can be done; a planner can name nothing else. */
export async function act(plan: Plan, room: ActingRoom): Promise<Observation> {
  switch (plan.action) {
    case "run_command":
      return await runCommand(plan, room);
    case "read_file":
      return await readFile(plan, room);
    case "clone_repository":
      return await cloneRepository(plan, room);
    case "setup_environment":
      return await setUpEnvironment(plan, room);
    case "reproduce":
      return await reproduce(plan, room);
    case "search_memory":
      return await searchMemory(plan, room);
    case "search_web":
      return await searchWeb(plan, room);
    case "verify_memory":
      return await verifyMemory(plan, room);
    case "ask_reporter":
    case "ask_maintainer":
    case "propose_fix":
    case "conclude":
    case "decline":
      return finish(plan);
  }
}
