import { inFolder } from "../ecosystems/ecosystem.js";
import { posix } from "node:path";
import type { ProjectFiles } from "../project-files.js";

/** What may be left out of an import. */
export const ENDS = ["", ".js", ".ts", ".tsx", ".jsx", ".mjs", ".cjs", ".json", "/index.js", "/index.ts"];
const SCRIPT = /\.(?:[cm]?[jt]sx?|vue)$/;
const SOURCE = /\.(?:c|cc|cpp|cxx|h|hh|hpp)$/;

interface MissingLocal {
  /** Relative to the folder that was asked about. */
  target: string;
  /** The source that wants it. */
  from: string;
}

/** Files of the project's own that its sources import or include and that are not in the repository. */
export function missingLocals(files: ProjectFiles, folder: string): MissingLocal[] {
  const names = files.names(folder);
  const exact = new Set(names);
  return names
    .filter((name) => SCRIPT.test(name) || SOURCE.test(name))
    .flatMap((from) =>
      localTargets(files.text(inFolder(folder, from)) ?? "", from, names).map((target) => ({ target, from })),
    )
    .filter(({ target, from }) => {
      if (isSource(from)) {
        const included = writtenAs(target, from);
        return !names.some((name) => name === target || name === included || name.endsWith(`/${included}`));
      }
      // A compiled file is imported under the name that it will have.
      const source = target.replace(/\.[mc]?js$/, "");
      return ![...ENDS.map((end) => target + end), `${source}.ts`, `${source}.tsx`, `${source}.mts`].some(
        (name) => exact.has(name),
      );
    });
}

export function isSource(name: string): boolean {
  return SOURCE.test(name);
}

/** As it stands in the source. */
export function writtenAs(target: string, from: string): string {
  const folder = posix.dirname(from);
  return folder === "." ? target : posix.relative(folder, target);
}

/** What a source includes in quotes, or in brackets below a folder of its own, or imports by a relative path. */
function localTargets(text: string, from: string, names: readonly string[]): string[] {
  const pattern = isSource(from)
    ? /^[ \t]*#[ \t]*include[ \t]*(["<])([^">\n]+)[">]/gm
    : /(?:require\(|from |import |import\()(["'])(\.{1,2}\/[^"'\n]+)["']/g;
  const written = Array.from(text.matchAll(pattern))
    .filter(([, mark, path = ""]) => mark !== "<" || names.some((name) => endsAlike(name, path)))
    .map(([, , path = ""]) => path);
  return written
    .map((path) => posix.normalize(posix.join(posix.dirname(from), path)))
    .filter((path) => !path.startsWith("..") && !/\.(?:css|scss|svg|png|json5)$/.test(path));
}

function endsAlike(name: string, path: string): boolean {
  return `/${name}`.toLowerCase().endsWith(`/${path.toLowerCase()}`);
}
