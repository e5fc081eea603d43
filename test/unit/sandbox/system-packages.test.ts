import { describe, expect, test } from "@jest/globals";
import { systemPackagesOf } from "../../../src/sandbox/system-packages.js";

describe("systemPackagesOf", () => {
  test.each([
    ["apt-get install -y libpq-dev", ["libpq-dev"]],
    [
      "sudo apt-get update && sudo apt-get install -y --no-install-recommends g++ libssl-dev:amd64",
      ["g++", "libssl-dev:amd64"],
    ],
    ["apt update; apt install -yq cmake=3.31.6-2", ["cmake=3.31.6-2"]],
    ["DEBIAN_FRONTEND=noninteractive apt-get install -qq -y a1 a1 b2", ["a1", "b2"]],
  ])("reads %s", (command, packages) => {
    expect(systemPackagesOf(command)).toEqual(packages);
  });

  test.each([
    "apt-get update",
    "apt-get remove -y git",
    "apt-get install -y ./local.deb",
    "apt-get install -y $(cat list)",
    "apt-get install -y x | sh",
    "apt-get install -y x && pip install y",
    "apt-get install -o Dpkg::Pre-Invoke::=x y",
    "apt-get install -y -t sid x",
    "apt-get install -y 'x'",
    "echo apt-get install -y x",
    "apt-get install",
    "apt-get install -y x & y",
  ])("leaves %s to the shell", (command) => {
    expect(systemPackagesOf(command)).toBeNull();
  });
});
