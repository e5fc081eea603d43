import { expect, test } from "@jest/globals";
import { crash } from "../../../../src/planning/playbook/classes/crash.js";
import { deriveState } from "../../../../src/planning/playbook/state.js";
import { makeChain, makeSituation } from "../../../support/situations.js";

function programOf(...commands: string[]): string | null {
  const facts = commands.map((value) => ({
    key: "command",
    value,
    comment_id: null,
    author_role: "reporter" as const,
    confidence: 0.9,
  }));
  return deriveState(makeSituation({ chain: makeChain({ facts }) }), crash).program;
}

test.each([
  [["./configure", "make"], "make"],
  [["./autogen.sh --quiet", "./configure", "make check"], "make check"],
  [["make", "./server --port 80"], "./server --port 80"],
  [["cd build", "./setup.sh"], null],
] as const)("of %j the one that shows the problem is %s", (commands, program) => {
  expect(programOf(...commands)).toBe(program);
});
