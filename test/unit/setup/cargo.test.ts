import { describe, expect, test } from "@jest/globals";
import { detectProject } from "../../../src/setup/detect/detect-project.js";
import { NO_LOOKUPS, type CrateVersion, type Lookups } from "../../../src/setup/lookups/lookups.js";
import { missingCompiledModule } from "../../../src/setup/pits/compiled-modules.js";
import { projectWith } from "../../support/project.js";

function crate(...features: string[]): CrateVersion[] {
  return [{ version: "1.0.0", yanked: false, checksum: "", features }];
}

/** A registry of these crates; it does not know any other. */
async function foreseen(
  files: Record<string, string>,
  known: Record<string, CrateVersion[]>,
): Promise<string[]> {
  const project = await projectWith(files);
  const detection = detectProject(project, "test");
  const lookups: Lookups = {
    ...NO_LOOKUPS,
    crates: (names) => Promise.resolve(Object.fromEntries(names.map((name) => [name, known[name] ?? null]))),
  };
  const [step] = detection.steps;
  if (step === undefined) throw new Error("no step");
  const ways =
    (await missingCompiledModule.foresee?.(
      { files: project, detection, python_indexes: [], lookups },
      step,
    )) ?? [];
  return ways.flatMap(({ strategy }) =>
    strategy.steps.map((text) => text.replace("CARGO_RESOLVER_INCOMPATIBLE_RUST_VERSIONS=fallback ", "")),
  );
}

const PACKAGE = '[package]\nname = "lamp"\nversion = "0.1.0"\n\n[dependencies]\n';

describe("crates and features that are used and not named", () => {
  test("a path within code, where no use brings its head in", async () => {
    const files = {
      "Cargo.toml": PACKAGE,
      "src/lib.rs":
        'use std::{fs, env as surroundings};\nmod parts;\n// glob::glob is not used\npub fn a() -> String {\n    let n = u8::MAX; fs::read("x"); surroundings::args(); parts::one();\n    let s = "walk::dir"; tint::paint(n)\n}\n',
      "src/parts.rs": "pub fn one() { std::mem::drop(rand::random::<u8>()); Self::x(); crate::a(); }\n",
    };
    const everything = Object.fromEntries(
      "fs env surroundings parts glob walk tint rand mem u8 std".split(" ").map((name) => [name, crate()]),
    );
    expect(await foreseen(files, everything)).toEqual(["cargo add tint rand"]);
  });

  test("a function of a type that is called like a feature", async () => {
    const files = {
      "Cargo.toml": `${PACKAGE}ident = "1"\n`,
      "src/lib.rs":
        "use ident::Ident;\nuse fallible::Result;\npub fn one() -> Result<Ident> { Ok(Ident::new_v7()) }\n",
    };
    expect(await foreseen(files, { ident: crate("std", "v4", "v7"), fallible: crate("std") })).toEqual([
      "cargo add fallible",
      "cargo add ident --features v7",
    ]);
  });

  test("each member of a workspace by its own manifest", async () => {
    const files = {
      "Cargo.toml": '[workspace]\nmembers = ["crates/*"]\n\n[workspace.dependencies]\nident = "1"\n',
      "crates/one/Cargo.toml": `${PACKAGE.replace("lamp", "one")}ident.workspace = true\n`,
      "crates/one/src/lib.rs": "use ident::Ident;\n",
      "crates/two/Cargo.toml": `${PACKAGE.replace("lamp", "two")}one = { path = "../one" }\n`,
      "crates/two/src/lib.rs": "use one::x;\nuse ident::Ident;\n",
    };
    expect(await foreseen(files, { ident: crate(), one: crate() })).toEqual([
      "cargo add ident --package two",
    ]);
  });

  test("modules of its own, and what no registry has, are left alone", async () => {
    const files = {
      "Cargo.toml": PACKAGE,
      "src/main.rs": "mod shade;\nuse shade::Shade;\nuse generated::Table;\n",
      "src/shade.rs": "pub struct Shade;\n",
    };
    expect(await foreseen(files, { shade: crate() })).toEqual([]);
  });
});
