/** Folders in which tools unpack a package to build it: the package's name stands in the path. */
const PLACES: readonly RegExp[] = [
  /[/\\]pip-(?:install|build|req-build|wheel|unpack)-\w{4,12}[/\\]{1,2}([a-z][\w.-]{0,80}?)(?:_[0-9a-f]{32})?[/\\]/i,
  /\/registry\/src\/[^/\s]{1,80}\/([a-z][\w-]{0,80}?)-\d{1,5}\.\d{1,5}\.\d[\w.+-]{0,30}\//,
  /\/(?:release|debug)\/build\/([a-z][\w-]{0,80}?)-[0-9a-f]{16}\//,
  /\/gems\/([a-z][\w-]{0,80}?)-\d{1,5}\.\d[\w.]{0,30}\/ext\//,
  /\/node_modules\/((?:@[\w.-]{1,60}\/)?[a-z][\w.-]{0,80})\/build(?:\/|'|$)/m,
];

/** The package whose sources the text speaks of, as written. */
export function packageOfPlace(text: string): string | undefined {
  for (const place of PLACES) {
    const name = place.exec(text)?.[1];
    if (name !== undefined) return name;
  }
  return undefined;
}
