import { posix } from "node:path";

/** The absolute path where it lies inside the folder; null where it leads out of it. */
export function pathInside(folder: string, path: string): string | null {
  if (path.includes("\u0000")) return null;
  const absolute = posix.resolve(folder, path);
  return absolute === folder || absolute.startsWith(`${folder}/`) ? absolute : null;
}
