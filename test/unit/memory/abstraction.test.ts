import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { abstract } from "../../../src/memory/abstraction.js";

test.each([
  ["valgrind on server-01 at a1b2c3d", "valgrind on {host} at {commit}"],
  ["node 20.11.0", "node 20.x"],
  ["node v20.11.0 and npm 10.2.4", "node 20.x and npm 10.x"],
  ["Python 3.11.4, torch==0.13.1+cu117", "Python 3.11.x, torch==0.13.x"],
  ["Ubuntu 22.04.3 LTS", "Linux, Debian family"],
  ["Debian GNU/Linux 12 (bookworm)", "Linux, Debian family"],
  ["image ubuntu:22.04", "image Linux, Debian family"],
  ["Fedora 39, CentOS Stream 9", "Linux, Red Hat family, Linux, Red Hat family"],
  ["macOS Sonoma 14.2.1 and Mac OS X 10.11", "macOS and macOS"],
  ["Windows 11 Pro 23H2", "Windows"],
  ["/home/[redacted:user]/app/index.js:3:1", "{path}/index.js:3:1"],
  ["/usr/bin/ld: cannot find -lssl", "{path}/ld: cannot find -lssl"],
  ["C:\\Users\\[redacted:user]\\AppData\\x.dll not found", "{path}/x.dll not found"],
  ["connect ECONNREFUSED 10.1.2.3:5432", "connect ECONNREFUSED {host}:{port}"],
  [
    "listen EADDRINUSE: address already in use :::3000",
    "listen EADDRINUSE: address already in use :::{port}",
  ],
  ["http://localhost:8080 refused", "{url} refused"],
  ["localhost:8080 refused", "localhost:{port} refused"],
  ["GET https://registry.example/left-pad - Not found", "GET {url}/left-pad - Not found"],
  ["2024-01-02T03:04:05.678Z error", "{time} error"],
  ["[Tue Mar  5 11:22:33 2024] oops", "[{time}] oops"],
  ["11:22:33.444 WARN", "{time} WARN"],
  ["==12345== Invalid read of size 4", "=={pid}== Invalid read of size 4"],
  ["at 0x7ffee4c0a9b8", "at {address}"],
  ["exception 0xC0000005", "exception 0xC0000005"],
  ["sha512-Wb1Uw0rTjVh3cA2Z6Z9w1vH8xqXo8m9z5m4tRkq==", "sha512-{hash}"],
  ["Linux build-box 5.15.0-91-generic #101-Ubuntu SMP", "Linux {host} 5.x #101-Ubuntu SMP"],
  ["[redacted:user]@laptop:~/x$ make", "{user}@{host}:{path}$ make"],
  ["ping db.corp.example.com failed", "ping {host} failed"],
  ["thanks @jane-doe for this", "thanks @{user} for this"],
  ["id 3f2b1c4d-1111-4222-8333-abcdefabcdef", "id {id}"],
])("%s", (text, expected) => {
  expect(abstract(text)).toBe(expected);
});

test.each([
  "npm ERR! code ERESOLVE",
  "error[E0433]: failed to resolve: use of undeclared crate",
  "fatal error: Python.h: No such file or directory",
  "ModuleNotFoundError: No module named 'yaml'",
  "src/components/app.tsx:12:5",
  "import com.example.Widget and os.path.join",
  "socket.io and next.js and asp.net",
  "@types/node and @Component() and @app.route",
  "on node 18 with gcc-12 and python3 on ubuntu-latest",
  "took 3.14 s, 42 tests, 1000000 rows",
  "x86_64-unknown-linux-gnu",
  "defaced facade decade",
  "undefined reference to `std::vector'",
  "LNK2019 ENOSPC CVE-2021-44228",
  "a / b and 1/2 and //comment",
  "git@github.com is asked",
])("what is the same everywhere stays: %s", (text) => {
  expect(abstract(text)).toBe(text);
});

