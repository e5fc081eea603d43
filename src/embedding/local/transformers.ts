/** The part of `@huggingface/transformers` that is used; the package itself is optional. */
export interface Tensor {
  dims: readonly number[];
  data: ArrayLike<number>;
}

export interface TokenizedTexts {
  attention_mask: { data: ArrayLike<number | bigint> };
}

export type LoadedTokenizer = (
  texts: string[],
  options: { padding: boolean; truncation: boolean; max_length: number },
) => TokenizedTexts;

export type LoadedModel = (inputs: TokenizedTexts) => Promise<{ last_hidden_state: Tensor }>;

export interface TransformersModule {
  env: { allowRemoteModels: boolean; localModelPath: string; cacheDir: string | null };
  AutoTokenizer: { from_pretrained(name: string): Promise<LoadedTokenizer> };
  AutoModel: { from_pretrained(name: string, options: { dtype: string }): Promise<LoadedModel> };
}
