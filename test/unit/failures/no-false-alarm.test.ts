import { describe, expect, it } from "@jest/globals";
import { parseLog } from "../../../src/failures/parse-log.js";

/** Lines that look like failures and are none, as the tools print them when all goes well. */
const HARMLESS: readonly string[] = [
  "npm WARN deprecated request@2.88.2: request has been deprecated",
  "npm warn EBADENGINE Unsupported engine { package: 'a@1.0.0', required: { node: '>=22' } }",
  'npm WARN notsup SKIPPING OPTIONAL DEPENDENCY: Unsupported platform for fsevents@1.2.4: wanted {"os":"darwin"}',
  "found 0 vulnerabilities",
  "DEBUG Using a connect timeout of 10s and a read timeout of 30s",
  "DEBUG Recording a conflict of lamp from what does not match glow",
  "0 errors, 3 warnings",
  "✓ reports an error: file not found (3 ms)",
  "PASS test/error-handling.test.js",
  "ok 12 - fatal error is reported",
  "--- PASS: TestErrorNotFound (0.00s)",
  "=== RUN   TestLamp\n    lamp_test.go:12: cannot open file\n--- PASS: TestLamp (0.00s)\nPASS\nok  \texample.com/lamp\t0.003s",
  "The build finished, but what these modules need was not found:\n_lamp      _glow\nLook in setup.py for their names.",
  "test errors::tests::permission_denied ... ok",
  "[INFO] Tests run: 12, Failures: 0, Errors: 0, Skipped: 0",
  "Build succeeded.\n    0 Warning(s)\n    0 Error(s)",
  "src/a.c:3:5: warning: unused variable 'error' [-Wunused-variable]",
  "gcc -Wall -Werror -c error.c -o error.o",
  "checking for error.h... no",
  "checking whether gcc reports undefined reference... yes",
  "-- Could NOT find Doxygen (missing: DOXYGEN_EXECUTABLE)",
  "W: Target Packages is configured multiple times",
  "WARNING: Running pip as the 'root' user can result in broken permissions",
  "DEPRECATION: Python 2.7 reached the end of its life",
  "WARNING: Retrying (Retry(total=4)) after connection broken by 'ReadTimeoutError': /simple/a/\nSuccessfully installed a-1.0",
  "make: [clean] Error 1 (ignored)",
  "debconf: delaying package configuration, since apt-utils is not installed",
  "(node:12) [DEP0040] DeprecationWarning: The `punycode` module is deprecated.",
  "12 passed, 1 warning in 0.32s",
  "Test Suites: 3 passed, 3 total",
  "remote: Counting objects: 100% (3/3), done.",
  "curl: try 'curl --help' for more information",
  "Compiling thiserror v1.0.50\n   Compiling failure v0.1.8",
  "Downloading https://example.org/error-1.0.tar.gz",
];

describe("a log in which nothing failed", () => {
  it.each(HARMLESS)("%j", (text) => {
    expect(parseLog(text).failures).toEqual([]);
  });

  it("gives none for all of them together", () => {
    expect(parseLog(HARMLESS.join("\n")).failures).toEqual([]);
  });
});
