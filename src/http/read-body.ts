import type { IncomingMessage } from "node:http";

/** The whole body, or null once it is known to be longer than `maxBytes`: the rest is not read. */
export async function readBody(request: IncomingMessage, maxBytes: number): Promise<Buffer | null> {
  if (Number(request.headers["content-length"] ?? 0) > maxBytes) return null;
  const pieces: Buffer[] = [];
  let length = 0;
  for await (const piece of request) {
    length += (piece as Buffer).length;
    if (length > maxBytes) return null;
    pieces.push(piece as Buffer);
  }
  return Buffer.concat(pieces, length);
}
