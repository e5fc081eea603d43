import { MnemeError } from "../../errors.js";

/** Where a session may go: `private` marks what the operator named and what may therefore have a private address. */
export interface AllowedHost {
  host: string;
  port: number;
  private: boolean;
}

const LINE = /^([a-z0-9](?:[a-z0-9.-]*[a-z0-9])?|\[[0-9a-f:.]+\]):(\d{1,5})$/i;

/** Reads the image's own list, one "host:port" a line, as the tools of the image are configured. */
export function parseImageList(text: string): AllowedHost[] {
  return text.split("\n").flatMap((line) => {
    const match = LINE.exec(line.trim());
    return match === null
      ? []
      : [{ host: (match[1] ?? "").toLowerCase(), port: Number(match[2]), private: false }];
  });
}

/** What the operator adds: "host" (443) or "host:port". Every mistake is named. */
export function parseOperatorList(entries: readonly string[]): AllowedHost[] {
  return entries.map((entry) => {
    const match = LINE.exec(entry.includes(":") ? entry : `${entry}:443`);
    const port = Number(match?.[2]);
    if (match === null || port < 1 || port > 65_535)
      throw new MnemeError(
        "bad_config",
        `sandbox.allow_hosts: "${entry}" is no host. Write "host" or "host:port", without a path.`,
      );
    return { host: (match[1] ?? "").toLowerCase(), port, private: true };
  });
}

/** The form in which the proxy takes its list. */
export function formatAllowList(hosts: readonly AllowedHost[]): string {
  return hosts
    .map(({ host, port, private: isPrivate }) => `${isPrivate ? "private:" : ""}${host}:${port}`)
    .join(",");
}
