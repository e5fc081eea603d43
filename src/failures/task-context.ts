import type { Stage } from "./failure-case.js";

const FAMILY: Readonly<Record<string, string>> = {
  pip: "python",
  poetry: "python",
  uv: "python",
  conda: "python",
  pipenv: "python",
  setuptools: "python",
  pytest: "python",
  npm: "node",
  yarn: "node",
  pnpm: "node",
  "node-gyp": "node",
  tsc: "node",
  webpack: "node",
  vite: "node",
  jest: "node",
  bundler: "ruby",
  gem: "ruby",
  maven: "java",
  gradle: "java",
  nuget: "dotnet",
  composer: "php",
  cargo: "rust",
  apt: "debian",
  yum: "rpm",
  apk: "alpine",
};

const DOING: Readonly<Record<Stage, string>> = {
  system_packages: "system_packages_installation",
  toolchain: "toolchain_setup",
  package_manager: "package_manager_setup",
  dependencies: "dependency_installation",
  configure: "project_configuration",
  build: "project_build",
  test: "test_run",
  run: "program_run",
};

/** "node_dependency_installation", "python_project_build". */
export function taskContext(ecosystem: string, stage: Stage): string {
  return `${(FAMILY[ecosystem] ?? ecosystem).replace(/[^a-z0-9]+/gi, "_")}_${DOING[stage]}`;
}
