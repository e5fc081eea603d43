import { StringDecoder } from "node:string_decoder";

const HEADER = 8;

/**
 * Takes Docker's multiplexed stream apart: 8 bytes of header (stream, 0, 0, 0, length as 32 bits big-endian), then
 * the bytes. It loops instead of recursing, so that thousands of tiny frames in one chunk are no danger.
 */
export class Demultiplexer {
  #header = Buffer.alloc(0);
  #left = 0;
  #stream = 1;

  private readonly onFrame: (stream: number, bytes: Buffer) => void;

  constructor(onFrame: (stream: number, bytes: Buffer) => void) {
    this.onFrame = onFrame;
  }

  write(chunk: Buffer): void {
    let at = 0;
    while (at < chunk.length) {
      if (this.#left > 0) {
        const bytes = chunk.subarray(at, at + this.#left);
        this.#left -= bytes.length;
        at += bytes.length;
        this.onFrame(this.#stream, bytes);
        continue;
      }
      const part = chunk.subarray(at, at + HEADER - this.#header.length);
      this.#header = Buffer.concat([this.#header, part]);
      at += part.length;
      if (this.#header.length < HEADER) return;
      this.#stream = this.#header.readUInt8(0);
      this.#left = this.#header.readUInt32BE(4);
      this.#header = Buffer.alloc(0);
    }
  }
}

/** Counts all bytes, keeps the first and the last half of the limit, and never cuts a character in two. */
export class OutputCollector {
  bytes = 0;
  readonly #decoders = new Map<number, StringDecoder>();
  readonly #half: number;
  #head = "";
  #headBytes = 0;
  #tail: string[] = [];
  #tailStart = 0;
  #tailBytes = 0;
  #dropped = 0;

  private readonly onText: (text: string) => void;

  constructor(maxBytes: number, onText: (text: string) => void = () => undefined) {
    this.onText = onText;
    this.#half = Math.max(1, Math.floor(maxBytes / 2));
  }

  add(stream: number, bytes: Buffer): void {
    this.bytes += bytes.length;
    const decoder = this.#decoders.get(stream) ?? new StringDecoder("utf8");
    this.#decoders.set(stream, decoder);
    this.#keep(decoder.write(bytes));
  }

  end(): { output: string; truncated: boolean } {
    for (const decoder of this.#decoders.values()) this.#keep(decoder.end());
    let tail = this.#tail.slice(this.#tailStart).join("");
    const excess = Buffer.byteLength(tail) - this.#half;
    if (excess > 0) {
      const cut = dropBytes(tail, excess);
      this.#dropped += Buffer.byteLength(tail) - Buffer.byteLength(cut);
      tail = cut;
    }
    if (this.#dropped === 0) return { output: this.#head + tail, truncated: false };
    return { output: `${this.#head}\n[… ${this.#dropped} bytes left out …]\n${tail}`, truncated: true };
  }

  #keep(text: string): void {
    if (text === "") return;
    this.onText(text);
    let rest = text;
    const room = this.#half - this.#headBytes;
    if (room > 0 && this.#tailBytes === 0) {
      const taken = takeBytes(text, room);
      this.#head += taken;
      this.#headBytes += Buffer.byteLength(taken);
      rest = text.slice(taken.length);
      if (rest === "") return;
      this.#headBytes = this.#half;
    }
    const size = Buffer.byteLength(rest);
    this.#tail.push(rest);
    this.#tailBytes += size;
    this.#forgetOldTail();
  }

  #forgetOldTail(): void {
    for (
      let oldest = this.#tail[this.#tailStart];
      oldest !== undefined;
      oldest = this.#tail[this.#tailStart]
    ) {
      const size = Buffer.byteLength(oldest);
      if (this.#tailBytes - size < this.#half) break;
      this.#tailBytes -= size;
      this.#dropped += size;
      this.#tailStart += 1;
    }
    // Cleared now and then, not at each chunk: a flood of tiny chunks would move the whole list each time.
    if (this.#tailStart > 1_000 && this.#tailStart * 2 > this.#tail.length) {
      this.#tail = this.#tail.slice(this.#tailStart);
      this.#tailStart = 0;
    }
  }
}

/** The longest start of `text` with at most `bytes` bytes of UTF-8. */
function takeBytes(text: string, bytes: number): string {
  const buffer = Buffer.from(text);
  if (buffer.length <= bytes) return text;
  let end = bytes;
  while (end > 0 && ((buffer[end] ?? 0) & 0xc0) === 0x80) end -= 1;
  return buffer.toString("utf8", 0, end);
}

/** `text` without at least its first `bytes` bytes. */
function dropBytes(text: string, bytes: number): string {
  const buffer = Buffer.from(text);
  let start = bytes;
  while (start < buffer.length && ((buffer[start] ?? 0) & 0xc0) === 0x80) start += 1;
  return buffer.toString("utf8", start);
}
