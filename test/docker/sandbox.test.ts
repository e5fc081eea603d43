import { DEFAULT_DOCKER_OPTIONS, DockerSandbox } from "../../src/sandbox/docker/docker-sandbox.js";
import { describeSandbox } from "../contract/sandbox.js";
import { describeWith } from "../support/require.js";

const sandbox = new DockerSandbox(DEFAULT_DOCKER_OPTIONS);
describeWith("docker", await sandbox.unavailableBecause(), "docker sandbox", () =>
  describeSandbox("docker", () => sandbox),
);
