import type Dockerode from "dockerode";
import { extract } from "tar-stream";
import { MnemeError } from "../../errors.js";
import { parseImageList, type AllowedHost } from "../egress/allow-list.js";
import { dockerError, ignoreGone, statusOf } from "./docker-errors.js";
import { isPullable, pullImage, type PullProgress } from "./pull-image.js";

const LIST = "/usr/lib/mneme/registries.txt";

/** What an image is by its content, and which registries its tools are configured for. */
export class Images {
  readonly #lists = new Map<string, Promise<AllowedHost[]>>();

  readonly #pulls = new Map<string, Promise<void>>();
  private readonly docker: Dockerode;
  private readonly buildHelp: string;
  private readonly onPull: (progress: PullProgress) => void;

  constructor(docker: Dockerode, buildHelp: string, onPull: (progress: PullProgress) => void) {
    this.docker = docker;
    this.buildHelp = buildHelp;
    this.onPull = onPull;
  }

  /** The image's id; one that names its registry is fetched where it is not there, once for all who want it. */
  async ensure(name: string): Promise<string> {
    if (!isPullable(name) || (await this.#isThere(name))) return await this.idOf(name);
    const pull = this.#pulls.get(name) ?? pullImage(this.docker, name, this.onPull);
    this.#pulls.set(name, pull);
    try {
      await pull;
    } finally {
      this.#pulls.delete(name);
    }
    return await this.idOf(name);
  }

  async #isThere(name: string): Promise<boolean> {
    return await ignoreGone(this.docker.getImage(name).inspect());
  }

  /** The image's id; an image that is not there is said with how to get it. */
  async idOf(name: string): Promise<string> {
    try {
      return (await this.docker.getImage(name).inspect()).Id;
    } catch (error) {
      if (statusOf(error) !== 404) throw dockerError(`Looking for the image ${name}`, error);
      throw new MnemeError(
        "unavailable",
        `The sandbox image "${name}" is not on this Docker host. ${this.buildHelp}`,
      );
    }
  }

  /** The registries that the tools in the image use, as the image itself tells. */
  async registriesOf(image: string): Promise<AllowedHost[]> {
    const id = await this.idOf(image);
    const known = this.#lists.get(id) ?? this.#readList(id);
    this.#lists.set(id, known);
    return await known;
  }

  async #readList(id: string): Promise<AllowedHost[]> {
    const container = await this.docker.createContainer({
      Image: id,
      Cmd: ["true"],
      Entrypoint: [],
      Labels: {},
    });
    try {
      return parseImageList(await firstFileOf(await container.getArchive({ path: LIST })));
    } catch (error) {
      if (statusOf(error) === 404) return [];
      throw dockerError(`Reading ${LIST} of the image`, error);
    } finally {
      await ignoreGone(container.remove({ force: true }));
    }
  }
}

async function firstFileOf(archive: NodeJS.ReadableStream): Promise<string> {
  const entries = extract();
  const failed = new Promise<never>((_resolve, reject) => archive.once("error", reject));
  archive.pipe(entries);
  return await Promise.race([failed, readFirst(entries)]);
}

async function readFirst(entries: ReturnType<typeof extract>): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const entry of entries) for await (const chunk of entry) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString("utf8");
}
