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
  return checkWords([name, ...args]);
}

export function checkWords(words: readonly string[]): Refusal | null {
  for (const word of words) {
    if (/\/dev\/(?:tcp|udp)\//.test(word))
      return refuse("network/raw-socket", "/dev/tcp and /dev/udp open connections of the shell itself.");
    if (METADATA.test(word))
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
