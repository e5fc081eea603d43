import type { Wanted } from "./wanted-by-failure.js";

/** Where the distribution's index has what a build looks for: patterns over "bin/x package" lines, the likeliest first. */
export function wantedHeader(header: string): Wanted {
  return { name: header, patterns: [`^include/\\([^ ]*/\\)\\?${escape(header)} `] };
}

export function wantedLibrary(written: string): Wanted {
  const name = written
    .replace(/^lib/, "")
    .replace(/\.so.*$/, "")
    .replace(/^-l/, "");
  return {
    name: written,
    patterns: [`/lib${escape(name)}\\.so `, `/pkgconfig/\\(lib\\)\\?${escape(name)}\\.pc `],
  };
}

export function wantedPkgConfig(name: string): Wanted {
  return { name, patterns: [`/pkgconfig/${escape(name)}\\.pc `] };
}

export function wantedCommand(name: string): Wanted {
  // Some are there under a longer name only, and linked when they are installed ("aclocal-1.17", "bison.yacc").
  const plain = escape(name);
  return {
    name,
    patterns: [`^s\\?bin/${plain} `, `^s\\?bin/${plain}-[0-9.]* `, `^s\\?bin/[a-z]*[.-]${plain} `],
  };
}

/** A name as CMake has it ("LibXml2", "ZLIB", "BISON"): a pkg-config file, a program, or a development package of that name. */
export function wantedModule(written: string): Wanted {
  const lower = written.toLowerCase();
  const stem = escape(lower.replace(/^lib/, ""));
  return {
    name: written,
    patterns: [
      `/pkgconfig/\\(lib\\)\\?${stem}\\.pc `,
      `^s\\?bin/${escape(lower)} `,
      ` lib${stem}[0-9.-]*-dev$`,
      ` ${stem}-dev$`,
      `^include/\\([^ ]*/\\)\\?${stem}\\.h\\(pp\\)\\? `,
      `/pkgconfig/\\(lib\\)\\?${stem}[0-9.-]*\\.pc `,
    ],
  };
}

function escape(text: string): string {
  return text.replaceAll(/[.[\]*^$\\]/g, "\\$&");
}
