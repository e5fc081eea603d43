import { entityOf, type FailedStep } from "./pit.js";
import {
  wantedCommand,
  wantedHeader,
  wantedLibrary,
  wantedModule,
  wantedPkgConfig,
  wantedRuntime,
} from "./system-patterns.js";

/** Something that the system should have: how it is called, and where the distribution's index may list it. */
export interface Wanted {
  name: string;
  patterns: readonly string[];
  /** Where the text itself names the package. */
  package?: string;
}

/** What a failed build says that it looked for, the surest reading first. */
export function wantedByFailure({ failure, output }: Pick<FailedStep, "failure" | "output">): Wanted[] {
  const wanted: Wanted[] = [];
  const add = (name: string | null | undefined, of: (name: string) => Wanted): void => {
    if (name !== null && name !== undefined && name.length > 0 && name.length < 100) wanted.push(of(name));
  };
  const header =
    entityOf(failure, "header") ??
    match(output, /fatal error: '?([\w./+-]+\.h(?:pp|xx)?)'?(?: file not found|: No such file)/);
  // What a source includes in quotes is its own more often than the system's.
  if (header === null || header.includes("/") || !output.includes(`#include "${header}"`))
    add(header, wantedHeader);
  const loaded =
    match(output, /lib([\w.+-]+)\.so[\d.]*: cannot open shared/) ??
    match(output, /(?:cannot load library|no library called)[ '"`]{1,3}(?:lib)?([\w+-][\w.+-]*)/i) ??
    match(output, /(?:unable to|failed to|could not|cannot) (?:find|load) ([a-z][\w+-]*) shared library/i);
  add(loaded, wantedRuntime);
  const library =
    entityOf(failure, "library") ??
    match(output, /cannot find -l([\w+.-]+)/) ??
    match(output, /(?:failed to find|could not find|unable to find|cannot find)[ '"`]{1,3}lib([\w+-]+)/i);
  add(library, wantedLibrary);
  const pc =
    match(output, /No package '([\w+.-]+)' found/) ??
    match(output, /Package '?([\w+.-]+)'? was not found in the pkg-config/) ??
    match(output, /The system library `([\w+.-]+)` required by crate/) ??
    match(output, /could not find system library '([\w+.-]+)'/);
  add(pc, wantedPkgConfig);
  // "Command 'pkg-config --exists mariadb' returned 1": a build asks for one name after the other and needs one of them.
  for (const found of output.matchAll(/\bpkg-config(?: --[\w=-]+){1,4} '?([a-z][\w.+-]*)/gi))
    add(found[1], wantedPkgConfig);
  add(advised(output), (name) => ({ name, patterns: [], package: name }));
  const command =
    entityOf(failure, "command") ??
    match(output, /(?:^|\s|\/)([\w.+-]+): (?:command )?not found/) ??
    match(output, /No such file or directory: '([\w.+-]+)'/) ??
    match(output, /[Cc]an't exec "([\w.+-]+)"/) ??
    match(output, /[Cc]ould not find `([\w.+-]+)`/) ??
    match(output, /failed to (?:execute|run|spawn)[^`'"\n]{0,40}[`'"]([\w.+-]+)[`'" ]/i) ??
    match(output, /\b([a-z]\w{1,30}_config)\b[^\n]{1,40}(?:not found|executable)/i);
  if (command !== null && /^[\w.+-]+$/.test(command)) add(command, wantedCommand);
  for (const found of output.matchAll(
    /is (?:`|')?([\w.+-]+)(?:`|')? installed\?|Could NOT find ([A-Z][A-Za-z0-9]+)|configuration file provided by "(\w+)"/g,
  ))
    add(found[1] ?? found[2] ?? found[3], wantedModule);
  return wanted;
}

/** Many a build script says which package is wanted: "Try `apt install libfoo-dev`". */
function advised(output: string): string | null {
  for (const found of output.matchAll(/\bapt(?:-get)? install (?:-y )?([a-z0-9][a-z0-9+.-]+)/g)) {
    const name = found[1]?.replace(/\.$/, "");
    if (name !== undefined && !/^(?:pkg-config|build-essential|gcc|make|cmake)$/.test(name)) return name;
  }
  return null;
}

function match(text: string, pattern: RegExp): string | null {
  return pattern.exec(text)?.[1] ?? null;
}
