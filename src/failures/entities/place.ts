import type { Named } from "./notations.js";

/** Folders in which tools unpack a package to build it: its name, and often its version, stand in the path. */
const PLACES: readonly RegExp[] = [
  /[/\\]pip-(?:install|build|req-build|wheel|unpack)-\w{4,12}[/\\]{1,2}(?<name>[a-z][\w.-]{0,80}?)(?:_[0-9a-f]{32})?[/\\]/i,
  /\/registry\/src\/[^/\s]{1,80}\/(?<name>[a-z][\w-]{0,80}?)-(?<version>\d{1,5}\.\d{1,5}\.\d[\w.+-]{0,30})\//,
  /\/(?:release|debug)\/build\/(?<name>[a-z][\w-]{0,80}?)-[0-9a-f]{16}\//,
  /\/gems\/(?<name>[a-z][\w-]{0,80}?)-(?<version>\d{1,5}\.\d[\w.]{0,30})(?:\/ext\/| for inspection)/i,
  /\/node_modules\/(?<name>(?:@[\w.-]{1,60}\/)?[a-z][\w.-]{0,80})\/build(?:\/|'|$)/m,
];

/** The package whose sources the text speaks of, as written. */
export function packageOfPlace(text: string): readonly Named[] {
  for (const place of PLACES) {
    const { name, version } = place.exec(text)?.groups ?? {};
    if (name === undefined) continue;
    const found: Named[] = [{ kind: "package", value: name }];
    return version === undefined ? found : [...found, { kind: "version", value: version }];
  }
  return [];
}
