/** "owner/name" → "name" */
export function projectName(repo: string): string {
  return repo.split("/").at(-1) ?? repo;
}
