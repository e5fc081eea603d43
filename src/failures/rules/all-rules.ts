import type { Rule } from "../rule.js";
import { ACCOUNT_RULES } from "./accounts.js";
import { ANDROID_RULES } from "./android.js";
import { ANT_RULES } from "./ant.js";
import { APK_RULES, PACMAN_RULES } from "./apk.js";
import { APT_REFUSAL_RULES } from "./apt-refusals.js";
import { APT_RULES } from "./apt.js";
import { ARCHIVE_RULES } from "./archives.js";
import { AUTOCONF_RULES } from "./autoconf.js";
import { BAZEL_RULES } from "./bazel.js";
import { BREW_RULES } from "./brew.js";
import { BUNDLER_INSTALL_RULES } from "./bundler-install.js";
import { BUNDLER_RULES } from "./bundler.js";
import { CARGO_RULES } from "./cargo.js";
import { CARGO_WORD_RULES } from "./cargo-words.js";
import { CI_RULES } from "./ci.js";
import { CMAKE_RULES } from "./cmake.js";
import { COMPLAINT_RULES } from "./complaint.js";
import { COMPOSER_RULES } from "./composer.js";
import { CONDA_RULES } from "./conda.js";
import { CRASH_RULES } from "./crash.js";
import { DOCKER_CLI_RULES } from "./docker-cli.js";
import { DOCKER_RULES } from "./docker.js";
import { DOTNET_RULES } from "./dotnet.js";
import { DPKG_RULES } from "./dpkg.js";
import { ELIXIR_RULES } from "./elixir.js";
import { ELM_RULES } from "./elm.js";
import { GCC_RULES } from "./gcc.js";
import { FORM_RULES } from "./forms.js";
import { GENERIC_RULES } from "./generic.js";
import { GIT_RULES } from "./git.js";
import { GO_MODULE_RULES } from "./go-modules.js";
import { GO_RULES } from "./go.js";
import { GPG_RULES } from "./gpg.js";
import { GRADLE_RULES } from "./gradle.js";
import { HASKELL_RULES } from "./haskell.js";
import { JAVA_RULES } from "./java.js";
import { JAVAC_RULES } from "./javac.js";
import { LAST_WORDS_RULES } from "./last-words.js";
import { LD_RULES } from "./ld.js";
import { MAKE_RULES } from "./make.js";
import { MAKEPKG_RULES } from "./makepkg.js";
import { MAVEN_RULES } from "./maven.js";
import { MESON_RULES } from "./meson.js";
import { MSVC_RULES } from "./msvc.js";
import { NETWORK_RULES } from "./network.js";
import { NODE_ERROR_RULES } from "./node-errors.js";
import { NODE_GYP_RULES } from "./node-gyp.js";
import { NODE_RULES } from "./node.js";
import { NPM_ERROR_RULES } from "./npm-errors.js";
import { NPM_SAYS_RULES } from "./npm-says.js";
import { NPM_RULES } from "./npm.js";
import { NUGET_RULES } from "./nuget.js";
import { SCRIPT_LANGUAGE_RULES } from "./other-languages.js";
import { OTHER_PACKAGE_RULES } from "./other-packages.js";
import { OTHER_RUNTIME_RULES } from "./other-runtimes.js";
import { PATCH_RULES } from "./patch.js";
import { PECL_RULES } from "./pecl.js";
import { PERL_RULES } from "./perl.js";
import { PHP_RULES } from "./php.js";
import { PIP_BUILD_RULES } from "./pip-build.js";
import { PIP_RULES } from "./pip.js";
import { PKG_CONFIG_RULES } from "./pkg-config.js";
import { POETRY_RULES } from "./poetry.js";
import { PYTHON_LINT_RULES } from "./python-lint.js";
import { PYTHON_MANAGER_RULES } from "./python-managers.js";
import { PYTHON_NETWORK_RULES } from "./python-network.js";
import { PYTHON_PROJECT_RULES } from "./python-projects.js";
import { PYTHON_REFUSAL_RULES } from "./python-refusals.js";
import { PYTHON_VALUE_RULES } from "./python-values.js";
import { PYTHON_RULES } from "./python.js";
import { QMAKE_RULES } from "./qmake.js";
import { R_RULES } from "./r.js";
import { RAILS_RULES } from "./rails.js";
import { RPM_REFUSAL_RULES } from "./rpm-refusals.js";
import { RPM_RULES } from "./rpm.js";
import { RUBY_RULES } from "./ruby.js";
import { RUNTIME_VERSION_RULES } from "./runtime-version.js";
import { RUSTC_RULES } from "./rustc.js";
import { SBT_RULES } from "./sbt.js";
import { SCRIPT_RULES } from "./script.js";
import { SERVICE_RULES } from "./services.js";
import { SETUPTOOLS_RULES } from "./setuptools.js";
import { SHELL_RULES } from "./shell.js";
import { SILENT_DOWNLOAD_RULES } from "./silent-download.js";
import { SSH_RULES } from "./ssh.js";
import { SUCCESS_RULES } from "./success.js";
import { SWIFT_RULES } from "./swift.js";
import { TEST_RUNNER_RULES } from "./test-runners.js";
import { TOOL_RULES } from "./tools.js";
import { TRACEBACK_RULES } from "./traceback.js";
import { UV_RULES } from "./uv.js";
import { VERSION_MANAGER_RULES } from "./version-managers.js";
import { WEB_BUILD_RULES } from "./web-build.js";
import { WEB_TOOL_RULES } from "./web-tools.js";
import { YARN_PNPM_RULES } from "./yarn-pnpm.js";

