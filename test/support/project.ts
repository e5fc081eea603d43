import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { ProjectFiles } from "../../src/setup/project-files.js";

/** A repository with these files, on disk. */
export async function projectWith(files: Readonly<Record<string, string>>): Promise<ProjectFiles> {
  const root = mkdtempSync(join(tmpdir(), "mneme-project-"));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return await ProjectFiles.open(root, "project", 100_000_000);
}
