import { shellQuote } from "../../../util/shell-quote.js";
import type { Playbook } from "../playbook.js";
import type { State } from "../state.js";

function libraryOf(state: State): string | null {
  const entity = state.root?.key_entities.find(({ kind }) => ["library", "header", "package"].includes(kind));
  return entity?.value ?? null;
}

export const importLink: Playbook = {
  name: "import-link",
  what: "a library that is not found",
  error_types: ["MISSING_SYSTEM_LIBRARY"],
  words: [
    /\bcannot open shared object|\bdlopen\b|\bimage not found\b|\bLibrary not loaded\b|\bDLL load failed\b/i,
    /\bundefined (?:reference|symbol)|\bunresolved external|\bcannot find -l|\bld(?:\.exe)?: /i,
    /\b(?:shared|dynamic|static) librar(?:y|ies)\b|\blinker\b|\bfatal error: \S+\.h(?:pp)?\b/i,
  ],
  wants: ["log", "os", "version", "runtime"],
  actions: [
    {
      title: "see which libraries the program finds",
      ask: "Which of its libraries does the program find?",
      needs: ["program"],
      prior: 0.65,
      value: 65,
      seconds: 5,
      where: "either",
      command: ({ program, os_family }) => {
        const binary = program?.split(" ")[0];
        if (!binary?.includes("/")) return null;
        return os_family === "macos"
          ? `otool -L ${binary}`
          : `ldd ${binary}; readelf -d ${binary} | grep -E 'RPATH|RUNPATH'`;
      },
      seen: /\b(?:ldd|otool -L|readelf)\b|=> not found/,
      outcomes: [
        {
          output: /=> not found/,
          means: "the loader does not find a library",
          gives: ["unresolved_library"],
          finding: ({ text, where }) => {
            const names = Array.from(text.matchAll(/(\S{1,200}) => not found/g), (match) => match[1] ?? "");
            return {
              cause: `The loader does not find ${names.slice(0, 3).join(", ")} (${where}).`,
              summary: `Tell the loader where ${names[0] ?? "it"} is: set the run path when linking, add its folder to the loader's configuration, or set LD_LIBRARY_PATH for this one program.`,
              commands:
                names[0] === undefined
                  ? []
                  : [`find / -name ${shellQuote(names[0])} -not -path '/proc/*' 2>/dev/null`],
            };
          },
        },
        { means: "every library is found", gives: ["libraries_found"] },
      ],
    },
    {
      title: "look for the library on the system",
      ask: "Is the library installed, and where?",
      needs: ["log"],
      prior: 0.55,
      value: 60,
      seconds: 5,
      where: "either",
      command: (state) => {
        const name = libraryOf(state);
        if (name === null) return null;
        const stem = name.replace(/^(?:-l|lib)/, "").replace(/\.(?:so|dylib|dll|h|hpp)\b.*$/, "");
        return `ldconfig -p | grep -i ${shellQuote(stem)}; pkg-config --modversion ${shellQuote(stem)}; find /usr /opt /usr/local -iname ${shellQuote(`*${stem}*`)} 2>/dev/null | head -n 20`;
      },
      seen: /\bldconfig -p\b|\bpkg-config --modversion\b|\bdpkg -[lLS]\b/,
      outcomes: [
        {
          output: /\.(?:so|a|dylib|h)\b/,
          means: "the library is there: what is missing is where to look for it",
          gives: ["library_installed"],
          finding: ({ where }, state) => ({
            cause: `${libraryOf(state) ?? "The library"} is installed (${where}), and is not looked for where it is.`,
            summary:
              "Add its folder to the search path: -I for headers, -L for libraries, PKG_CONFIG_PATH for pkg-config.",
            commands: [],
          }),
        },
        { means: "the library is not installed", gives: ["library_absent"] },
      ],
    },
  ],
  otherwise: "Which library is missing, or where it lies, cannot be read from the thread.",
};
