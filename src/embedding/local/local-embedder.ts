import { existsSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { messageOf, MnemeError } from "../../errors.js";
import type { Embedder } from "../embedder.js";
import { poolMean } from "./pool-mean.js";
import type { LoadedModel, LoadedTokenizer, TransformersModule } from "./transformers.js";

const PACKAGE = "@huggingface/transformers";
/** Texts in one pass of the model. */
const BATCH = 16;
/** Word pieces read of a text: the first ones say what it is about, and time grows with them. */
const LONGEST_INPUT = 160;
const WEIGHTS = [
  { file: "onnx/model.onnx", dtype: "fp32" },
  { file: "onnx/model_quantized.onnx", dtype: "q8" },
] as const;

/**
 * In a folder with config.json, tokenizer.json and onnx/model[_quantized].onnx; or by its name on the model hub, from which it
 * is downloaded at the first use, quantized, and kept in `cache`.
 */
export type LocalModel = { folder: string } | { name: string; cache: string };

/** A sentence model that runs in this process. */
export class LocalEmbedder implements Embedder {
  readonly model: string;
  readonly dimensions: number;
  private readonly tokenizer: LoadedTokenizer;
  private readonly network: LoadedModel;

  private constructor(model: string, dimensions: number, tokenizer: LoadedTokenizer, network: LoadedModel) {
    this.model = model;
    this.dimensions = dimensions;
    this.tokenizer = tokenizer;
    this.network = network;
  }

  /** Throws MnemeError("bad_config") where the package or a file is missing, or the model does not answer. */
  static async open(model: LocalModel, load = loadTransformers): Promise<LocalEmbedder> {
    const { name, dtype, where, place } = "folder" in model ? inFolder(model.folder) : toDownload(model);
    const transformers = await load();
    Object.assign(transformers.env, place);
    try {
      const tokenizer = await transformers.AutoTokenizer.from_pretrained(name);
      const network = await transformers.AutoModel.from_pretrained(name, { dtype });
      const [probe] = await embedBatch(tokenizer, network, ["probe"]);
      return new LocalEmbedder(`local:${name}:${dtype}`, probe?.length ?? 0, tokenizer, network);
    } catch (error) {
      throw new MnemeError("bad_config", `embedding model ${where} cannot be loaded: ${messageOf(error)}`, {
        cause: error,
      });
    }
  }

  async embed(texts: readonly string[]): Promise<Float32Array[]> {
    // Texts of like length go together: each pass takes as long as its longest text.
    const order = texts.map((text, place) => ({ text, place })).sort((a, b) => a.text.length - b.text.length);
    const vectors = new Array<Float32Array>(texts.length);
    for (let start = 0; start < order.length; start += BATCH) {
      const batch = order.slice(start, start + BATCH);
      const made = await this.embedBatch(batch.map(({ text }) => text));
      batch.forEach(
        ({ place }, index) => (vectors[place] = made[index] ?? new Float32Array(this.dimensions)),
      );
    }
    return vectors;
  }

  private async embedBatch(texts: readonly string[]): Promise<Float32Array[]> {
    try {
      return await embedBatch(this.tokenizer, this.network, texts);
    } catch (error) {
      throw new MnemeError("unavailable", `embedding model ${this.model} failed: ${messageOf(error)}`, {
        cause: error,
      });
    }
  }
}

interface Placed {
  name: string;
  dtype: string;
  /** For messages. */
  where: string;
  place: Partial<TransformersModule["env"]>;
}

function inFolder(folder: string): Placed {
  const path = resolve(folder);
  const weights = WEIGHTS.find(({ file }) => existsSync(join(path, file)));
  if (weights === undefined) {
    const wanted = WEIGHTS.map(({ file }) => file).join(" or ");
    throw new MnemeError("bad_config", `embedding model folder ${path} has no ${wanted}`);
  }
  const place = { allowRemoteModels: false, localModelPath: dirname(path) };
  return { name: basename(path), dtype: weights.dtype, where: `in ${path}`, place };
}

function toDownload({ name, cache }: { name: string; cache: string }): Placed {
  const where = `"${name}" (kept in ${cache}; a folder of your own goes into MNEME_EMBEDDING_FOLDER)`;
  return { name, dtype: "q8", where, place: { allowRemoteModels: true, cacheDir: cache } };
}

async function embedBatch(
  tokenizer: LoadedTokenizer,
  network: LoadedModel,
  texts: readonly string[],
): Promise<Float32Array[]> {
  const inputs = tokenizer([...texts], { padding: true, truncation: true, max_length: LONGEST_INPUT });
  const { last_hidden_state: hidden } = await network(inputs);
  return poolMean(hidden, inputs.attention_mask.data);
}

/** The package is optional: it is asked for by name when a folder is configured. */
async function loadTransformers(): Promise<TransformersModule> {
  try {
    return (await import(PACKAGE)) as TransformersModule;
  } catch (error) {
    throw new MnemeError(
      "bad_config",
      `a local embedding model needs the package ${PACKAGE} (npm install ${PACKAGE}): ${messageOf(error)}`,
      { cause: error },
    );
  }
}
