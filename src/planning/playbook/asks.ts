import { isPlainName, projectName } from "./project-name.js";
import type { State } from "./state.js";
import { commandFor, runtimeVersionCommand } from "./commands.js";

/** What a reporter can be asked: each with the command that answers it, and how the thread may answer it already. */
export const ASK_IDS = ["log", "reproduction", "version", "runtime", "os", "config", "network"] as const;
export type AskId = (typeof ASK_IDS)[number];

export interface Ask {
  /** Fact keys: "runtimes.*" stands for any of them. */
  about: readonly string[];
  text: (state: State) => string;
  command: (state: State) => string | null;
}

export const ASKS: Readonly<Record<AskId, Ask>> = {
  log: {
    about: ["log", "error", "failure"],
    text: ({ program }) =>
      program === null
        ? "What is the whole output of the command that fails, from the line you typed to the end?"
        : `What is the whole output of \`${program}\`, from the first line to the end?`,
    command: (state) => `${state.program ?? "<the failing command>"} 2>&1 | tee output.txt`,
  },
  reproduction: {
    about: ["reproduction", "command"],
    text: () => "Which commands, typed one after the other in a fresh clone, show the problem?",
    command: (state) => `git clone https://github.com/${state.situation.trigger.repo} fresh && cd fresh`,
  },
  version: {
    about: ["software.*", "version"],
    text: ({ situation }) => {
      const name = projectName(situation.trigger.repo);
      return `Which version of ${isPlainName(name) ? name : "the project"} is it, exactly?`;
    },
    command: (state) => commandFor("version", state),
  },
  runtime: {
    about: ["runtimes.*"],
    text: ({ family }) => `Which versions of ${runtimeName(family)} and its tools are used?`,
    command: ({ family }) => runtimeVersionCommand(family),
  },
  os: {
    about: ["os", "os_family", "distro"],
    text: () => "Which operating system is it, and on which processor?",
    command: ({ family }) =>
      family === "dotnet" ? "dotnet --info" : "uname -a; cat /etc/os-release # Windows: systeminfo",
  },
  config: {
    about: ["config", "configuration"],
    text: () => "Which configuration is in force, without its secrets?",
    command: (state) => commandFor("config", state),
  },
  network: {
    about: ["proxy", "network"],
    text: () => "Is there a proxy, a VPN or a filter between this machine and the server?",
    command: () => "env | grep -i -E '^(https?|no|all)_proxy=' | sed 's#//[^@]*@#//#'",
  },
};

function runtimeName(family: State["family"]): string {
  const names: Partial<Record<State["family"], string>> = {
    node: "Node",
    python: "Python",
    rust: "Rust",
    go: "Go",
    jvm: "Java",
    ruby: "Ruby",
    php: "PHP",
    dotnet: ".NET",
    native: "the compiler",
  };
  return names[family] ?? "the language";
}
