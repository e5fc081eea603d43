import { shellQuote } from "../../util/shell-quote.js";
import { isPlainName, projectName } from "./project-name.js";
import type { Family } from "./ecosystem.js";
import type { State } from "./state.js";

/** Commands that differ by ecosystem, written once. What comes from a thread is quoted. */
export type CommandName =
  "version" | "config" | "installed" | "tree" | "clean" | "profile" | "leak" | "backtrace";

const RUNTIME: Readonly<Partial<Record<Family, string>>> = {
  node: "node --version; npm --version",
  python: "python3 --version; python3 -m pip --version",
  rust: "rustc --version --verbose; cargo --version",
  go: "go version; go env GOOS GOARCH GOTOOLCHAIN",
  jvm: "java -version; javac -version",
  ruby: "ruby --version; bundle --version; gem --version",
  php: "php --version; composer --version",
  dotnet: "dotnet --info",
  native: "cc --version; c++ --version; make --version; cmake --version",
};

export function runtimeVersionCommand(family: Family): string | null {
  return RUNTIME[family] ?? null;
}

const BY_FAMILY: Readonly<Record<Exclude<CommandName, "version">, Partial<Record<Family, string>>>> = {
  config: {
    node: "npm config list; ls -a",
    python: "python3 -m pip config list; ls -a",
    rust: "cat Cargo.toml .cargo/config.toml",
    go: "go env; cat go.mod",
    jvm: "ls -a; cat gradle.properties pom.xml",
    ruby: "bundle config; cat Gemfile",
    php: "composer config --list; php --ini",
    dotnet: "dotnet nuget list source; ls -a",
    native:
      "env | grep -E '^(CC|CXX|CFLAGS|CXXFLAGS|CPPFLAGS|LDFLAGS|LD_LIBRARY_PATH|PKG_CONFIG_PATH)='; tail -n 60 config.log",
    unknown: "ls -la",
  },
  installed: {
    node: "npm ls --all --depth=1",
    python: "python3 -m pip list; python3 -m pip check",
    rust: "cargo tree --depth 1",
    go: "go list -m all",
    jvm: "mvn -q dependency:list || ./gradlew dependencies",
    ruby: "bundle list",
    php: "composer show",
    dotnet: "dotnet list package",
    native: "ldconfig -p | head -n 200; pkg-config --list-all",
    system: "dpkg -l || rpm -qa",
  },
  tree: {
    node: "npm explain {package}",
    python: "python3 -m pip show {package}; python3 -m pip index versions {package}",
    rust: "cargo tree --invert {package}",
    go: "go mod why -m {package}",
    jvm: "mvn -q dependency:tree || ./gradlew dependencies",
    ruby: "bundle info {package}",
    php: "composer why {package}",
    dotnet: "dotnet list package --include-transitive",
    native: "pkg-config --modversion {package}",
    system: "apt-cache policy {package} || dnf info {package}",
  },
  clean: {
    node: "rm -rf node_modules && npm ci",
    python: "python3 -m venv fresh && fresh/bin/pip install -r requirements.txt",
    rust: "cargo clean && cargo build",
    go: "go clean -modcache && go build ./...",
    jvm: "mvn clean verify || ./gradlew clean build",
    ruby: "bundle install --redownload",
    php: "rm -rf vendor && composer install",
    dotnet: "dotnet clean && dotnet build",
    native: "make clean && make",
  },
  profile: {
    node: "node --cpu-prof {program}",
    python: "python3 -m cProfile -s cumulative {program}",
    go: "go test -bench . -cpuprofile cpu.out && go tool pprof -top cpu.out",
    jvm: "jcmd $(pgrep -n java) Thread.print",
    native: "perf record -g -- {program} && perf report --stdio | head -n 60",
    rust: "perf record -g -- {program} && perf report --stdio | head -n 60",
    unknown: "perf record -g -- {program} && perf report --stdio | head -n 60",
  },
  leak: {
    node: "node --heapsnapshot-near-heap-limit=2 --max-old-space-size=512 {program}",
    python: "python3 -X tracemalloc=25 {program}",
    jvm: "jcmd $(pgrep -n java) GC.class_histogram | head -n 30",
    go: "go tool pprof -top -inuse_space http://localhost:6060/debug/pprof/heap",
    native: "valgrind --leak-check=full --show-leak-kinds=definite,indirect --num-callers=20 {program}",
    rust: "valgrind --leak-check=full --show-leak-kinds=definite,indirect --num-callers=20 {program}",
    unknown: "valgrind --leak-check=full --show-leak-kinds=definite,indirect --num-callers=20 {program}",
  },
  backtrace: {
    node: "node --trace-uncaught --abort-on-uncaught-exception {program}",
    python: "python3 -X faulthandler {program}",
    rust: "RUST_BACKTRACE=full {program}",
    go: "GOTRACEBACK=all {program}",
    jvm: "ls -t hs_err_pid*.log | head -n 1 | xargs head -n 80",
    native: "gdb -batch -ex run -ex 'bt full' --args {program}",
    unknown: "gdb -batch -ex run -ex 'bt full' --args {program}",
  },
};

/** Null where this ecosystem has no such command, or a part of it is not known. */
export function commandFor(name: CommandName, state: State): string | null {
  if (name === "version") return versionCommand(state);
  const template = BY_FAMILY[name][state.family] ?? BY_FAMILY[name].unknown;
  if (template === undefined) return null;
  return fill(template, { package: packageOf(state), program: programArguments(name, state) });
}

/** Interpreters are named by the template already: "python3 app.py" gives "app.py". */
function programArguments(name: CommandName, state: State): string | null {
  if (state.program === null) return null;
  if (name === "tree" || name === "config") return state.program;
  return state.program.replace(/^(?:node|python3?) /, "");
}

function versionCommand(state: State): string {
  const name = projectName(state.situation.trigger.repo);
  if (!isPlainName(name)) return "git describe --tags --always # in the source folder";
  const own: Partial<Record<Family, string>> = {
    node: `npm ls ${name} --all`,
    python: `python3 -m pip show ${name}`,
    ruby: `gem list ${name}`,
    php: `composer show | grep ${name}`,
  };
  return own[state.family] ?? "git describe --tags --always # in the source folder";
}

function packageOf(state: State): string | null {
  const kinds = ["package", "library", "header", "command"];
  const entity = state.root?.key_entities.find(({ kind }) => kinds.includes(kind));
  return entity === undefined ? null : shellQuote(entity.normalized ?? entity.value);
}

function fill(template: string, slots: Readonly<Record<string, string | null>>): string | null {
  let filled = template;
  for (const [slot, value] of Object.entries(slots)) {
    if (!filled.includes(`{${slot}}`)) continue;
    if (value === null) return null;
    filled = filled.replaceAll(`{${slot}}`, () => value);
  }
  return filled;
}
