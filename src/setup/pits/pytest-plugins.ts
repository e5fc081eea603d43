import { inFolder } from "../ecosystems/ecosystem.js";
import type { ProjectFiles } from "../project-files.js";

/** What of a pytest configuration, or of its complaint, belongs to which plugin's module. */
const PLUGINS: readonly { says: RegExp; module: string }[] = [
  { says: /--cov\b|--cov-|no-cov/, module: "pytest_cov" },
  { says: /(?:^|[\s"'])-n[ =]?(?:auto|\d)|--numprocesses|--dist[ =]/m, module: "xdist" },
  { says: /--timeout\b|^timeout *=/m, module: "pytest_timeout" },
  { says: /asyncio_mode|mark\.asyncio|asyncio_default/, module: "pytest_asyncio" },
  { says: /--benchmark|fixture 'benchmark'/, module: "pytest_benchmark" },
  { says: /--reruns\b/, module: "pytest_rerunfailures" },
  { says: /--randomly|-p[ "',]+randomly/, module: "pytest_randomly" },
  { says: /--random-order/, module: "pytest_random_order" },
  { says: /--html\b/, module: "pytest_html" },
  { says: /--json-report/, module: "pytest_jsonreport" },
  { says: /fixture 'mocker' not found|\bdef test_\w+\([^)]*\bmocker\b/, module: "pytest_mock" },
  { says: /fixture 'httpx_mock' not found/, module: "pytest_httpx" },
  { says: /fixture 'requests_mock' not found/, module: "requests_mock" },
  { says: /fixture 'freezer' not found/, module: "pytest_freezer" },
  { says: /DJANGO_SETTINGS_MODULE *=|--ds[ =]|--reuse-db/, module: "pytest_django" },
  { says: /--flake8/, module: "pytest_flake8" },
  { says: /--mypy/, module: "pytest_mypy" },
  { says: /--snapshot-update|fixture 'snapshot' not found/, module: "syrupy" },
  { says: /--sugar/, module: "pytest_sugar" },
  { says: /^env *=|-p[ "',]+env\b/m, module: "pytest_env" },
  { says: /--black\b/, module: "pytest_black" },
  { says: /--doctest-plus/, module: "pytest_doctestplus" },
];

/** Modules of the plugins that the project's pytest configuration and its tests lean on. */
export function pluginsOf(files: ProjectFiles, folder: string, output = ""): string[] {
  const named = ["pytest.ini", "setup.cfg", "tox.ini", "pyproject.toml"].map((name) =>
    sectionOf(files.text(inFolder(folder, name)) ?? ""),
  );
  const tests = files
    .names(folder)
    .filter((name) => /(?:^|\/)(?:test_[^/]*|[^/]*_test|conftest)\.py$/.test(name))
    .map(
      (name) =>
        (files.text(inFolder(folder, name)) ?? "")
          .match(/^.*(?:mark\.asyncio|def test_\w+\([^)]*\)).*$/gm)
          ?.join("\n") ?? "",
    );
  const complaint =
    output
      .match(/^.*(?:unrecognized arguments|fixture '|unknown hook|Unknown config option).*$/gm)
      ?.join("\n") ?? "";
  const text = [...named, ...tests, complaint].join("\n");
  return PLUGINS.filter(({ says }) => says.test(text)).map(({ module }) => module);
}

/** pytest's own part of a configuration file. */
function sectionOf(text: string): string {
  const at = text.search(/^\[(?:pytest|tool:pytest|tool\.pytest\.ini_options)\]/m);
  if (at === -1) return "";
  const next = text.slice(at + 1).search(/^\[/m);
  return next === -1 ? text.slice(at) : text.slice(at, at + 1 + next);
}
