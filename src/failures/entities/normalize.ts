import type { Entity, EntityKind } from "../failure-case.js";

const PACKAGE_NAMES: Readonly<Record<string, (name: string) => string>> = {
  // PEP 503
  python: (name) => (name.split("[")[0] ?? name).replace(/[-_.]+/g, "-").toLowerCase(),
  node: (name) => name.toLowerCase(),
  dotnet: (name) => name.toLowerCase(),
  php: (name) => name.toLowerCase(),
  rust: (name) => name.replace(/-/g, "_").toLowerCase(),
  debian: (name) => name.split(":")[0] ?? name,
};

/** The registry family that an ecosystem's names belong to. */
const FAMILY: Readonly<Record<string, string>> = {
  pip: "python",
  poetry: "python",
  uv: "python",
  conda: "python",
  pipenv: "python",
  setuptools: "python",
  npm: "node",
  yarn: "node",
  pnpm: "node",
  nuget: "dotnet",
  composer: "php",
  cargo: "rust",
  apt: "debian",
  dpkg: "debian",
};

/** Gives the canonical spelling where it differs from the written one. */
export function normalizeEntity(kind: EntityKind, value: string, ecosystem: string): Entity {
  const normalized = canonical(kind, value, FAMILY[ecosystem] ?? ecosystem);
  return normalized === value || normalized === "" ? { kind, value } : { kind, value, normalized };
}

function canonical(kind: EntityKind, value: string, family: string): string {
  if (kind === "package" || kind === "conflicts_with") return (PACKAGE_NAMES[family] ?? identity)(value);
  if (kind === "constraint") return value.replace(/ ?, ?/g, ",").replace(/(?<=[<>=!~^]) /g, "");
  if (kind === "version") return value.replace(/^v(?=\d)/i, "");
  if (kind === "host") return value.toLowerCase().replace(/\.$/, "");
  if (kind === "language_runtime") return value.toLowerCase();
  if (kind === "file") return value.replace(/\\/g, "/");
  return value;
}

function identity(value: string): string {
  return value;
}
