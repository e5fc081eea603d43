/** Which map of an Environment a name belongs to. */
export type SoftwareGroup = "runtimes" | "package_managers" | "software";

export interface Software {
  group: SoftwareGroup;
  /** Lower-case canonical name: "node", "pip", "gcc". */
  name: string;
}

/** Canonical name → other spellings, lower case. A spelling here is a name wherever it stands before a version. */
const RUNTIMES: Record<string, readonly string[]> = {
  node: ["nodejs", "node.js", "node js"],
  deno: [],
  bun: [],
  python: ["python2", "python3", "cpython", "py", "python interpreter"],
  pypy: ["pypy3"],
  ruby: ["mri"],
  jruby: [],
  java: ["jdk", "jre", "openjdk", "java jdk", "oracle jdk", "java(tm) se runtime environment", "jvm"],
  kotlin: ["kotlinc"],
  scala: [],
  go: ["golang"],
  rustc: ["rust", "rust compiler"],
  php: ["php cli", "php-cli"],
  perl: ["perl5"],
  dotnet: [".net", ".net core", ".net sdk", "dotnet sdk", "dotnet core", "net core"],
  mono: [],
  erlang: ["erlang/otp", "otp"],
  elixir: [],
  julia: [],
  r: [],
  lua: [],
  luajit: [],
  swift: [],
  dart: ["dart sdk"],
  ghc: ["haskell"],
  ocaml: [],
  zig: [],
  nim: [],
  crystal: [],
};

const PACKAGE_MANAGERS: Record<string, readonly string[]> = {
  npm: [],
  yarn: [],
  pnpm: [],
  pip: ["pip3"],
  pipenv: [],
  poetry: [],
  uv: [],
  conda: ["anaconda", "miniconda", "micromamba", "mamba"],
  cargo: [],
  gem: ["rubygems"],
  bundler: ["bundle"],
  composer: [],
  maven: ["mvn", "apache maven"],
  gradle: ["gradle wrapper"],
  sbt: [],
  leiningen: ["lein"],
  homebrew: ["brew"],
  macports: ["port"],
  cocoapods: ["pod"],
  nuget: [],
  vcpkg: [],
  conan: [],
  apt: ["apt-get"],
  dnf: [],
  yum: [],
  pacman: [],
  chocolatey: ["choco"],
  winget: [],
  opam: [],
  stack: [],
  cabal: ["cabal-install"],
  mix: [],
  hex: [],
  nix: [],
  rustup: [],
  nvm: [],
  pyenv: [],
};

