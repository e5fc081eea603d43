import { expect, test } from "@jest/globals";
import { buildChain } from "../../../src/chain/build-chain.js";
import { parseThreadFile } from "../../../src/thread/read-thread-file.js";

const scope = { installation: "0", repository: "acme/widgets", visibility: "public" } as const;

/** What an issue of this body says of its reporter's machine. */
function read(body: string): Record<string, string> {
  const file = { repo: "acme/widgets", number: 7, title: "it stops", body, author: "ann", created_at: null };
  const { environment } = buildChain(parseThreadFile(JSON.stringify(file), "t.json"), { scope });
  const { os, arch, cuda, runtimes, package_managers, software } = environment;
  const groups = Object.entries({ ...runtimes, ...package_managers, ...software, os, arch, cuda });
  return Object.fromEntries(groups.flatMap(([key, fact]) => (fact === undefined ? [] : [[key, fact.value]])));
}

const FENCE = "```";

test.each([
  [
    "a command in a sentence, its output below",
    `\`kilnc --version\` and \`node -v\` say\n\n${FENCE}\nv22.3.1\n${FENCE}`,
    { node: "22.3.1" },
  ],
  [
    "a command alone, its output below",
    `dotnet --version\n${FENCE}\n8.0.101\n${FENCE}`,
    { dotnet: "8.0.101" },
  ],
  [
    "packages that were frozen",
    `\`pip freeze | grep num\`\n\n${FENCE}\nnumpy==1.26.2\nnumexpr==2.8.8\n${FENCE}`,
    { numpy: "1.26.2", numexpr: "2.8.8" },
  ],
  [
    "columns under a heading",
    `${FENCE}\nGradle 8.4\n\nJVM:          17.0.9\nOS:           Windows 10 10.0 amd64\n${FENCE}`,
    { gradle: "8.4", os: "Windows 10", arch: "x86_64" },
  ],
  [
    "columns without a sign",
    `${FENCE}\nBundler       2.5.3\nRuby          3.3.0\n${FENCE}`,
    { bundler: "2.5.3", ruby: "3.3.0" },
  ],
  [
    "a client's own name",
    `${FENCE}\n  python version : 3.12.1.final.0\n  user-agent : conda/24.1.0 Linux/6.1.0 debian/12.4 glibc/2.36\n${FENCE}`,
    { python: "3.12.1", os: "debian/12.4" },
  ],
  [
    "a table of packages",
    "| package | version |\n| --- | --- |\n| kilnpress | 2.4.1 |\n| score | 1.25 |",
    { kilnpress: "2.4.1" },
  ],
  [
    "a graphics card's table",
    `${FENCE}\n| NVIDIA-SMI 550.54.14    Driver Version: 550.54.14    CUDA Version: 12.4     |\n${FENCE}`,
    { cuda: "12.4" },
  ],
  [
    "a doctor's details",
    `${FENCE}\n[✓] Android Studio (version 2022.3)\n    • Java version OpenJDK Runtime Environment (build 17.0.6+0-b2043)\n${FENCE}`,
    { "android-studio": "2022.3", java: "17.0.6" },
  ],
  [
    "a product in two lines",
    `${FENCE}\n$ sw_vers\nProductName:\t\tmacOS\nProductVersion:\t\t12.7.1\nBuildVersion:\t\t21G920\n${FENCE}`,
    { os: "macOS 12.7.1" },
  ],
  [
    "the program behind its driver",
    `${FENCE}\n$ swift --version\nswift-driver version: 1.75.2 Apple Swift version 5.8\n${FENCE}`,
    { swift: "5.8" },
  ],
  [
    "Python's build",
    `${FENCE}\npip 24.0 from /venv/pip (python 3.11)\nsys.version: 3.11.2 (main, Mar 13 2023) [GCC 12.2.0]\n${FENCE}`,
    { pip: "24.0", python: "3.11.2", gcc: "12.2.0" },
  ],
  ["a program's greeting", `${FENCE}\n=> Rails 7.0.4 application starting\n${FENCE}`, { rails: "7.0.4" }],
  ["a form in French", "Version du logiciel : 4.0.2", { widgets: "4.0.2" }],
])("%s", (_kind, body, expected) => {
  expect(read(body)).toMatchObject(expected);
});

test("a figure in a table is no version", () => {
  expect(read("| package | version |\n| --- | --- |\n| score | 1.25 |")).not.toHaveProperty("score");
});

test.each([
  ["I use Fedora Linux 40 (Server Edition).", "Fedora Linux 40"],
  ["OS: openSUSE Leap 15.6 (64 Bit)", "openSUSE Leap 15.6"],
  ["EDIT: my macOS is 12.7.2.", "macOS 12.7.2"],
  ["My Ubuntu version is 20.04", "Ubuntu 20.04"],
])("%s", (sentence, os) => {
  expect(read(sentence)["os"]?.replace(/ \(Server.*/, "")).toBe(os);
});
