import { expect, test } from "@jest/globals";
import { parseLog } from "../../../src/failures/parse-log.js";
import { isSameFault } from "../../../src/setup/same-fault.js";

function failureOf(output: string) {
  const [failure] = parseLog(output, { command: "make -j2", exitCode: 2 }).failures;
  if (failure === undefined) throw new Error("the log shows no failure");
  return failure;
}

const missing = (header: string) =>
  failureOf(
    `src/a.c:3:10: fatal error: ${header}: No such file or directory\n    3 | #include <${header}>\n`,
  );

test("the next missing header is a step ahead, the same one is not", () => {
  expect(missing("lber.h").fingerprint).toBe(missing("sasl/sasl.h").fingerprint);
  expect(isSameFault(missing("lber.h"), missing("sasl/sasl.h"))).toBe(false);
  expect(isSameFault(missing("lber.h"), missing("lber.h"))).toBe(true);
});

test("names that are made anew for each try are no difference", () => {
  const lost = (folder: string) =>
    failureOf(`error: [Errno 2] No such file or directory: '/tmp/${folder}/setup.cfg'\n`);
  expect(isSameFault(lost("pip-req-build-a1"), lost("pip-req-build-b2"))).toBe(true);
});
