import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { redact } from "../../../src/memory/redaction.js";
import { redactValue } from "../../../src/memory/redaction/redact-value.js";
import { makeEpisode, makeFailureCase } from "../../support/log-episodes.js";

const SECRET = `ghp_${"a1B2".repeat(9)}`;

test("every text of an episode is redacted, however deep", () => {
  const episode = makeEpisode({
    summary: `summary ${SECRET}`,
    symptoms: [`symptom ${SECRET}`],
    action: {
      action: "tried",
      parameters: { list: [{ deep: SECRET }], password: "hunter2" },
      command: `x ${SECRET}`,
    },
    outcome: {
      success: false,
      excerpt: SECRET,
      failure_case: makeFailureCase({ root_line: `at /home/ann/${SECRET}` }),
    },
    entities: [{ kind: "host", value: "10.1.2.3" }],
    tags: [SECRET],
  });
  const text = JSON.stringify(redactValue(episode));
  for (const secret of [SECRET, "hunter2", "/home/ann", "10.1.2.3"]) expect(text).not.toContain(secret);
});

test("ids, hashes, times, addresses of the thread and numbers stay; a value without secrets is equal", () => {
  const episode = makeEpisode();
  expect(redactValue(episode)).toEqual(episode);
});

test("only what asks for a secret is one by its name", () => {
  const value = {
    token: "unexpected",
    tokens: 3,
    password: "",
    author: "ann",
    secret_key: "a1B2c3D4e5",
    max_tokens: "many",
  };
  expect(redactValue(value)).toEqual({ ...value, secret_key: "[redacted:secret]" });
});

test("an experience's signature is a fingerprint and stays; another signature goes", () => {
  const kept = { signature: "11d5891f007cf846" };
  expect(redactValue(kept)).toEqual(kept);
  const sent = redactValue({ signature: "MEUCIQDx7fJ2kq0ZpYw3sVtB1nLrT9aQeGhC5uXo8mWd4RiKzA==" });
  expect(sent.signature).toContain("redacted");
});

test("a text that stands in a value again and again is redacted each time, in each value", () => {
  const once = redactValue({ text: `key ${SECRET}`, other: "plain words" });
  const texts = Array.from({ length: 3 }, () => `key ${SECRET}`);
  expect(redactValue({ texts, other: "plain words" })).toEqual({
    texts: [once.text, once.text, once.text],
    other: "plain words",
  });
  expect(once.text).not.toContain(SECRET);
});

test("texts side by side come out as each by itself, whatever stands before and behind", () => {
  const text = fc.constantFrom(
    "the build stops after the second file",
    "version",
    "10.1.2.3",
    "ffmpeg 4.4.1.2",
    "connect to",
    "--token",
    "mysql -u root",
    "-phunter2hunter2",
    "password:",
    "hunter2 hunter3",
    '"password": "hunter2"',
    "Authorization:",
    "Bearer a1B2c3D4e5F6g7H8",
    "https://ann:hunter2@host.example/x",
    "@host.example",
    "ann",
    "-----BEGIN PRIVATE KEY-----",
    "MIIEvQIBADANBgkqhkiG9w0BAQEFAASC",
    "-----END PRIVATE KEY-----",
    "ann@host:~/work$ ls",
    "/home/ann",
    "[redacted:ip]",
    "aws_secret_access_key =",
    "wJalrXUtnFEMIK7MDENGbPxRfiCYEXAMPLEKEYAB",
    SECRET,
  );
  fc.assert(
    fc.property(fc.array(text, { maxLength: 8 }), fc.nat(10_000), (texts, salt) => {
      // Made new each time: what was clean once is not looked through again.
      const fresh = texts.map((each) => `${each} ${salt}`);
      const turned = texts.map((each) => `${salt} ${each}`);
      for (const values of [texts, fresh, turned])
        expect(redactValue(values)).toEqual(values.map((each) => redact(each).text));
    }),
  );
});

test("a text under the name of a secret is looked through as well where it does not look like one", () => {
  expect(redactValue({ token: `see ${SECRET}` })).toEqual({ token: "see [redacted:github-token]" });
});
