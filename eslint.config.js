import js from "@eslint/js";
import regexp from "eslint-plugin-regexp";
import tseslint from "typescript-eslint";

export default tseslint.config(
  { ignores: ["dist/", "node_modules/", "coverage/", "eval/"] },
  js.configs.recommended,
  regexp.configs.recommended,
  ...tseslint.configs.strictTypeChecked,
  ...tseslint.configs.stylisticTypeChecked,
  {
    files: ["**/*.ts"],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      "@typescript-eslint/return-await": ["error", "always"],
      "@typescript-eslint/consistent-type-imports": ["error", { fixStyle: "inline-type-imports" }],
      "@typescript-eslint/restrict-template-expressions": [
        "error",
        { allowNumber: true, allowBoolean: true },
      ],
      "@typescript-eslint/no-unnecessary-condition": [
        "error",
        { allowConstantLoopConditions: "only-allowed-literals" },
      ],
      "@typescript-eslint/no-confusing-void-expression": ["error", { ignoreArrowShorthand: true }],
      "func-style": ["error", "declaration", { allowArrowFunctions: true }],
      "max-lines": ["error", { max: 300, skipBlankLines: false, skipComments: false }],
      "no-console": "error",
      "no-control-regex": "off",
      eqeqeq: "error",
      // A pattern with super-linear backtracking is a fault in a program that reads hostile text.
      "regexp/no-super-linear-backtracking": "error",
      "regexp/no-super-linear-move": "error",
    },
  },
  { files: ["src/cli/**/*.ts", "bench/**/*.ts"], rules: { "no-console": "off" } },
  { files: ["test/**/*.ts"], rules: { "max-lines": "off" } },
  {
    files: ["**/*.js", "**/*.cjs", "**/*.mjs"],
    ...tseslint.configs.disableTypeChecked,
    languageOptions: {
      globals: { process: "readonly", console: "readonly", module: "writable", URL: "readonly" },
    },
  },
);
