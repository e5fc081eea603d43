import type Dockerode from "dockerode";
import { messageOf, MnemeError } from "../../errors.js";
import { closeStream, dockerError } from "./docker-errors.js";

export interface PullProgress {
  image: string;
  /** Layers that are there, of those that are known so far. */
  done: number;
  layers: number;
  /** Bytes that came, of those that were announced so far. */
  bytes: number;
  total_bytes: number;
}

interface PullEvent {
  id?: string;
  status?: string;
  error?: string;
  progressDetail?: { current?: number; total?: number };
}

/** Without a word for so long, a registry is taken for gone. */
const IDLE_MS = 120_000;

/** True for a name that says where it comes from ("registry.example:5000/sandbox"); others are built, not fetched. */
export function isPullable(image: string): boolean {
  const [host = "", ...rest] = image.split("/");
  return rest.length > 0 && (/[.:]/.test(host) || host === "localhost");
}

/** Without a tag the daemon would fetch all that there are. */
function withTag(image: string): string {
  const name = image.slice(image.lastIndexOf("/") + 1);
  return name.includes(":") || name.includes("@") ? image : `${image}:latest`;
}

/** Fetches an image. The daemon answers with success before anything is fetched: what goes wrong stands in its stream. */
export async function pullImage(
  docker: Dockerode,
  image: string,
  onProgress: (progress: PullProgress) => void,
  idle_ms = IDLE_MS,
): Promise<void> {
  const what = `Pulling the image ${image}`;
  let stream: NodeJS.ReadableStream;
  try {
    stream = await docker.pull(withTag(image));
  } catch (error) {
    throw notPulled(what, messageOf(error), error);
  }
  const layers = new Map<string, { current: number; total: number; done: boolean }>();
  await new Promise<void>((resolve, reject) => {
    const stalled = () => {
      closeStream(stream as NodeJS.ReadWriteStream);
      reject(notPulled(what, `no word for ${Math.round(idle_ms / 1000)} s`, undefined));
    };
    let timer = setTimeout(stalled, idle_ms);
    const settle = (error: Error | null, events: PullEvent[]) => {
      clearTimeout(timer);
      const failed = events.find((event) => event.error !== undefined);
      if (error !== null) reject(notPulled(what, messageOf(error), error));
      else if (failed !== undefined) reject(notPulled(what, failed.error ?? "", undefined));
      else resolve();
    };
    const note = (event: PullEvent) => {
      clearTimeout(timer);
      timer = setTimeout(stalled, idle_ms);
      if (noteLayer(layers, event)) onProgress(progressOf(image, layers));
    };
    docker.modem.followProgress(stream, settle, note);
  });
}

type Layers = Map<string, { current: number; total: number; done: boolean }>;

/** False for what is said of the image as a whole. */
function noteLayer(layers: Layers, { id, status = "", progressDetail }: PullEvent): boolean {
  if (id === undefined || status.startsWith("Pulling from")) return false;
  const before = layers.get(id) ?? { current: 0, total: 0, done: false };
  const done = before.done || /^(?:Pull complete|Already exists)/.test(status);
  const total = status.startsWith("Downloading") ? (progressDetail?.total ?? before.total) : before.total;
  const current =
    done || /^(?:Download complete|Verifying|Extracting)/.test(status)
      ? total
      : (progressDetail?.current ?? before.current);
  layers.set(id, { current, total, done });
  return true;
}

function progressOf(image: string, layers: Layers): PullProgress {
  const all = Array.from(layers.values());
  return {
    image,
    done: all.filter(({ done }) => done).length,
    layers: all.length,
    bytes: all.reduce((sum, { current }) => sum + current, 0),
    total_bytes: all.reduce((sum, { total }) => sum + total, 0),
  };
}

function notPulled(what: string, why: string, cause: unknown): MnemeError {
  if (/no space left|quota/i.test(why)) return dockerError(what, cause ?? new Error(why));
  return new MnemeError(
    "unavailable",
    `${what}: ${why}. Is the name right, and may the Docker host reach and read that registry (docker login)?`,
    cause === undefined ? {} : { cause },
  );
}
