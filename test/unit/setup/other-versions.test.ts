import { expect, test } from "@jest/globals";
import { detectProject } from "../../../src/setup/detect/detect-project.js";
import { NO_LOOKUPS, type Lookups } from "../../../src/setup/lookups/lookups.js";
import { versionNotFound } from "../../../src/setup/pits/versions.js";
import { conflict } from "../../../src/setup/pits/conflicts.js";
import { lockOutOfStep } from "../../../src/setup/pits/lock-files.js";
import { javaLevel, privatePackage } from "../../../src/setup/pits/other-ecosystems.js";
import type { Pit } from "../../../src/setup/pits/pit.js";
import { projectWith } from "../../support/project.js";

async function foreseen(pit: Pit, files: Record<string, string>, id: string, lookups: Partial<Lookups>) {
  const project = await projectWith(files);
  const detection = detectProject(project, "test");
  const step = detection.steps.find((planned) => planned.id === id);
  if (step === undefined) throw new Error(`no step ${id}`);
  const surroundings = {
    files: project,
    detection,
    python_indexes: [],
    lookups: { ...NO_LOOKUPS, ...lookups },
  };
  return ((await pit.foresee?.(surroundings, step)) ?? []).flatMap(({ strategy }) => strategy.steps);
}

const npm: Partial<Lookups> = {
  nodePackages: (names) =>
    Promise.resolve(
      Object.fromEntries(names.map((name) => [name, { versions: { "1.2.0": {}, "1.3.0": {} }, tags: {} }])),
    ),
};

test("a member of an npm workspace asks for a version that is not there", async () => {
  const files = {
    "package.json": '{"private":true,"workspaces":["packages/*"]}',
    "packages/ink/package.json": '{"name":"@x/ink","version":"1.0.0","dependencies":{"pen":"^4.0.0"}}',
  };
  expect(await foreseen(versionNotFound, files, "npm/install", npm)).toEqual([
    "cd packages/ink && npm pkg set 'dependencies[pen]=1.3.0'",
    "rm -f package-lock.json",
  ]);
});

test("a folder below that is a project of its own is left alone", async () => {
  const files = {
    "package.json": '{"dependencies":{"pen":"1.2.0"}}',
    "example/package.json": '{"dependencies":{"pen":"9.0.0"}}',
  };
  expect(await foreseen(versionNotFound, files, "npm/install", npm)).toEqual([]);
});

const WORKSPACE = {
  "package.json": '{"private":true,"workspaces":["packages/*"]}',
  "packages/ink/package.json":
    '{"name":"@x/ink","version":"1.0.0","dependencies":{"pen":"^1.0.0","@corp/well":"^1.0.0"}}',
  "packages/quill/package.json":
    '{"name":"@x/quill","version":"1.0.0","dependencies":{"@x/ink":"^1.0.0","nib":"^1.0.0"}}',
};

test("members of a workspace: a package that only its owners can fetch, peers that disagree, a lock file behind", async () => {
  const lookups: Partial<Lookups> = {
    nodePackages: (names) =>
      Promise.resolve(
        Object.fromEntries(
          names.map((name) => [
            name,
            name === "@corp/well"
              ? null
              : {
                  versions: { "1.3.0": name === "nib" ? { peerDependencies: { pen: "^2.0.0" } } : {} },
                  tags: {},
                },
          ]),
        ),
      ),
  };
  expect(await foreseen(privatePackage, WORKSPACE, "npm/install", lookups)).toEqual([
    "cd packages/ink && npm pkg delete 'dependencies[@corp/well]'",
    "rm -f package-lock.json",
  ]);
  expect(await foreseen(conflict, WORKSPACE, "npm/install", lookups)).toEqual([
    "npm install --legacy-peer-deps",
  ]);
  const lock = (ink: string) => ({
    ...WORKSPACE,
    "package-lock.json": JSON.stringify({
      packages: {
        "": {},
        "packages/ink": { dependencies: JSON.parse(ink) as unknown },
        "packages/quill": { dependencies: { "@x/ink": "^1.0.0", nib: "^1.0.0" } },
        "node_modules/pen": {},
        "node_modules/nib": {},
        "node_modules/@x/ink": {},
        "packages/ink/node_modules/@corp/well": {},
      },
    }),
  });
  const whole = lock('{"pen":"^1.0.0","@corp/well":"^1.0.0"}');
  expect(await foreseen(lockOutOfStep, whole, "npm/install", {})).toEqual([]);
  const behind = lock('{"pen":"^1.0.0"}');
  expect(await foreseen(lockOutOfStep, behind, "npm/install", {})).toEqual(["npm install"]);
});

test("a project below the root of the repository", async () => {
  const files = { "README.md": "", "app/package.json": '{"dependencies":{"pen":"9.0.0"}}' };
  expect(await foreseen(versionNotFound, files, "npm/install", npm)).toEqual([
    "npm pkg set 'dependencies[pen]=1.3.0'",
    "rm -f package-lock.json",
  ]);
});

const MODULES = {
  "pom.xml":
    "<project><groupId>org.example</groupId><artifactId>sky</artifactId><version>1</version>" +
    "<properties><lamp.version>9.9</lamp.version><maven.compiler.release>8</maven.compiler.release></properties>" +
    "<modules><module>core</module></modules></project>",
  "core/pom.xml":
    "<project><parent><groupId>org.example</groupId><artifactId>sky</artifactId><version>1</version></parent>" +
    "<artifactId>sky-core</artifactId><properties><maven.compiler.source>1.5</maven.compiler.source></properties><dependencies>" +
    "<dependency><groupId>org.lamps</groupId><artifactId>lamp</artifactId><version>${lamp.version}</version></dependency>" +
    "<dependency><groupId>org.lamps</groupId><artifactId>wick</artifactId><version>7.0</version></dependency>" +
    "</dependencies></project>",
};

test("modules of a Maven project: versions where they are written, and levels", async () => {
  const lookups: Partial<Lookups> = {
    mavenVersions: (names) => {
      expect(names).not.toContain("org.example:sky");
      return Promise.resolve(Object.fromEntries(names.map((name) => [name, ["1.0", "9.8"]])));
    },
  };
  expect(await foreseen(versionNotFound, MODULES, "maven/resolve", lookups)).toEqual([
    "sed -i 's#<lamp.version>[^<]*<#<lamp.version>9.8<#' pom.xml",
    "sed -i '/<artifactId>wick</,/<.version>/s#<version>[^<]*<#<version>9.8<#' core/pom.xml",
  ]);
  const [raise] = await foreseen(javaLevel, MODULES, "maven/test", {});
  expect(raise).toMatch(/>8<#g' core\/pom\.xml$/);
});
