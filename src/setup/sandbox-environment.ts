import type { Environment, EnvironmentFact } from "../environment/environment.js";
import { emptyEnvironment } from "../environment/environment.js";
import type { SandboxSession } from "../sandbox/sandbox.js";

const TOOLS: Readonly<Record<string, string>> = {
  python: "python3 --version",
  node: "node --version",
  ruby: "ruby --version",
  go: "go version",
  rustc: "rustc --version",
  java: "java -version",
  php: "php --version",
};
const PROBE = [". /etc/os-release; echo distro=$ID $VERSION_ID", "echo arch=$(uname -m)"]
  .concat(Object.entries(TOOLS).map(([name, command]) => `echo ${name}=$(${command} 2>&1 | head -1)`))
  .join("; ");

/** What the sandbox itself says of its system and its runtimes. */
export async function readSandboxEnvironment(session: SandboxSession): Promise<Environment> {
  const { output } = await session.exec(PROBE, { cwd: "/", timeout_ms: 60_000 });
  const environment = emptyEnvironment();
  environment.os_family = fact("linux");
  environment.container = fact("docker");
  for (const line of output.split("\n")) {
    const [name = "", value = ""] = line.split("=", 2);
    if (name === "distro") environment.distro = fact(value);
    else if (name === "arch") environment.arch = fact(value);
    else {
      const version = /\d{1,4}(?:\.\d{1,6})+/.exec(value)?.[0];
      if (version !== undefined && Object.hasOwn(TOOLS, name)) environment.runtimes[name] = fact(version);
    }
  }
  return environment;
}

function fact(value: string): EnvironmentFact {
  return { value, source: { kind: "sandbox", comment_id: null, author_role: null }, confidence: 0.99 };
}
