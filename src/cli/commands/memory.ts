import type { Command } from "commander";
import { addAddCommand } from "./memory/add.js";
import { addExportCommand, addImportCommand } from "./memory/carry.js";
import { addCorrectCommand, addUndoCommand } from "./memory/correct.js";
import { addForgetCommand, addWipeCommand } from "./memory/forget.js";
import { addGoldCommand } from "./memory/gold.js";
import { addListCommand } from "./memory/list.js";
import { addReindexCommand } from "./memory/reindex.js";
import { addSearchCommand } from "./memory/search.js";
import { addShowCommand } from "./memory/show.js";
import { addStatsCommand } from "./memory/stats.js";

export function addMemoryCommand(program: Command): void {
  const memory = program.command("memory").description("see and change what mneme remembers");
  addSearchCommand(memory);
  addShowCommand(memory);
  addListCommand(memory);
  addAddCommand(memory);
  addCorrectCommand(memory);
  addUndoCommand(memory);
  addGoldCommand(memory);
  addForgetCommand(memory);
  addWipeCommand(memory);
  addExportCommand(memory);
  addImportCommand(memory);
  addReindexCommand(memory);
  addStatsCommand(memory);
}
