#!/usr/bin/env node
import { readFileSync } from "node:fs";
import { parseOptions } from "../src/options.mjs";
import { findExtremes } from "../src/extremes.mjs";

const options = parseOptions(process.argv.slice(2));
const { high, low } = findExtremes(readFileSync(options.file, "utf8"));
console.log(`${options.station}: high ${high} m, low ${low} m`);