const TOOLS: Record<string, readonly string[]> = {
  gcc: ["g++", "gnu c compiler"],
  clang: ["clang++", "apple clang", "apple llvm", "appleclang"],
  llvm: [],
  msvc: ["cl", "visual c++", "vc++"],
  "visual studio": ["vs", "visual studio community", "msvs", "microsoft visual studio"],
  "vs code": ["vscode", "visual studio code"],
  xcode: ["xcodebuild"],
  glibc: ["libc", "gnu libc"],
  musl: [],
  make: ["gnu make", "gmake"],
  cmake: [],
  ninja: [],
  meson: [],
  bazel: [],
  autoconf: [],
  automake: [],
  libtool: [],
  m4: ["gnu m4"],
  gdb: ["gnu gdb"],
  lldb: [],
  valgrind: [],
  binutils: [],
  bash: ["gnu bash"],
  zsh: [],
  powershell: ["pwsh"],
  git: [],
  docker: ["docker engine", "docker ce", "docker client", "docker server"],
  "docker desktop": [],
  "docker compose": ["docker-compose"],
  podman: [],
  containerd: [],
  kubernetes: ["k8s", "kubectl"],
  helm: [],
  minikube: [],
  virtualbox: ["virtual box"],
  vagrant: [],
  vmware: [],
  wsl: ["wsl2"],
  qemu: [],
  chrome: ["google chrome"],
  chromium: [],
  firefox: ["mozilla firefox"],
  safari: [],
  edge: ["microsoft edge"],
  openssl: [],
  libressl: [],
  curl: ["libcurl"],
  zlib: [],
  sqlite: ["sqlite3"],
  postgres: ["postgresql", "psql"],
  mysql: [],
  mariadb: [],
  mongodb: ["mongo"],
  redis: [],
  nginx: [],
  apache: ["httpd"],
  tomcat: [],
  rails: ["ruby on rails"],
  django: [],
  flask: [],
  numpy: [],
  pandas: [],
  torch: ["pytorch"],
  tensorflow: [],
  cuda: ["cuda toolkit", "nvcc"],
  cudnn: [],
  "nvidia driver": ["nvidia drivers", "driver version"],
  typescript: ["tsc"],
  webpack: [],
  vite: [],
  react: [],
  "react native": ["react-native"],
  angular: ["angular cli"],
  vue: [],
  next: ["next.js", "nextjs"],
  electron: [],
  electron_builder: ["electron-builder"],
  jest: [],
  eslint: [],
  babel: [],
  flutter: [],
  "android studio": [],
  "android sdk": [],
  "android ndk": ["ndk"],
  "ios sdk": [],
  "titanium sdk": ["ti sdk"],
  "sublime text": ["sublime text 2", "sublime text 3", "st2", "st3"],
  eclipse: [],
  intellij: ["intellij idea", "idea"],
  boost: [],
  qt: [],
  gtk: [],
  opencv: [],
  mpi: ["openmpi", "open mpi"],
  spark: ["apache spark", "pyspark"],
  hadoop: [],
  kafka: [],
  terraform: [],
  ansible: [],
  systemd: [],
  pandoc: [],
  pdftex: ["pdflatex"],
  metafont: [],
  "linux kernel": ["kernel"],
};

const BY_NAME: ReadonlyMap<string, Software> = new Map(
  [
    ...entriesOf(TOOLS, "software"),
    ...entriesOf(PACKAGE_MANAGERS, "package_managers"),
    ...entriesOf(RUNTIMES, "runtimes"),
  ].map((software) => [software.spelling, { group: software.group, name: software.name }]),
);

function entriesOf(
  names: Record<string, readonly string[]>,
  group: SoftwareGroup,
): { spelling: string; group: SoftwareGroup; name: string }[] {
  return Object.entries(names).flatMap(([name, others]) =>
    [name, ...others].map((spelling) => ({ spelling, group, name: canonical(name) })),
  );
}

/** The key of a fact about it: "runtimes.node", "software.gcc"; CUDA has a place of its own. */
export function factKey({ group, name }: Software): string {
  return name === "cuda" ? "cuda" : `${group}.${name}`;
}

/** Every spelling, longest first: the order that an alternation needs. */
export const SOFTWARE_NAMES: readonly string[] = [...BY_NAME.keys()].toSorted((a, b) => b.length - a.length);

/** Names that are words of everyday language too: only a dotted version tells that they are meant. */
export const AMBIGUOUS_NAMES: ReadonlySet<string> = new Set(
  "r go py cl vs c edge next mix hex port pod stack idea spark swift make brew lean kernel otp mri react vue stack nim crystal lua ninja helm bundle gem composer apache".split(
    " ",
  ),
);

/** The known software of this spelling, whatever its case; undefined for a name that is not known. */
export function knownSoftware(name: string): Software | undefined {
  return BY_NAME.get(spellingOf(name));
}

/** Any name as a key of an Environment: known ones by their canonical name, others as they are under "software". */
export function softwareOf(name: string): Software {
  return knownSoftware(name) ?? { group: "software", name: canonical(spellingOf(name)) };
}

function spellingOf(name: string): string {
  return name.toLowerCase().replace(/\s+/g, " ").trim();
}

function canonical(name: string): string {
  return name.replace(/[\s_]+/g, "-");
}
