import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { redact } from "../../../src/memory/redaction.js";

// Secrets are put together here, so that no scanner of this repository takes them for real ones.
const made = (prefix: string, alphabet: string, length: number) =>
  fc
    .array(fc.constantFrom(...Array.from(alphabet)), { minLength: length, maxLength: length })
    .map((characters) => prefix + characters.join(""));
const UPPER = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
const LOWER = UPPER.toLowerCase();
const DIGITS = "0123456789";
const ALNUM = UPPER + LOWER + DIGITS;
const HEX = "0123456789abcdef";

const TOKENS: Record<string, fc.Arbitrary<string>> = {
  "github classic": fc
    .constantFrom("p", "o", "u", "s", "r")
    .chain((letter) => made(`gh${letter}_`, ALNUM, 36)),
  "github fine-grained": made("github_pat_", `${ALNUM}_`, 82),
  gitlab: made("glpat-", `${ALNUM}_-`, 20),
  "aws access key": fc.constantFrom("AKIA", "ASIA").chain((prefix) => made(prefix, UPPER + DIGITS, 16)),
  google: made("AIza", `${ALNUM}_-`, 35),
  slack: made("xoxb-", DIGITS, 11).chain((head) => made(`${head}-`, ALNUM, 24)),
  stripe: made("sk_live_", ALNUM, 24),
  openai: made("sk-proj-", ALNUM, 48).filter((token) => /\d/.test(token)),
  anthropic: made("sk-ant-api03-", ALNUM, 93).map((token) => `${token}AA`),
  npm: made("npm_", ALNUM, 36),
  pypi: made("pypi-AgEIcHlwaS5vcmc", `${ALNUM}_-`, 60),
  docker: made("dckr_pat_", `${ALNUM}_-`, 27),
  huggingface: made("hf_", UPPER + LOWER, 34),
  sendgrid: made("SG.", ALNUM, 22).chain((head) => made(`${head}.`, ALNUM, 43)),
  vault: made("hvs.", ALNUM, 95),
  databricks: made("dapi", HEX, 32),
  digitalocean: made("dop_v1_", HEX, 64),
  "json web token": made("eyJ", ALNUM, 20).chain((head) =>
    made(`${head}.eyJ`, ALNUM, 40).chain((payload) => made(`${payload}.`, `${ALNUM}_-`, 43)),
  ),
};

const PLACEMENTS: Record<string, (secret: string) => string> = {
  alone: (secret) => secret,
  "in a sentence": (secret) => `I used ${secret}, and it failed.`,
  "in quotes": (secret) => `client("${secret}")`,
  "in JSON": (secret) => JSON.stringify({ outer: JSON.stringify({ value: secret }) }),
  "in code": (secret) => "```sh\nexport X=" + secret + "\n```",
  "in backticks": (secret) => `\`${secret}\``,
  "in a URL": (secret) => `https://api.example/v1?key=${secret}&page=2`,
  "as a user": (secret) => `git clone https://${secret}@code.example/a/b.git`,
  "as a password": (secret) => `git clone https://me:${secret}@code.example/a/b.git`,
  "in a header": (secret) => `curl -H 'Authorization: Bearer ${secret}' https://api.example`,
  coloured: (secret) => `\u001b[32m${secret}\u001b[0m`,
  "at the end of a line": (secret) => `token is ${secret}\nnext line`,
  "in a table": (secret) => `| key | ${secret} |`,
  "after a switch-off comment": (secret) => `<!-- secretlint-disable -->\n${secret}`,
};

