import { apt } from "./apt.js";
import { bundler } from "./bundler.js";
import { cargo } from "./cargo.js";
import { cmake } from "./cmake.js";
import { composer } from "./composer.js";
import { conda } from "./conda.js";
import type { Ecosystem } from "./ecosystem.js";
import { go } from "./go.js";
import { gradle } from "./gradle.js";
import { make } from "./make.js";
import { maven } from "./maven.js";
import { npm } from "./npm.js";
import { pip } from "./pip.js";
import { pnpm } from "./pnpm.js";
import { poetry } from "./poetry.js";
import { uv } from "./uv.js";
import { yarn } from "./yarn.js";

/** In the order in which their steps are done: what others build on comes first. */
export const ALL_ECOSYSTEMS: readonly Ecosystem[] = [
  apt,
  npm,
  yarn,
  pnpm,
  pip,
  poetry,
  uv,
  conda,
  bundler,
  composer,
  go,
  cargo,
  maven,
  gradle,
  cmake,
  make,
];
