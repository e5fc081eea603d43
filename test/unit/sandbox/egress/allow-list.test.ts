import { describe, expect, test } from "@jest/globals";
import {
  formatAllowList,
  parseImageList,
  parseOperatorList,
} from "../../../../src/sandbox/egress/allow-list.js";

describe("allow list", () => {
  test("takes the image's lines and drops what is no host", () => {
    expect(
      parseImageList("Registry.Example:443\n\nnot a host\nmirror.example:8081\nhttps://x.example\n:80\n"),
    ).toEqual([
      { host: "registry.example", port: 443, private: false },
      { host: "mirror.example", port: 8081, private: false },
    ]);
  });

  test("takes the operator's hosts, with 443 where no port is named, and lets them be private", () => {
    expect(parseOperatorList(["git.example", "10.1.2.3:8080"])).toEqual([
      { host: "git.example", port: 443, private: true },
      { host: "10.1.2.3", port: 8080, private: true },
    ]);
    expect(formatAllowList(parseOperatorList(["a.example"]))).toBe("private:a.example:443");
  });

  test.each(["https://x.example/", "x.example/path", "x.example:0", "x.example:99999", "a b", "x,y"])(
    "refuses %s and says what to write",
    (entry) => {
      expect(() => parseOperatorList([entry])).toThrow(/sandbox\.allow_hosts: .* is no host\. Write/);
    },
  );
});