describe("secrets", () => {
  for (const [name, token] of Object.entries(TOKENS))
    test(`${name} survives nowhere`, () => {
      fc.assert(
        fc.property(token, fc.constantFrom(...Object.values(PLACEMENTS)), (secret, place) => {
          const { text, found } = redact(place(secret));
          expect(text).not.toContain(secret);
          expect(text).not.toContain(secret.slice(-12));
          expect(found.length).toBeGreaterThan(0);
        }),
        { numRuns: 60 },
      );
    });

  const password = fc
    .array(fc.constantFrom(...Array.from(`${ALNUM}!@#%^*_+.-/?`)), { minLength: 6, maxLength: 24 })
    .map((characters) => characters.join(""))
    .filter((value) => /^[A-Z]\w/i.test(value) && /\d/.test(value));
  const ASSIGNMENTS: ((value: string) => string)[] = [
    (value) => `password=${value}`,
    (value) => `DB_PASSWORD=${value}`,
    (value) => `password: "${value}"`,
    (value) => `  password: ${value}\n  port: 5432`,
    (value) => `{"password":"${value}","port":1}`,
    (value) => JSON.stringify(JSON.stringify({ dbPassword: value })),
    (value) => `mysql.connect(host="x", passwd='${value}')`,
    (value) => `tool --password ${value} --verbose`,
    (value) => `tool --password=${value}`,
    (value) => `curl -u admin:${value} https://x.example/`,
    (value) => `mysql -u root -p${value} shop`,
    (value) => `docker login -u me -p ${value} r.example`,
    (value) => `my password: ${value} (changed since)`,
    (value) => `{"username":"x","password_confirmation":"${value}"}`,
  ];
  test("a password never survives its key", () => {
    fc.assert(
      fc.property(password, fc.constantFrom(...ASSIGNMENTS), (secret, place) => {
        expect(redact(place(secret)).text).not.toContain(secret);
      }),
      { numRuns: 600 },
    );
  });

  test("a password in a URL, whatever its characters", () => {
    fc.assert(
      fc.property(
        password,
        fc.constantFrom("postgres", "https", "amqp", "mongodb+srv", "redis"),
        (secret, scheme) => {
          expect(redact(`${scheme}://app:${secret}@db.example:5432/shop`).text).not.toContain(secret);
        },
      ),
      { numRuns: 300 },
    );
  });

  test("private keys go whole: with lines, escaped in JSON, cut off", () => {
    const body = Array.from({ length: 12 }, (_, line) =>
      `MIIEpAIBAAKCAQEA${line}abcDEF123+/xyz`.padEnd(64, "Q"),
    );
    const dashes = "-----";
    const key = [
      `${dashes}BEGIN RSA PRIVATE KEY${dashes}`,
      ...body,
      `${dashes}END RSA PRIVATE KEY${dashes}`,
    ].join("\n");
    for (const text of [key, JSON.stringify({ key }), key.slice(0, 400), key.replaceAll("\n", "\n> ")]) {
      const result = redact(`before\n${text}`);
      expect(result.text).not.toContain("abcDEF123");
      expect(result.text).toContain("before\n");
      expect(result.found).toEqual([{ kind: "private-key", count: 1 }]);
    }
    expect(redact(`${key}\nafter`).text).toBe("[redacted:private-key]\nafter");
  });

  test("kinds are named and counted", () => {
    const token = `ghp_${"a1B2".repeat(9)}`;
    expect(redact(`${token} ${token} me@mail.example`)).toEqual({
      text: "[redacted:github-token] [redacted:github-token] [redacted:email]",
      found: [
        { kind: "github-token", count: 2 },
        { kind: "email", count: 1 },
      ],
    });
  });
});

