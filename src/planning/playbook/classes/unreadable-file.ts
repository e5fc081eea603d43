import { shellQuote } from "../../../util/shell-quote.js";
import type { Playbook } from "../playbook.js";
import type { State } from "../state.js";

const NAMED = /(?:^|[\s"'`(])((?:[\w.@~-]+\/)*[\w.@-]+\.[a-z]\w{1,6})(?=[\s"'`):,]|$)/i;

function fileOf({ root, situation: { chain } }: State): string {
  const known = root?.key_entities.find(({ kind }) => kind === "file")?.value;
  const errors = chain.facts.filter(({ key }) => key === "error").map(({ value }) => value);
  const named = [chain.title, ...errors].map((text) => NAMED.exec(text.slice(0, 500))?.[1]);
  return known ?? named.find((file) => file !== undefined) ?? "<the file>";
}

/** A file is there and cannot be used as what it is meant to be. */
export const unreadableFile: Playbook = {
  name: "unreadable-file",
  what: "a file that cannot be read as what it should be",
  error_types: [],
  words: [
    /\b(?:bad magic|magic number|corrupt(?:ed|ion)?|truncated|unexpected end of|premature end|not a valid|invalid (?:header|signature|archive|image)|unrecogni[sz]ed (?:file )?format)\b/i,
    /\b(?:file|archive|image|model|database|pack)\b.{1,40}\b(?:cannot|can't|could not|fails? to) be? ?(?:open|load|read|pars|decod)/i,
  ],
  wants: ["log", "version", "os", "reproduction"],
  actions: [
    {
      title: "look at the file itself",
      ask: "What is in that file, and how did it get there?",
      needs: [],
      prior: 0.65,
      value: 70,
      seconds: 3,
      where: "reporter",
      command: (state) => {
        const file = shellQuote(fileOf(state));
        return `ls -l ${file}; file ${file}; head -c 160 ${file} | xxd; sha256sum ${file}`;
      },
      seen: /\b(?:xxd|hexdump|sha256sum|file \S|head -c)\b|^[\da-f]{8}: |git-lfs\.github\.com\/spec/m,
      outcomes: [
        {
          output: /git-lfs\.github\.com\/spec/,
          means: "the file is a pointer of Git LFS and not the content",
          gives: ["lfs_pointer"],
          finding: ({ where }) => ({
            cause: `What lies there is a pointer of Git LFS, not the file itself (${where}).`,
            summary:
              "Fetch the files that the pointers stand for; in a pipeline, let the checkout fetch LFS files.",
            commands: ["git lfs install", "git lfs pull"],
          }),
        },
        {
          output: /<!doctype html|<html/i,
          means: "a web page was saved in place of the file",
          gives: ["web_page"],
          finding: ({ where }) => ({
            cause: `A web page was saved in place of the file (${where}): the address asks for a sign-in, or is not there any more.`,
            summary: "Open the address in a browser, and download the file itself.",
            commands: [],
          }),
        },
        {
          output: /\b(?:efbb ?bf|ef bb bf)\b|with BOM/i,
          means: "the file begins with a byte order mark",
          gives: ["byte_order_mark"],
          finding: ({ where }) => ({
            cause: `The file begins with a byte order mark (${where}), which programs take for a part of the first word.`,
            summary: "Save the file as UTF-8 without a byte order mark, or read it as utf-8-sig.",
            commands: [],
          }),
        },
        {
          output: /\bexpected \d+|\b0 bytes\b|: empty$/im,
          means: "the file is shorter than it should be",
          gives: ["cut_off"],
          finding: ({ where }) => ({
            cause: `The file is not whole (${where}): its download or copy ended early.`,
            summary: "Download it again, and compare its checksum with the one that is published.",
            commands: [],
          }),
        },
        { means: "the file was looked at", gives: ["file_seen"] },
      ],
    },
  ],
  otherwise: "What the file holds, and how it got there, is not in the thread.",
};
