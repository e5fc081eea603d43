import { MnemeError } from "../../errors.js";

/** No answer of a model is longer; what a server sends beyond it, unpacked, is not read. */
const MOST_BYTES = 8 * 1024 * 1024;

/** As `fetch`, but a body that does not end is cut off with an error. */
export async function cappedFetch(input: string | URL | Request, init?: RequestInit): Promise<Response> {
  const response = await fetch(input, init);
  if (response.body === null) return response;
  let bytes = 0;
  const counter = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      bytes += chunk.byteLength;
      if (bytes > MOST_BYTES)
        controller.error(
          new MnemeError("unavailable", `the model's server sent more than ${MOST_BYTES / 1024 / 1024} MiB`),
        );
      else controller.enqueue(chunk);
    },
  });
  const { status, statusText, headers } = response;
  return new Response(response.body.pipeThrough(counter), { status, statusText, headers });
}
