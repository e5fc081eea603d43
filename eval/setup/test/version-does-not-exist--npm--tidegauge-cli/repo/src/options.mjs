import minimist from "minimist";

export function parseOptions(argv) {
  const parsed = minimist(argv, { string: ["station"], default: { station: "unknown" } });
  return { station: parsed.station, file: parsed._[0] };
}
