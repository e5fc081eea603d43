import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { LocalEmbedder } from "../../../src/embedding/local/local-embedder.js";
import type { TransformersModule } from "../../../src/embedding/local/transformers.js";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "mneme-model-"));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** The package as far as it is used: a model of two dimensions, the length of a text and one. */
function transformers(asked: unknown[]): TransformersModule {
  let lengths: number[] = [];
  return {
    env: { allowRemoteModels: true, localModelPath: "", cacheDir: null },
    AutoTokenizer: {
      from_pretrained: (name) => {
        asked.push(name);
        return Promise.resolve((texts) => {
          lengths = texts.map((text) => text.length);
          return { attention_mask: { data: texts.map(() => 1) } };
        });
      },
    },
    AutoModel: {
      from_pretrained: (name, options) => {
        asked.push([name, options.dtype]);
        return Promise.resolve(() => {
          const data = lengths.flatMap((length) => [length, 1]);
          return Promise.resolve({ last_hidden_state: { dims: [lengths.length, 1, 2], data } });
        });
      },
    },
  };
}

test("a model in a folder is read from there, and nothing is downloaded", async () => {
  const path = join(folder, "tiny");
  mkdirSync(join(path, "onnx"), { recursive: true });
  writeFileSync(join(path, "onnx", "model_quantized.onnx"), "");
  const asked: unknown[] = [];
  const module = transformers(asked);
  const embedder = await LocalEmbedder.open({ folder: path }, () => Promise.resolve(module));
  expect(embedder).toMatchObject({ model: "local:tiny:q8", dimensions: 2 });
  expect(asked).toEqual(["tiny", ["tiny", "q8"]]);
  expect(module.env).toEqual({ allowRemoteModels: false, localModelPath: folder, cacheDir: null });
  const vectors = await embedder.embed(["xxx", "", "x"]);
  expect(vectors.map((vector) => (vector[0] ?? 0) / (vector[1] ?? 1))).toEqual([
    expect.closeTo(3, 5),
    0,
    expect.closeTo(1, 5),
  ]);
});

test("a model that is named is downloaded at the first use, and kept", async () => {
  const asked: unknown[] = [];
  const module = transformers(asked);
  const model = { name: "somebody/tiny", cache: folder };
  const embedder = await LocalEmbedder.open(model, () => Promise.resolve(module));
  expect(embedder.model).toBe("local:somebody/tiny:q8");
  expect(asked).toEqual(["somebody/tiny", ["somebody/tiny", "q8"]]);
  expect(module.env).toMatchObject({ allowRemoteModels: true, cacheDir: folder });
});

test("a folder without weights, and a download that fails, are told with what to do", async () => {
  const module = transformers([]);
  const load = () => Promise.resolve(module);
  await expect(LocalEmbedder.open({ folder }, load)).rejects.toThrow(/has no onnx\/model\.onnx or/);
  module.AutoModel.from_pretrained = () => Promise.reject(new Error("no route to host"));
  await expect(LocalEmbedder.open({ name: "a/b", cache: folder }, load)).rejects.toThrow(
    /"a\/b".*MNEME_EMBEDDING_FOLDER.*no route to host/,
  );
});
