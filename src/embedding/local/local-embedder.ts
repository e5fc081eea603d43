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

/** A sentence model in a folder on this machine: config.json, tokenizer.json and onnx/model[_quantized].onnx. */
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
  static async open(folder: string, load = loadTransformers): Promise<LocalEmbedder> {
    const path = resolve(folder);
    const weights = WEIGHTS.find(({ file }) => existsSync(join(path, file)));
    if (weights === undefined) {
      const wanted = WEIGHTS.map(({ file }) => file).join(" or ");
      throw new MnemeError("bad_config", `embedding model folder ${path} has no ${wanted}`);
    }
    const transformers = await load();
    transformers.env.allowRemoteModels = false;
    transformers.env.localModelPath = dirname(path);
    try {
      const name = basename(path);
      const tokenizer = await transformers.AutoTokenizer.from_pretrained(name);
      const network = await transformers.AutoModel.from_pretrained(name, { dtype: weights.dtype });
      const [probe] = await embedBatch(tokenizer, network, ["probe"]);
      return new LocalEmbedder(`local:${name}:${weights.dtype}`, probe?.length ?? 0, tokenizer, network);
    } catch (error) {
      throw new MnemeError("bad_config", `embedding model in ${path} cannot be loaded: ${messageOf(error)}`, {
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
