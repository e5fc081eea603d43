import { expect, test } from "@jest/globals";
import { DEFAULT_DOCKER_OPTIONS, DockerSandbox } from "../../src/sandbox/docker/docker-sandbox.js";
import { Proof } from "../../src/sandbox/proof.js";
import { replayProof } from "../../src/sandbox/replay-proof.js";
import { DEFAULT_LIMITS, type SandboxSpec } from "../../src/sandbox/sandbox.js";
import { verifyFix, type Verification } from "../../src/sandbox/verify.js";
import { describeWith } from "../support/require.js";

const sandbox = new DockerSandbox(DEFAULT_DOCKER_OPTIONS);
const spec: SandboxSpec = { run_id: "verify-test", image: null, network: "none", limits: DEFAULT_LIMITS };

function verification(changes: Partial<Verification>): Verification {
  return {
    spec,
    populate: null,
    setup: ["echo 'exit 1' > check.sh"],
    failing: "sh check.sh",
    fix: ["echo 'exit 0' > check.sh"],
    ...changes,
  };
}

describeWith("docker", await sandbox.unavailableBecause(), "verification in a clean container", () => {
  test("fail, fix, pass makes a proof that can be gone through again", async () => {
    const result = await verifyFix(sandbox, verification({}));
    expect(result).toMatchObject({ outcome: "verified" });
    expect(result.proof?.steps.map(({ phase, exit_code }) => `${phase} ${exit_code}`)).toEqual([
      "setup 0",
      "before 1",
      "fix 0",
      "after 0",
    ]);
    const proof = Proof.parse(JSON.parse(JSON.stringify(result.proof)));
    expect((await replayProof(sandbox, proof, () => undefined)).outcome).toBe("verified");
    await expect(replayProof(sandbox, { ...proof, log: "changed" }, () => undefined)).rejects.toMatchObject({
      code: "bad_input",
    });
  });

  test.each([
    ["not_reproduced", { failing: "true" }],
    ["refuted", { fix: ["echo 'exit 2' > check.sh"] }],
    ["refuted", { fix: ["no-such-command"] }],
    ["setup_failed", { setup: ["false"] }],
  ] as const)("says %s", async (outcome, changes) => {
    const result = await verifyFix(sandbox, verification(changes));
    expect(result).toMatchObject({ outcome, proof: null });
  });

  test("a command that fails now and then has to be fixed three times", async () => {
    const flaky =
      "n=$(cat /work/home/n 2>/dev/null || echo 0); echo $((n+1)) > /work/home/n; test -e fixed || test $((n % 2)) = 0";
    const result = await verifyFix(
      sandbox,
      verification({ setup: [], failing: flaky, fix: ["touch fixed"] }),
    );
    expect(result.outcome).toBe("verified");
    expect(result.proof?.rounds).toBe(3);
    expect(result.proof?.steps.filter(({ phase }) => phase === "after").length).toBeGreaterThanOrEqual(9);
  }, 60_000);

  test("a pip case takes less than twenty seconds", async () => {
    const result = await verifyFix(sandbox, {
      spec: { ...spec, network: "registries" },
      populate: null,
      setup: ["echo 'idna==99.1' > requirements.txt", "python3 -m venv .venv"],
      failing: ".venv/bin/pip install -q -r requirements.txt",
      fix: ["echo 'idna==3.10' > requirements.txt"],
    });
    process.stdout.write(`verification of a pip case: ${Math.round(result.duration_ms)} ms\n`);
    expect(result.outcome).toBe("verified");
  }, 90_000);
});
