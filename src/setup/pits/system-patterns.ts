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

/** A library that is only loaded: the package that is for running, not the much larger one for building. */
export function wantedRuntime(written: string): Wanted {
  const bare = written.replace(/^lib/, "").replace(/\.so.*$/, "");
  const name = escape(bare);
  // "pango-1.0-0" is how a package is called whose file is "libpango-1.0.so.0".
  const [, stem, major] = /^(.*\w)-(\d+)$/.exec(bare) ?? [];
  const split = stem === undefined ? [] : [`/lib${escape(stem)}\\.so\\.${major ?? ""} `];
  const own = [`/lib${name}\\.so\\.[0-9] `, ...split, `/lib${name}-[0-9.]*\\.so\\.[0-9] `];
  return { name: bare, patterns: [...own, ...wantedLibrary(bare).patterns] };
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
