import { repositoryUrl } from "../project-source.js";
import { isPlainName, projectName } from "./project-name.js";
import type { State } from "./state.js";
import { commandFor, runtimeVersionCommand } from "./commands.js";

/** What a reporter can be asked: each with the command that answers it, and how the thread may answer it already. */
export const ASK_IDS = [
  "log",
  "reproduction",
  "version",
  "runtime",
  "os",
  "config",
  "network",
  "service_output",
  "front",
  "clock",
  "sample",
  "locale",
  "card",
  "before",
  "database",
  "verbose",
  "differs",
  "console",
  "plugins",
  "job_output",
] as const;
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
    command: (state) => `git clone ${repositoryUrl(state.situation)} fresh && cd fresh`,
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
  service_output: {
    about: ["service_output"],
    text: () => "What does the server write at that very moment?",
    command: (state) =>
      `journalctl -u ${unitName(state)} -n 60 --no-pager # or: docker logs --tail 60 <its container>`,
  },
  front: {
    about: ["front"],
    text: () =>
      "What stands between people and the server (nginx, a load balancer, a CDN), and which time-outs and headers does it set?",
    command: () => "nginx -T | grep -E 'server_name|proxy_|timeout' # or the same part of what you use",
  },
  clock: {
    about: ["clock"],
    text: () => "Is the clock of the server right?",
    command: () => "date -u; timedatectl",
  },
  sample: {
    about: ["sample"],
    text: () => "What is the smallest input that shows it, what comes out of it, and what should?",
    command: () => "head -n 5 your-input # and the line that you type",
  },
  locale: {
    about: ["locale"],
    text: () => "Which locale and time zone does it run under?",
    command: () => "locale; date; date -u",
  },
  card: {
    about: ["card"],
    text: () => "Which graphics card is it, with which driver?",
    command: () => "nvidia-smi --query-gpu=name,compute_cap,driver_version --format=csv",
  },
  before: {
    about: ["before"],
    text: () => "What was there before the upgrade, and was an earlier try of it interrupted?",
    command: (state) =>
      `grep -i ${unitName(state)} /var/log/dpkg.log* # or: the tags of the images that you used`,
  },
  database: {
    about: ["database"],
    text: () => "Which database is it, and what may its user do?",
    command: () => "psql -c 'SELECT version()' -c '\\du' # or the same of your database",
  },
  verbose: {
    about: ["verbose"],
    text: () => "What more does it say with its debug switch on?",
    command: ({ program }) => `${program ?? "<the failing command>"} --verbose 2>&1 | tail -n 80`,
  },
  differs: {
    about: ["differs"],
    text: () => "Where does the same thing work, and what is different there?",
    command: ({ program }) => `${program ?? "<the command>"} # in both places`,
  },
  console: {
    about: ["console"],
    text: () => "What do the console and the network tab of the browser show when the page is loaded anew?",
    command: () => "F12, Console and Network, then reload # the red lines, as text",
  },
  plugins: {
    about: ["plugins"],
    text: () => "Which plugins does it find, where do they lie, and what does it say about that one?",
    command: ({ program }) => `ls -l their-folder; ${program ?? "<the program>"} --verbose 2>&1 | tail -n 60`,
  },
  job_output: {
    about: ["job_output"],
    text: () => "What does the job itself write when it is started that way, and with which PATH?",
    command: () => "journalctl -t CRON -u '*timer*' -n 60 --no-pager # and: env, as a line of the job",
  },
};

function unitName({ situation }: State): string {
  const name = projectName(situation.trigger.repo);
  return isPlainName(name) ? name.toLowerCase() : "its-name";
}

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
