import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import type Dockerode from "dockerode";
import { pack } from "tar-stream";
import { messageOf, MnemeError } from "../../errors.js";
import { DEFAULT_LIMITS } from "../sandbox.js";
import { prepareOptions } from "./container-spec.js";
import { dockerError, ignoreGone } from "./docker-errors.js";
import { runExec } from "./run-exec.js";

const LABEL = "io.mneme.certificates";
const SCRIPT = "/usr/lib/mneme/add-certificates.sh";
const BUNDLE = "/tmp/mneme-ca.crt";
const PREPARE_MS = 300_000;

/**
 * The image with a corporate CA trusted by every tool in it. It is made once for an image and a bundle, and found
 * again by a label; where the bundle changes, another one is made.
 */
export async function imageWithCertificates(
  docker: Dockerode,
  image: string,
  bundle: string,
): Promise<string> {
  const content = await readBundle(bundle);
  const key = createHash("sha256").update(image).update(content).digest("hex").slice(0, 32);
  const [known] = await docker.listImages({ filters: { label: [`${LABEL}=${key}`] } });
  if (known !== undefined) return known.Id;
  const spec = {
    image,
    labels: { [LABEL]: key },
    limits: DEFAULT_LIMITS,
    network: "none",
    lifetime_seconds: 600,
    runtime: null,
  };
  let container: Dockerode.Container | null = null;
  try {
    container = await docker.createContainer(prepareOptions(spec));
    const archive = pack();
    archive.entry({ name: BUNDLE.slice("/tmp/".length), mode: 0o644 }, content);
    archive.finalize();
    await container.putArchive(archive as unknown as NodeJS.ReadableStream, { path: "/tmp" });
    await container.start();
    const request = {
      argv: ["sh", SCRIPT, BUNDLE],
      user: "0:0",
      cwd: "/",
      env: {},
      timeout_ms: PREPARE_MS,
      max_output_bytes: 10_000,
    };
    const kill = async () => {
      await ignoreGone(container?.kill() ?? Promise.resolve());
    };
    const added = await runExec(container, request, kill);
    if (added.exit_code !== 0)
      throw new MnemeError(
        "bad_config",
        `sandbox.ca_bundle ${bundle}: could not be installed in the image (${added.output.trim().slice(-200)}).`,
      );
    const committed = (await container.commit({ pause: false })) as { Id: string };
    return committed.Id;
  } catch (error) {
    throw dockerError("Installing sandbox.ca_bundle in the image", error);
  } finally {
    if (container !== null) await ignoreGone(container.remove({ force: true, v: true }));
  }
}

async function readBundle(bundle: string): Promise<Buffer> {
  let content: Buffer;
  try {
    content = await readFile(bundle);
  } catch (error) {
    throw new MnemeError("bad_config", `sandbox.ca_bundle ${bundle}: cannot be read (${messageOf(error)}).`);
  }
  if (content.includes("-----BEGIN CERTIFICATE-----")) return content;
  throw new MnemeError(
    "bad_config",
    `sandbox.ca_bundle ${bundle}: holds no PEM certificate ("-----BEGIN CERTIFICATE-----").`,
  );
}