/** Every rule file, one a line, in the order of the alphabet: it means nothing. */
export const ALL_RULES: readonly Rule[] = [
  ...ACCOUNT_RULES,
  ...ANDROID_RULES,
  ...ANT_RULES,
  ...APK_RULES,
  ...PACMAN_RULES,
  ...BREW_RULES,
  ...APT_REFUSAL_RULES,
  ...APT_RULES,
  ...ARCHIVE_RULES,
  ...AUTOCONF_RULES,
  ...BAZEL_RULES,
  ...BUNDLER_RULES,
  ...BUNDLER_INSTALL_RULES,
  ...CARGO_RULES,
  ...CARGO_WORD_RULES,
  ...CI_RULES,
  ...CMAKE_RULES,
  ...COMPOSER_RULES,
  ...CONDA_RULES,
  ...CRASH_RULES,
  ...DOCKER_CLI_RULES,
  ...DOCKER_RULES,
  ...DOTNET_RULES,
  ...DPKG_RULES,
  ...ELIXIR_RULES,
  ...ELM_RULES,
  ...GCC_RULES,
  ...FORM_RULES,
  ...COMPLAINT_RULES,
  ...GENERIC_RULES,
  ...GIT_RULES,
  ...GO_MODULE_RULES,
  ...GO_RULES,
  ...GPG_RULES,
  ...GRADLE_RULES,
  ...HASKELL_RULES,
  ...JAVA_RULES,
  ...JAVAC_RULES,
  ...LAST_WORDS_RULES,
  ...LD_RULES,
  ...MAKE_RULES,
  ...MAKEPKG_RULES,
  ...MAVEN_RULES,
  ...MESON_RULES,
  ...MSVC_RULES,
  ...NETWORK_RULES,
  ...NODE_ERROR_RULES,
  ...NODE_GYP_RULES,
  ...NODE_RULES,
  ...NPM_ERROR_RULES,
  ...NPM_SAYS_RULES,
  ...NPM_RULES,
  ...NUGET_RULES,
  ...SCRIPT_LANGUAGE_RULES,
  ...OTHER_PACKAGE_RULES,
  ...OTHER_RUNTIME_RULES,
  ...PATCH_RULES,
  ...PECL_RULES,
  ...PERL_RULES,
  ...PHP_RULES,
  ...PIP_BUILD_RULES,
  ...PIP_RULES,
  ...PKG_CONFIG_RULES,
  ...POETRY_RULES,
  ...PYTHON_LINT_RULES,
  ...PYTHON_MANAGER_RULES,
  ...PYTHON_NETWORK_RULES,
  ...PYTHON_PROJECT_RULES,
  ...PYTHON_REFUSAL_RULES,
  ...PYTHON_VALUE_RULES,
  ...PYTHON_RULES,
  ...QMAKE_RULES,
  ...R_RULES,
  ...RAILS_RULES,
  ...RPM_REFUSAL_RULES,
  ...RPM_RULES,
  ...RUBY_RULES,
  ...RUNTIME_VERSION_RULES,
  ...RUSTC_RULES,
  ...SBT_RULES,
  ...SCRIPT_RULES,
  ...SERVICE_RULES,
  ...SETUPTOOLS_RULES,
  ...SHELL_RULES,
  ...SILENT_DOWNLOAD_RULES,
  ...SSH_RULES,
  ...SUCCESS_RULES,
  ...SWIFT_RULES,
  ...TEST_RUNNER_RULES,
  ...TOOL_RULES,
  ...TRACEBACK_RULES,
  ...UV_RULES,
  ...VERSION_MANAGER_RULES,
  ...WEB_BUILD_RULES,
  ...WEB_TOOL_RULES,
  ...YARN_PNPM_RULES,
];
