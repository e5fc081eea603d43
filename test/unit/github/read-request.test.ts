import { describe, expect, test } from "@jest/globals";
import { readRequest } from "../../../src/github/read-request.js";

const read = (text: string): ReturnType<typeof readRequest> => readRequest(text, "mneme-bot");

describe("a command", () => {
  test.each([
    ["/mneme diagnose", "diagnose", ""],
    ["/mneme why M3", "why", "M3"],
    ["  /mneme forget M3 ", "forget", "M3"],
    ["/MNEME Stop", "stop", ""],
    ["@mneme-bot setup", "setup", ""],
    ["@Mneme-Bot, verify: please", "verify", "please"],
    ["@mneme-bot[bot] help", "help", ""],
    ["@mneme-bot help me with this", "diagnose", "help me with this"],
    ["Thanks for the log.\n\n/mneme diagnose\n\nBye", "diagnose", ""],
    ["- /mneme budget", "budget", ""],
    [
      "/mneme remember use `npm ci`\nand not `npm i`\n\nother text",
      "remember",
      "use `npm ci`\nand not `npm i`",
    ],
    ["/mneme remember\r\nthis\r\n\r\nnot this", "remember", "this"],
    ["/mneme stop.", "stop", "."],
  ])("%j is %s with %j", (text, command, rest) => {
    expect(read(text)).toEqual({ command, arguments: rest });
  });

  test("the first one counts, also after a mention in passing", () => {
    expect(read("hi @mneme-bot\n\n/mneme stop\n/mneme help")?.command).toBe("stop");
  });

  test("a word that is no command asks for help, behind a mention for a diagnosis", () => {
    expect(read("/mneme frobnicate")).toEqual({ command: "help", arguments: "" });
    expect(read("/mneme")).toEqual({ command: "help", arguments: "" });
    expect(read("/mneme diagnose-me")).toEqual({ command: "help", arguments: "" });
    expect(read("@mneme-bot why-not look at this?")).toMatchObject({ command: "diagnose" });
  });
});

describe("a mention", () => {
  test.each([
    "@mneme-bot",
    "Hey @mneme-bot, any idea?",
    "cc (@mneme-bot)",
    "@mneme-bot can you look at this",
    "| a |\n|---|\n| @mneme-bot |",
    "**@mneme-bot** please",
  ])("%j asks for a diagnosis", (text) => {
    expect(read(text)?.command).toBe("diagnose");
  });

  test.each([
    "@mneme-bot2 look",
    "@mneme-bot-dev look",
    "@mneme",
    "@mneme-bot/team",
    "write to me@mneme-bot.example",
    "me@mneme-bot",
    "see https://example.org/@mneme-bot for more",
    "![](https://example.org/x.png)",
    "",
  ])("%j is not one", (text) => {
    expect(read(text)).toBeNull();
  });
});

describe("what is not said here and now", () => {
  test.each([
    "> /mneme stop",
    "> @mneme-bot diagnose\n\nI agree",
    "> quoted\n/mneme stop",
    "> quoted\r\n> more\r\n/mneme stop",
    "- item\n  > /mneme stop",
    "~~~\n/mneme stop\n```\n/mneme stop\n~~~",
    "``\n/mneme stop`\n`` b",
    "text `code\n/mneme stop` text",
    "```\n/mneme stop\n```",
    "```sh\n@mneme-bot setup",
    "    /mneme stop",
    "Write `/mneme stop` or `@mneme-bot` to ask",
    "<!-- /mneme stop -->\n\nthe template was left in",
    "<!--\n@mneme-bot\n-->",
    "please use the /mneme stop command",
    "[@mneme-bot](https://example.org)",
    "/mnemenot stop",
    "1. > /mneme stop",
  ])("%j asks for nothing", (text) => {
    expect(read(text)).toBeNull();
  });

  test.each([
    "> q\n\n/mneme stop",
    "`a` b `\n/mneme stop",
    "```\nx\n```\n/mneme stop",
    "<!-- a --> b\n/mneme stop",
  ])("%j asks all the same", (text) => expect(read(text)?.command).toBe("stop"));

  test("a request beside a quote counts", () => {
    expect(read("> what about Windows?\n\n/mneme diagnose")?.command).toBe("diagnose");
  });
});

test("the longest comment that GitHub takes is read in time, whatever is in it", () => {
  for (const piece of ["[", "*_", "> ", "`", "<!--", "/mneme ", "@mneme-bot", "\n", "![](", "&", "- ", "|"]) {
    const text = `@mneme-bot ${piece.repeat(Math.floor(65_000 / piece.length))}`;
    // The processor's time: the clock's also counts what else the machine does.
    const start = process.cpuUsage();
    read(text);
    expect(process.cpuUsage(start).user).toBeLessThan(2_000_000);
  }
});
