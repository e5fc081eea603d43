import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { DEFAULT_DOCKER_OPTIONS, DockerSandbox } from "../../src/sandbox/docker/docker-sandbox.js";
import { DEFAULT_LIMITS } from "../../src/sandbox/sandbox.js";
import { describeWith } from "../support/require.js";

const available = await new DockerSandbox(DEFAULT_DOCKER_OPTIONS).unavailableBecause();
const SPEC = { run_id: "ca-test", image: null, network: "none" as const, limits: DEFAULT_LIMITS };

describeWith("docker", available, "sandbox.ca_bundle", () => {
  const folder = mkdtempSync(join(tmpdir(), "mneme-ca-"));
  const file = (name: string) => join(folder, name);

  beforeAll(() => {
    const openssl = (...args: string[]) => execFileSync("openssl", args, { cwd: folder, stdio: "pipe" });
    openssl(
      "req",
      "-x509",
      "-newkey",
      "rsa:2048",
      "-nodes",
      "-keyout",
      "ca.key",
      "-out",
      "ca.crt",
      "-days",
      "2",
      "-subj",
      "/CN=Test CA",
      "-addext",
      "keyUsage=critical,keyCertSign,cRLSign",
    );
    openssl(
      "req",
      "-newkey",
      "rsa:2048",
      "-nodes",
      "-keyout",
      "leaf.key",
      "-out",
      "leaf.csr",
      "-subj",
      "/CN=localhost",
    );
    writeFileSync(
      file("ext"),
      "subjectAltName=DNS:localhost\nauthorityKeyIdentifier=keyid,issuer\nsubjectKeyIdentifier=hash\n",
    );
    openssl(
      "x509",
      "-req",
      "-in",
      "leaf.csr",
      "-CA",
      "ca.crt",
      "-CAkey",
      "ca.key",
      "-CAcreateserial",
      "-out",
      "leaf.crt",
      "-days",
      "2",
      "-extfile",
      "ext",
    );
  });

  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test("every tool of the image trusts it, and none does without", async () => {
    const probe = [
      "(cd /work/repo && python3 serve.py >/dev/null 2>&1 &) ; sleep 1",
      "curl -s -m 5 https://localhost:8443/leaf.crt >/dev/null && echo curl",
      "python3 -c 'import urllib.request as u; u.urlopen(\"https://localhost:8443/leaf.crt\")' 2>/dev/null && echo python",
      'node -e \'require("https").get("https://localhost:8443/leaf.crt", (r) => { console.log("node"); process.exit() }).on("error", () => process.exit(1))\'',
      "git ls-remote https://localhost:8443/x 2>&1 | grep -qi 'certificate\\|SSL' || echo git",
      "keytool -list -cacerts -storepass changeit 2>/dev/null | grep -c trustedCertEntry",
    ].join("; ");
    const serve =
      'import http.server, ssl\ns = http.server.HTTPServer(("localhost", 8443), http.server.SimpleHTTPRequestHandler)\nc = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)\nc.load_cert_chain("leaf.crt", "leaf.key")\ns.socket = c.wrap_socket(s.socket, server_side=True)\ns.serve_forever()\n';
    const answers: string[][] = [];
    for (const ca_bundle of [null, file("ca.crt")]) {
      const sandbox = new DockerSandbox({ ...DEFAULT_DOCKER_OPTIONS, ca_bundle });
      await using session = await sandbox.open(SPEC);
      await session.writeFiles([
        { path: "leaf.crt", content: readFileSync(file("leaf.crt")) },
        { path: "leaf.key", content: readFileSync(file("leaf.key")) },
        { path: "serve.py", content: serve },
      ]);
      answers.push((await session.exec(probe)).output.trim().split("\n"));
    }
    const [without = [], trusted = []] = answers;
    expect(without.slice(0, -1)).toEqual([]);
    expect(trusted.slice(0, -1)).toEqual(["curl", "python", "node", "git"]);
    expect(Number(trusted.at(-1))).toBe(Number(without.at(-1)) + 1);
  }, 120_000);

  test("a bundle that is none is said", async () => {
    writeFileSync(file("none.crt"), "hello");
    for (const name of ["none.crt", "missing.crt"])
      await expect(
        new DockerSandbox({ ...DEFAULT_DOCKER_OPTIONS, ca_bundle: file(name) }).open(SPEC),
      ).rejects.toMatchObject({ code: "bad_config" });
  });
});