describe("people", () => {
  const octet = fc.integer({ min: 1, max: 254 });
  const name = fc
    .array(fc.constantFrom(...Array.from(LOWER)), { minLength: 3, maxLength: 10 })
    .map((characters) => `${characters.join("")}zq`);

  test("an IP address survives nowhere", () => {
    const places = [
      (ip: string) => ip,
      (ip: string) => `connect to ${ip}:8080 failed`,
      (ip: string) => `host=${ip}`,
      (ip: string) => `ssh root@${ip}`,
      (ip: string) => `[${ip}]`,
      (ip: string) => `http://${ip}/path`,
      (ip: string) => `node/${ip}:2181`,
      (ip: string) => `The server is at ${ip}.`,
      (ip: string) => `inet ${ip}/24`,
    ];
    fc.assert(
      fc.property(octet, octet, octet, octet, fc.constantFrom(...places), (a, b, c, d, place) => {
        fc.pre(a !== 127);
        const ip = [a, b, c, d].join(".");
        expect(redact(place(ip)).text).not.toContain(ip);
      }),
      { numRuns: 400 },
    );
  });

  test("IPv6 addresses go, loopback, times, MACs and C++ names stay", () => {
    expect(redact("at 2001:db8:85a3::8a2e:370:7334 and fe80::1%eth0").text).toBe(
      "at [redacted:ip] and [redacted:ip]%eth0",
    );
    expect(redact("[2001:0db8:85a3:0000:0000:8a2e:0370:7334]:443").text).toBe("[[redacted:ip]]:443");
    const kept = "12:34:56 ::1 de:ad:be:ef:00:01 std::vector a::b 10:20 x86::add";
    expect(redact(kept).text).toBe(kept);
  });

  test.each([
    "127.0.0.1:3000",
    "0.0.0.0",
    "opencv-python==4.5.5.64",
    "version 1.2.3.4",
    "Version=4.0.0.0",
    "Chrome/120.0.0.0",
    "Chrome 96.0.4664.45",
    "ffmpeg 4.4.1.2",
    "v1.2.3.4",
    "works in 1.7.5 and 1.8.0.1",
    "Simulator-1.8.0.1 SDK",
    "Version:             1.0.0.3",
    "1.2.3",
  ])("a version or a loopback address stays: %s", (text) => {
    expect(redact(text)).toEqual({ text, found: [] });
  });

  test("the user's name of a home directory survives nowhere", () => {
    const places = [
      (user: string) => `/home/${user}/project/a.c`,
      (user: string) => `/home/${user}`,
      (user: string) => `file:///Users/${user}/x.py`,
      (user: string) => `C:\\Users\\${user}\\AppData`,
      (user: string) => JSON.stringify(`C:\\Users\\${user}\\AppData`),
      (user: string) => `C:/Users/${user}/AppData`,
      (user: string) => `C:\\Users\\${user} the second\\AppData`,
      (user: string) => `(/mnt/c/Users/${user}/x:3:1)`,
      (user: string) => `${user}@laptop:~/project$ make`,
    ];
    fc.assert(
      fc.property(name, fc.constantFrom(...places), (user, place) => {
        expect(redact(place(user)).text).not.toContain(user);
      }),
      { numRuns: 300 },
    );
    expect(redact("C:\\Users\\Ann Example\\AppData").text).toBe("C:\\Users\\[redacted:user]\\AppData");
    expect(redact("/home/runner/work/x and /root/x").text).toBe("/home/runner/work/x and /root/x");
  });

  test("mailboxes go, what only looks like one stays", () => {
    expect(redact("mail jo.doe+x@mail.corp.example or <a@163.com>").text).toBe(
      "mail [redacted:email] or <[redacted:email]>",
    );
    for (const kept of [
      "git@github.com:acme/widgets.git",
      "lodash@4.17.21",
      "react@18.2.0.tgz",
      "icon@2x.png",
      "@types/node@20.1.0",
      "actions/checkout@v4",
      "@app.route('/')",
      "golang.org/x/net@v0.17.0",
    ])
      expect(redact(kept)).toEqual({ text: kept, found: [] });
  });
});