describe("the exact value never reaches the index, and two that differ only in it become one text", () => {
  const chars = (alphabet: string, min: number, max: number) =>
    fc
      .array(fc.constantFrom(...Array.from(alphabet)), { minLength: min, maxLength: max })
      .map((characters) => characters.join(""));
  const word = chars("abcdefghijklmnopqrstuvwxyz", 4, 9).map((letters) => `q${letters}`);
  const hex = (length: number) =>
    chars("0123456789abcdef", length, length).filter((text) => /\d/.test(text) && /[a-f]/.test(text));
  const number = (min: number, max: number) => fc.integer({ min, max });
  const two = (n: number) => String(n).padStart(2, "0");

  const KINDS: Record<string, { value: fc.Arbitrary<string>; places: ((value: string) => string)[] }> = {
    commit: {
      value: fc
        .constantFrom(7, 8, 10, 12, 40)
        .chain(hex)
        .filter((text) => text.length > 0),
      places: [
        (v) => `valgrind at ${v}`,
        (v) => `HEAD is now at ${v} fix`,
        (v) => `(${v})`,
        (v) => `commit ${v}`,
      ],
    },
    "numbered host": {
      value: fc
        .tuple(fc.constantFrom("server", "srv", "worker", "db", "build-box"), number(1, 99))
        .map(([name, n]) => `${name}-${two(n)}`),
      places: [(v) => `valgrind on ${v} fails`, (v) => `at ${v}: refused`, (v) => `host ${v}`],
    },
    "domain host": {
      value: fc.tuple(word, word).map(([a, b]) => `${a}.${b}.com`),
      places: [
        (v) => `connect to ${v} failed`,
        (v) => `https://${v}/`,
        (v) => `${v}:443 refused`,
        (v) => `ssh me@${v}`,
      ],
    },
    address: {
      value: fc
        .tuple(number(11, 223), number(1, 254), number(1, 254), number(1, 254))
        .filter(([a]) => a !== 127)
        .map((parts) => parts.join(".")),
      places: [(v) => `connect to ${v} failed`, (v) => `${v}:5432`, (v) => `http://${v}:80/x`],
    },
    user: {
      value: word,
      places: [
        (v) => `/home/${v}/project/main.c:3`,
        (v) => `C:\\Users\\${v}\\project\\main.c`,
        (v) => `${v}@qbox:~$ make`,
        (v) => `user=${v}`,
        (v) => `thanks @${v}!`,
      ],
    },
    folder: {
      value: fc.tuple(word, word).map(([a, b]) => `${a}/${b}`),
      places: [
        (v) => `/opt/${v}/main.c: error`,
        (v) => `in /srv/${v}/x`,
        (v) => `"/${v}/lib/foo.so"`,
        (v) => `--prefix=/usr/${v}/`,
      ],
    },
    port: {
      value: number(1024, 65_535).map(String),
      places: [
        (v) => `localhost:${v} in use`,
        (v) => `port ${v}`,
        (v) => `listening on :::${v}`,
        (v) => `PORT=${v}`,
      ],
    },
    time: {
      value: fc
        .tuple(number(2001, 2030), number(1, 12), number(1, 28), number(0, 23), number(0, 59), number(0, 59))
        .map(([y, mo, d, h, mi, s]) => `${y}-${two(mo)}-${two(d)}T${two(h)}:${two(mi)}:${two(s)}Z`),
      places: [
        (v) => `${v} error`,
        (v) => `[${v.replace("T", " ").replace("Z", "")}]`,
        (v) => `at ${v.slice(11, 19)} it`,
      ],
    },
    hash: {
      value: fc.constantFrom(32, 64, 128).chain(hex),
      places: [(v) => `md5 ${v}`, (v) => `sha256:${v}`, (v) => `digest ${v} differs`],
    },
    version: {
      value: fc
        .tuple(number(0, 999), number(0, 999), fc.constantFrom("", "-beta.1", "rc2", "+build.5", ".post1"))
        .map(([b, c, suffix]) => `7.${b}.${c}${suffix}`),
      places: [
        (v) => `node ${v}`,
        (v) => `pkg==${v}`,
        (v) => `pkg@${v}`,
        (v) => `v${v} is out`,
        (v) => `pkg-${v}.tgz`,
      ],
    },
  };
  for (const [name, { value, places }] of Object.entries(KINDS))
    test(name, () => {
      fc.assert(
        fc.property(value, value, fc.constantFrom(...places), (one, other, place) => {
          const result = abstract(place(one));
          expect(result).not.toContain(one);
          expect(result).toBe(abstract(place(other)));
          expect(abstract(result)).toBe(result);
        }),
        { numRuns: 300 },
      );
    });
});

test("idempotent on any text", () => {
  const pieces = fc.constantFrom(
    "/",
    "//",
    ".",
    "-",
    ":",
    "@",
    " ",
    "\n",
    "home",
    "ann",
    "{",
    "}",
    "{host}",
    "{path}",
    "1.2.3",
    "v",
    "20",
    "a1b2c3d",
    "server-01",
    "on ",
    "at ",
    "Ubuntu ",
    "22.04",
    "Linux, ",
    "Debian",
    " family",
    "https://",
    "x.com",
    "C:\\",
    "~",
    "port ",
    "8080",
    "[redacted:user]",
    "2024-01-02",
    "T03:04:05",
    "0x7fff12345",
    "==123==",
    "localhost",
    "python",
    "rc1",
    "macOS ",
  );
  fc.assert(
    fc.property(fc.array(fc.oneof(pieces, fc.string({ maxLength: 5 })), { maxLength: 20 }), (parts) => {
      const once = abstract(parts.join(""));
      expect(abstract(once)).toBe(once);
    }),
    { numRuns: 4_000 },
  );
});

test.each([
  ["one long word", "a".repeat(1_000_000)],
  ["one long hex number", "a1".repeat(500_000)],
  ["slashes", "/".repeat(500_000)],
  ["folders", "/a".repeat(300_000)],
  ["dots", "a.".repeat(300_000)],
  ["numbers", "1.".repeat(300_000)],
  ["at signs", "a@".repeat(300_000)],
  ["hyphens", "server-".repeat(80_000)],
  ["backslashes", "C:\\a".repeat(100_000)],
  ["spaces", " ".repeat(500_000)],
  ["addresses", "http://".repeat(80_000)],
  ["times", "12:".repeat(200_000)],
  ["months", "Jan 1 ".repeat(100_000)],
  ["systems", "ubuntu ".repeat(80_000)],
])("linear on hostile text: %s", (_name, text) => {
  const start = performance.now();
  abstract(text);
  expect(performance.now() - start).toBeLessThan(6_000);
});
