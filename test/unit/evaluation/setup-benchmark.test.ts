import { expect, test } from "@jest/globals";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { GOALS } from "../../../src/setup/setup.js";

const ROOT = "eval/setup";
const HALVES = ["learn", "test"] as const;

interface Repository {
  half: (typeof HALVES)[number];
  folder: string;
  pit: string;
  ecosystem: string;
  name: string;
  meta: { pit: string; ecosystem: string; goal: string; also: string[] };
  files: { path: string; text: string }[];
}

const repositories = HALVES.flatMap((half) =>
  readdirSync(join(ROOT, half)).map((folder) => readRepository(half, folder)),
);
const pits = Array.from(new Set(repositories.map(({ pit }) => pit))).sort();

function readRepository(half: Repository["half"], folder: string): Repository {
  const [pit = "", ecosystem = "", name = ""] = folder.split("--");
  const root = join(ROOT, half, folder);
  const files = readdirSync(join(root, "repo"), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => ({
      path: join(entry.parentPath, entry.name).slice(root.length + "/repo/".length),
      text: readFileSync(join(entry.parentPath, entry.name), "utf8"),
    }));
  const meta = JSON.parse(readFileSync(join(root, "pit.json"), "utf8")) as Repository["meta"];
  return { half, folder, pit, ecosystem, name, meta, files };
}

/** Tools of the trade that both halves may use: what a pit is about is never one of them. */
const TOOLS =
  /^(?:pytest|setuptools|wheel|hatchling|junit|minitest|rake|python|php|node|react|pnpm|yarn|webpack.*|serde.*)$/;

/** What a repository's manifests ask for, by name. */
function packagesOf({ files }: Repository): Set<string> {
  const names = files.flatMap(({ path, text }) => {
    if (path.endsWith("package.json")) return namesOfPackageJson(text);
    if (/requirements[\w/]*\.txt$/.test(path)) return lines(text, /^[\w.-]+/);
    if (path.endsWith("Cargo.toml"))
      return lines(text.split(/^\[(?:build-)?dependencies/m).at(1) ?? "", /^[\w-]+(?= ?=)/);
    if (path.endsWith("go.mod")) return lines(text, /^(?:require )?\t?[\w.-]+\/[\w./-]+/);
    if (path.endsWith("pom.xml"))
      return Array.from(text.matchAll(/<artifactId>([^<]+)/g), ([, name]) => name ?? "");
    if (path.endsWith("Gemfile")) return Array.from(text.matchAll(/gem "([^"]+)/g), ([, name]) => name ?? "");
    return [];
  });
  return new Set(names.map((name) => name.toLowerCase()).filter((name) => !TOOLS.test(name)));
}

function namesOfPackageJson(text: string): string[] {
  const json = JSON.parse(text) as Record<
    "dependencies" | "devDependencies",
    Record<string, string> | undefined
  >;
  return Object.keys({ ...json.dependencies, ...json.devDependencies });
}

function lines(text: string, pattern: RegExp): string[] {
  return text.split("\n").flatMap((line) => pattern.exec(line)?.[0] ?? []);
}

test("it is large and broad enough", () => {
  expect(repositories.length).toBeGreaterThanOrEqual(64);
  expect(new Set(repositories.map(({ ecosystem }) => ecosystem)).size).toBeGreaterThanOrEqual(7);
  expect(pits.length).toBeGreaterThanOrEqual(20);
});

test.each(repositories.map((repository) => [`${repository.half}/${repository.folder}`, repository] as const))(
  "%s says what it is and has something to set up",
  (_, { folder, pit, ecosystem, name, meta, files }) => {
    expect(folder).toBe([pit, ecosystem, name].join("--"));
    expect(meta).toMatchObject({ pit, ecosystem });
    expect(GOALS).toContain(meta.goal);
    expect(files.some(({ path }) => /^readme/i.test(path))).toBe(true);
    expect(files.length).toBeGreaterThanOrEqual(3);
  },
);

test.each(pits)("%s: both halves have it, once at least in the same ecosystem, under other names", (pit) => {
  const [learn, held] = HALVES.map((half) =>
    repositories.filter((repository) => repository.pit === pit && repository.half === half),
  ) as [Repository[], Repository[]];
  const shared = learn.filter((one) => held.some((other) => other.ecosystem === one.ecosystem));
  expect(shared.length).toBeGreaterThan(0);
  expect(learn.map(({ name }) => name)).not.toEqual(expect.arrayContaining(held.map(({ name }) => name)));
  const known = new Set(learn.flatMap((one) => Array.from(packagesOf(one))));
  const again = held.flatMap((one) => Array.from(packagesOf(one)).filter((name) => known.has(name)));
  expect(again).toEqual([]);
});

test("no file leads anywhere but to a code host: registries are the sandbox's own affair", () => {
  const named = repositories.flatMap(({ half, folder, files }) =>
    files.flatMap(({ path, text }) =>
      Array.from(text.matchAll(/https?:\/\/([\w.-]+)/g), ([, host]) => host ?? "")
        .filter((host) => host !== "github.com")
        .map((host) => `${half}/${folder}/${path}: ${host}`),
    ),
  );
  expect(named).toEqual([]);
});
