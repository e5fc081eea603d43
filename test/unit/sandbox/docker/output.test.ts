import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { Demultiplexer, OutputCollector } from "../../../../src/sandbox/docker/output.js";

function frame(stream: number, bytes: Uint8Array): Buffer {
  const header = Buffer.alloc(8);
  header.writeUInt8(stream, 0);
  header.writeUInt32BE(bytes.length, 4);
  return Buffer.concat([header, bytes]);
}

describe("Demultiplexer", () => {
  test("gives every byte to its stream, however the chunks fall", () => {
    const frames = fc.array(fc.tuple(fc.constantFrom(1, 2), fc.uint8Array({ maxLength: 20 })), {
      maxLength: 20,
    });
    fc.assert(
      fc.property(frames, fc.array(fc.integer({ min: 1, max: 30 }), { minLength: 1 }), (parts, cuts) => {
        const all = Buffer.concat(parts.map(([stream, bytes]) => frame(stream, bytes)));
        const seen = new Map<number, Buffer[]>([
          [1, []],
          [2, []],
        ]);
        const demultiplexer = new Demultiplexer((stream, bytes) =>
          seen.get(stream)?.push(Buffer.from(bytes)),
        );
        for (let at = 0, cut = 0; at < all.length; cut += 1) {
          const size = cuts[cut % cuts.length] ?? 1;
          demultiplexer.write(all.subarray(at, at + size));
          at += size;
        }
        for (const stream of [1, 2]) {
          const sent = Buffer.concat(parts.filter(([of]) => of === stream).map(([, bytes]) => bytes));
          expect(Buffer.concat(seen.get(stream) ?? [])).toEqual(sent);
        }
      }),
    );
  });

  test("takes a hundred thousand frames in one chunk", () => {
    let frames = 0;
    const demultiplexer = new Demultiplexer(() => (frames += 1));
    demultiplexer.write(Buffer.concat(Array.from({ length: 100_000 }, () => frame(1, Uint8Array.of(120)))));
    expect(frames).toBe(100_000);
  });
});

describe("OutputCollector", () => {
  test("keeps short output whole, whatever the pieces", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: "binary", maxLength: 200 }),
        fc.integer({ min: 1, max: 7 }),
        (text, size) => {
          const collector = new OutputCollector(10_000);
          const bytes = Buffer.from(text);
          for (let at = 0; at < bytes.length; at += size) collector.add(1, bytes.subarray(at, at + size));
          expect(collector.end()).toEqual({ output: bytes.toString("utf8"), truncated: false });
          expect(collector.bytes).toBe(bytes.length);
        },
      ),
    );
  });

  test("keeps head and tail of long output, counts what it leaves out, and halves no character", () => {
    fc.assert(
      fc.property(fc.integer({ min: 8, max: 100 }), fc.integer({ min: 1, max: 9 }), (limit, size) => {
        const text = "aé漢😀".repeat(100);
        const bytes = Buffer.from(text);
        const collector = new OutputCollector(limit);
        for (let at = 0; at < bytes.length; at += size) collector.add(1, bytes.subarray(at, at + size));
        const { output, truncated } = collector.end();
        expect(truncated).toBe(true);
        const [head = "", middle = "", tail = ""] = output.split("\n");
        expect(text.startsWith(head)).toBe(true);
        expect(text.endsWith(tail)).toBe(true);
        const left = Number(/^\[… (\d+) bytes/.exec(middle)?.[1]);
        expect(Buffer.byteLength(head) + left + Buffer.byteLength(tail)).toBe(bytes.length);
        expect(Buffer.byteLength(head) + Buffer.byteLength(tail)).toBeLessThanOrEqual(limit);
      }),
    );
  });

  test("decodes each stream on its own", () => {
    const seen: string[] = [];
    const collector = new OutputCollector(100, (text) => seen.push(text));
    const [first, second] = [Buffer.from("é").subarray(0, 1), Buffer.from("é").subarray(1)];
    collector.add(1, first);
    collector.add(2, Buffer.from("x"));
    collector.add(1, second);
    expect(collector.end().output).toBe("xé");
    expect(seen).toEqual(["x", "é"]);
  });
});
