import { expect, test } from "@jest/globals";
import { digestOf, KnownTexts } from "../../../src/memory/redaction/known-texts.js";

const text = (n: number): string => `the text of number ${n}`;
const digest = (n: number) => digestOf(text(n));

test("an added text is known, one that differs in its last character is not", () => {
  const known = new KnownTexts();
  known.add(digest(1));
  expect(known.has(digest(1))).toBe(true);
  expect(known.has(digest(2))).toBe(false);
  expect(known.has(digestOf(`${text(1)} `))).toBe(false);
});

test("two texts that differ in a broken character only are two", () => {
  const known = new KnownTexts();
  known.add(digestOf(`${text(1)}\ud800`));
  expect(known.has(digestOf(`${text(1)}\ud801`))).toBe(false);
});

test("short texts are looked at each time", () => {
  const known = new KnownTexts();
  known.add(digestOf("short"));
  expect(known.has(digestOf("short"))).toBe(false);
});

test("the oldest go where there are too many, and those that are asked for stay", () => {
  const known = new KnownTexts(3);
  for (let n = 1; n <= 100; n++) {
    known.add(digest(n));
    expect(known.has(digest(1))).toBe(true);
  }
  expect(known.has(digest(100))).toBe(true);
  expect(known.has(digest(90))).toBe(false);
});
