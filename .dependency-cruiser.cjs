/** The import rules of ARCHITECTURE.md. Run by `npm run imports`. */
const PURE = "^src/(environment|thread|chain|failures|reply|util)/";

module.exports = {
  forbidden: [
    {
      name: "no-cycles",
      severity: "error",
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ["type-only"] } },
    },
    {
      name: "pure-rooms-do-no-io",
      comment:
        "thread, chain, failures, environment, reply and util are pure: no I/O, no adapters, no clock of their own.",
      severity: "error",
      from: { path: PURE },
      to: { dependencyTypes: ["core"], pathNot: "^(node:)?(crypto|buffer|util|string_decoder)$" },
    },
    {
      name: "pure-rooms-import-pure-rooms",
      comment: "Types of other rooms are welcome, their code is not.",
      severity: "error",
      from: { path: PURE },
      to: {
        path: "^src/",
        pathNot: [
          PURE,
          "^src/errors\\.ts$",
          "^src/memory/(best-resolution|confidence|episode|says-how|scope)\\.ts$",
          "^src/recall/weights\\.ts$",
          "^src/planning/plan\\.ts$",
        ],
        dependencyTypesNot: ["type-only"],
      },
    },
    {
      name: "the-story-knows-ports-only",
      severity: "error",
      from: { path: "^src/resolve\\.ts$" },
      to: { path: "node_modules|/(sqlite|sql|qdrant|docker|octokit|recorded|graphile|llm|local|openai)/" },
    },
    {
      name: "adapters-are-named-by-the-composition-root",
      comment: "Only main.ts, worker and cli/ may name an adapter; an adapter may use its own folder.",
      severity: "error",
      from: {
        path: "^src/",
        pathNot: [
          "^src/(main|compose[a-z-]*)\\.ts$",
          "^src/(cli|evaluation)/",
          "/(sqlite|sql|qdrant|docker|octokit|recorded|graphile)/",
        ],
      },
      to: { path: "^src/.*/(sqlite|sql|qdrant|docker|octokit|recorded|graphile)/" },
    },
    {
      name: "no-barrels",
      severity: "error",
      from: { pathNot: "^test/" },
      to: { path: "^src/.*/index\\.ts$" },
    },
    {
      name: "src-does-not-import-tests",
      severity: "error",
      from: { path: "^src" },
      to: { path: "^(test|bench)/" },
    },
    {
      name: "no-unresolvable",
      comment: "better-sqlite3-napi is not installed on Node 20, which cannot run it.",
      severity: "error",
      from: {},
      to: { couldNotResolve: true, pathNot: "^better-sqlite3-napi$" },
    },
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    tsConfig: { fileName: "tsconfig.json" },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "require", "node", "default"],
      extensions: [".ts", ".js", ".json"],
    },
  },
};
