import { operands, type Invocation } from "../invocation.js";
import { refuse, type Refusal } from "../verdict.js";

const RAW_SOCKETS =
  /^(?:nc|ncat|netcat|nc\.(?:traditional|openbsd)|socat|telnet|cryptcat|pwncat|chisel|ngrok|cloudflared|iodine|dnscat2?)$/;
const REMOTE_SHELLS = /^(?:ssh|slogin|rsh|rlogin|mosh|sftp|ftp|tftp|ssh-copy-id|sshd|scp)$/;
const SCANNERS = /^(?:nmap|masscan|zmap|hping3?|tcpdump|tshark|arpspoof|ettercap|mitmproxy)$/;
const METADATA =
  /169\.254\.\d{1,3}\.\d{1,3}|\bmetadata\.(?:google|goog)|fd00:ec2::254|100\.100\.100\.200|\b0?xa9fe|\b2852039166\b|::ffff:a9fe/i;

/** What opens connections that no package manager needs. */
export function checkNetwork({ name, args }: Invocation): Refusal | null {
  if (SCANNERS.test(name)) return refuse("network/scanner", `${name} looks into networks.`);
  if (REMOTE_SHELLS.test(name) && !args.some((text) => text === "-V" || text === "--version"))
    return refuse("network/remote-shell", `${name} opens a session on another machine.`);
  if (RAW_SOCKETS.test(name) && !isHelp(args) && !isLoopbackProbe(args))
    return refuse("network/raw-socket", `${name} opens connections of its own.`);
  if (name === "openssl" && /^s_(?:client|server|time)$/.test(args[0] ?? ""))
    return refuse("network/raw-socket", "openssl opens connections of its own.");
  return checkWords([name, ...args]);
}

/** The addresses of a word's hosts as every tool reads them: "0251.0376.43518", "0xA9FEA9FE". */
function addressesIn(word: string): string[] {
  if (word.length > 2_000) return [];
  return Array.from(
    word.matchAll(/(?<![\w.])(?:0x[\da-f]{1,8}|\d{1,11})(?:\.(?:0x[\da-f]{1,8}|\d{1,11})){0,3}(?![\w.])/gi),
  )
    .map(([text]) => dotted(text))
    .filter((address) => address !== null);
}

function dotted(text: string): string | null {
  const parts = text.split(".").map((part) => (/^0\d/.test(part) ? Number.parseInt(part, 8) : Number(part)));
  const last = parts.pop() ?? 0;
  const value = parts.reduce((sum, part, index) => sum + part * 256 ** (3 - index), 0) + last;
  if (parts.some((part) => part > 255) || !(value >= 0 && value < 2 ** 32)) return null;
  return [24, 16, 8, 0].map((shift) => Math.floor(value / 2 ** shift) % 256).join(".");
}

export function checkWords(words: readonly string[]): Refusal | null {
  for (const word of words) {
    if (/\/dev\/(?:tcp|udp)\//.test(word))
      return refuse("network/raw-socket", "/dev/tcp and /dev/udp open connections of the shell itself.");
    if (METADATA.test(word) || addressesIn(word).some((address) => METADATA.test(address)))
      return refuse("network/metadata-address", "A cloud's metadata address hands out credentials.");
  }
  return null;
}

function isHelp(args: readonly string[]): boolean {
  return args.length === 1 && /^(?:-h|--help|--version|-V)$/.test(args[0] ?? "");
}

/** "nc -z localhost 5432": waiting for a service that the run itself started. */
function isLoopbackProbe(args: readonly string[]): boolean {
  const listens = args.some((text) => /^-[a-z]*[lec]/i.test(text) || text.startsWith("--"));
  return (
    !listens &&
    args.some((text) => /^-[a-z]*z/.test(text)) &&
    /^(?:localhost|127\.0\.0\.1|::1)$/.test(operands(args)[0] ?? "")
  );
}
