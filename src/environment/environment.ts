import { z } from "zod";

/** Where an environment value was read. `comment_id` null means the body of the issue. */
export const FactSource = z.object({
  kind: z.enum(["thread", "sandbox", "inference"]),
  comment_id: z.string().nullable(),
  author_role: z.string().nullable(),
});
export type FactSource = z.infer<typeof FactSource>;

/** One value with where it comes from. `confidence` is in (0, 1). */
export const EnvironmentFact = z.object({
  value: z.string(),
  source: FactSource,
  confidence: z.number().min(0).max(1),
});
export type EnvironmentFact = z.infer<typeof EnvironmentFact>;

const Versions = z.record(z.string(), EnvironmentFact);

/**
 * What a thread or a sandbox says about the machine. Absent means unknown.
 *
 * `os` is as it was written ("OS X 10.11"), `os_family` one of linux, macos, windows, freebsd, openbsd, netbsd, android, ios …;
 * `arch` one of x86_64, x86, arm64, arm, …; the maps go from a lower-case name to a version, as written.
 */
export const Environment = z.object({
  os: EnvironmentFact.optional(),
  os_family: EnvironmentFact.optional(),
  distro: EnvironmentFact.optional(),
  arch: EnvironmentFact.optional(),
  container: EnvironmentFact.optional(),
  ci: EnvironmentFact.optional(),
  cuda: EnvironmentFact.optional(),
  /** Language runtimes: node, python, ruby, java, go, rustc, php, dotnet … */
  runtimes: Versions,
  /** npm, pip, cargo, apt, maven … */
  package_managers: Versions,
  /** Everything else that has a version: the project itself, compilers, libraries, tools, devices. */
  software: Versions,
});
export type Environment = z.infer<typeof Environment>;

export function emptyEnvironment(): Environment {
  return { runtimes: {}, package_managers: {}, software: {} };
}
