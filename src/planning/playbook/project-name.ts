/** "owner/name" → "name" */
export function projectName(repo: string): string {
  return repo.split("/").at(-1) ?? repo;
}

/** Fit to stand in a sentence and in a command. */
export function isPlainName(name: string): boolean {
  return /^[A-Z][\w.-]{0,60}$/i.test(name);
}