describe("what is no secret stays", () => {
  test.each([
    "SyntaxError: Unexpected token: punc (})",
    "Unexpected token = in JSON at position 4",
    "error: invalid token: expected identifier",
    "tokenizers==0.13.3 and max_tokens=4096",
    "password: string",
    "const token = getToken(request);",
    "password = process.env.DB_PASSWORD",
    "PASSWORD=$SECRET_PASSWORD",
    "token: <your token>",
    "password: ********",
    "Error: password authentication failed for user",
    "The password: it must be long enough",
    "PWD=/workspace/app",
    "docker run -p 8080:80 nginx",
    "compass: north",
    "commit 9fceb02d0ae598e95dc970b74767f19372d61af8",
    "sha512-Wb1Uw0rTjVh3cA2Z6Z9w1vH8xqXo8m9z5m4tRkq==",
    "sk-learn-contrib-something-long",
    "https://code.example/acme/widgets/issues/1#issuecomment-123",
    "https://registry.example/@scope%2fname",
    "https://cdn.example/npm/pkg@1.2.3/dist/x.js",
    "https://host.example:8080/@user/page",
    "Basic authentication is internationalization",
    "auth: https://login.example/oauth2/v1",
    "ssh://git@code.example/acme/widgets.git",
    "npm ERR! code ERESOLVE",
    "var authorization = Geolocation.locationServicesAuthorization;",
    "1. wait for authorization:\n2.invoke keyboard",
  ])("%s", (text) => {
    expect(redact(text)).toEqual({ text, found: [] });
  });
});

test("idempotent on any text", () => {
  const pieces = fc.constantFrom(
    "password=",
    "token: ",
    "https://",
    "user:",
    "@",
    "host.example",
    "10.1.2.3",
    " ",
    "\n",
    '"',
    "'",
    ":",
    "/",
    "/home/",
    "ann",
    "Bearer ",
    "ghp_",
    "a1B2c3D4e5F6g7H8i9J0",
    "::",
    "fe80",
    "-----BEGIN PRIVATE KEY-----",
    "\\",
    "Authorization: ",
    "[redacted:ip]",
    "--secret ",
    "&",
    "=",
    "?",
    "C:\\Users\\",
    "-u ",
    "$",
  );
  fc.assert(
    fc.property(fc.array(fc.oneof(pieces, fc.string({ maxLength: 6 })), { maxLength: 24 }), (parts) => {
      const once = redact(parts.join("")).text;
      expect(redact(once).text).toBe(once);
    }),
    { numRuns: 3_000 },
  );
});

test.each([
  ["one long word", "a".repeat(2_000_000)],
  ["colons", ":".repeat(500_000)],
  ["at signs", "a@".repeat(300_000)],
  ["keys without values", "password".repeat(100_000)],
  ["keys and equals", "token=".repeat(100_000)],
  ["URL beginnings", "https://a:".repeat(60_000)],
  ["key beginnings", "-----BEGIN PRIVATE KEY-----".repeat(20_000)],
  ["numbers and dots", "1.".repeat(300_000)],
  ["prefixes", "ghp_".repeat(150_000)],
  ["token beginnings", "eyJ".repeat(200_000)],
  ["homes", "/home/".repeat(100_000)],
  ["hex and colons", "ab:".repeat(200_000)],
  ["headers", "Authorization: ".repeat(40_000)],
  ["switches", "mysql -p ".repeat(60_000)],
  ["prompts", "a@b:".repeat(150_000)],
])("linear on hostile text: %s", (_name, text) => {
  const start = performance.now();
  redact(text);
  expect(performance.now() - start).toBeLessThan(6_000);
});

test("what was clean is clean again, and a secret is found each time it is looked for", () => {
  const words = "the build stops after the second file";
  const secret = `${words}: ghp_${"a1B2".repeat(9)}`;
  expect(redact(words)).toEqual({ text: words, found: [] });
  for (let time = 1; time <= 3; time++) {
    expect(redact(words)).toEqual({ text: words, found: [] });
    expect(redact(secret)).toEqual({
      text: `${words}: [redacted:github-token]`,
      found: [{ kind: "github-token", count: 1 }],
    });
  }
});
