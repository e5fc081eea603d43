import { debianScheme } from "./debian.js";
import { mavenScheme } from "./maven.js";
import { pep440Scheme } from "./pep440.js";
import { semverScheme } from "./semver.js";
import type { VersionScheme } from "./version-scheme.js";

const PYTHON = new Set([
  "python",
  "pip",
  "pipenv",
  "poetry",
  "uv",
  "conda",
  "numpy",
  "pandas",
  "torch",
  "tensorflow",
  "django",
  "flask",
]);
const MAVEN = new Set([
  "java",
  "maven",
  "gradle",
  "kotlin",
  "scala",
  "sbt",
  "spark",
  "hadoop",
  "kafka",
  "tomcat",
]);
const DEBIAN = new Set(["apt", "glibc", "linux-kernel", "openssl", "systemd"]);

/** The rules that a program's versions follow; semver, read leniently, where nothing else is known. */
export function schemeOf(name: string): VersionScheme {
  if (PYTHON.has(name)) return pep440Scheme;
  if (MAVEN.has(name)) return mavenScheme;
  return DEBIAN.has(name) ? debianScheme : semverScheme;
}
