import { existsSync } from "node:fs";

/** Reads a `.env` file where there is one. What the environment says already wins over it. */
export function loadEnvFile(path: string): void {
  if (existsSync(path)) process.loadEnvFile(path);
}
