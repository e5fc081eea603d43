/** "parse (src/parse.c:42)" out of one frame of gdb, a sanitizer, valgrind, Python, Node, Java, Go or Rust. */
const FRAMES: readonly { pattern: RegExp; show: (groups: readonly string[]) => string }[] = [
  // gdb: #1  0x00 in parse (s=0x0) at parse.c:42
  {
    pattern: /^#\d+ .{0,200}?\b(?:in )?([\w:~<>]{1,120}) \([^\n]{0,400}\) at ([^\s:]{1,200}:\d+)/,
    show: named,
  },
  // sanitizers: #1 0x00 in parse /src/parse.c:42:7
  {
    pattern: /^#\d+ 0x[\da-f]+ in ([\w:~<>]{1,120})(?:[^\s\w:~<>]\S{0,300})? ([^\s:()]{1,200}:\d+)/,
    show: named,
  },
  // valgrind: ==1==    by 0x00: parse (parse.c:42)
  {
    pattern: /^(?:==\d+==\s+)?(?:at|by) 0x[\dA-F]+: ([\w:~<>]{1,120})[^\n(]{0,80}\(([^\s:)]{1,200}:\d+)\)/,
    show: named,
  },
  // Python: File "app.py", line 42, in parse
  {
    pattern: /^File "([^"\n]{1,200})", line (\d+), in (\S{1,120})/,
    show: ([file, line, name]) => `${name} (${file}:${line})`,
  },
  // Node: at parse (/app/parse.js:42:7)
  { pattern: /^at (?:async )?([\w.<>$ ]{1,120}) \((?:file:\/\/)?([^\s()]{1,200}:\d+):\d+\)/, show: named },
  // Java: at com.example.Parser.parse(Parser.java:42)
  { pattern: /^at ([\w.$<>]{1,200})\((\w{1,120}\.(?:java|kt|scala):\d+)\)/, show: named },
  // Go's pprof -top: 1.12GB 67.5% 67.5%  1.30GB 78.3%  relay/metrics.(*Registry).counterFor
  {
    pattern:
      /^[\d.]{1,12}\w{0,3}\s+[\d.]{1,8}%\s+[\d.]{1,8}%\s+[\d.]{1,12}\w{0,3}\s+[\d.]{1,8}%\s+(\S{1,200})/,
    show: ([name]) => name ?? "",
  },
  // perf report: 45.10%  app  app  [.] parse
  {
    pattern: /^\d{1,3}\.\d{1,4}%\s+\S{1,100}\s+\S{1,200}\s+\[\.\] (\S{1,200})/,
    show: ([name]) => name ?? "",
  },
  // Rust: at ./src/parse.rs:42:7 and Go: /app/parse.go:42 +0x1d
  { pattern: /^(?:at )?(\S{1,200}\.(?:rs|go):\d+)/, show: ([place]) => place ?? "" },
];

/** Places that belong to the language, the C library or the checker itself. */
const NOT_OURS =
  /\/rustc\/|site-packages|node_modules|node:internal|\/usr\/(?:lib|include|local\/go)|libc-start|vg_replace|sysdeps|\bjava\.|\bjdk\.|\bsun\.|(?:^|\/)lib\/python|%\s+(?:runtime|syscall|net\/http|encoding\/json)\.|asan_|raise|abort|__assert|pthread_kill/;

function named([name, place]: readonly string[]): string {
  return `${(name ?? "").trim()} (${place ?? ""})`;
}

/** The first frame, from the inside out, that the program itself owns; null where there is none. */
export function firstOwnFrame(text: string): string | null {
  const frames: string[] = [];
  for (const raw of text.split("\n", 2_000)) {
    const line = raw.trim().slice(0, 1_000);
    for (const { pattern, show } of FRAMES) {
      const match = pattern.exec(line);
      if (match === null) continue;
      if (!NOT_OURS.test(line)) frames.push(show(match.slice(1)));
      break;
    }
  }
  // A Python traceback ends at the innermost frame, all others begin there.
  return (text.includes("Traceback (most recent call last)") ? frames.at(-1) : frames[0]) ?? null;
}
