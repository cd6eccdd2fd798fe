import { existsSync } from "node:fs";
import { join } from "node:path";
import { root, tool, toolsEnvironment, toolsNode, typeChecker } from "./environment.mjs";
import { runVisibly } from "./run.mjs";

const LAYERS = [
  "app",
  "worker",
  "pictures",
  "backups",
  "db",
  "party",
  "scripts",
  "tests",
  "remix.config.ts",
];

/** The static checks, each one tool with one verdict. */
export const checks = [
  {
    name: "types",
    title: "Types (tsc)",
    command: () => [
      typeChecker,
      "--noEmit",
      "--incremental",
      "--tsBuildInfoFile",
      ".cache/types.tsbuildinfo",
    ],
  },
  {
    name: "lock",
    title: "Packages of every platform (package-lock.json)",
    command: ({ fix }) => [join("scripts", "complete-lock.mjs"), ...(fix ? [] : ["--check"])],
  },
  {
    name: "style",
    title: "Style (Biome)",
    command: ({ fix }) => [
      tool("biome"),
      "check",
      "--error-on-warnings",
      ...(fix ? ["--write"] : []),
    ],
  },
  {
    name: "css",
    title: "Scale of sizes and spaces in style sheets (stylelint)",
    command: ({ fix }) => [
      tool("stylelint"),
      ...(fix ? ["--fix"] : []),
      "app/**/*.css",
      "public/*.css",
    ],
  },
  {
    name: "controls",
    title: "Form fields, tables and dialogs of the kit (app/ui)",
    command: () => [join("scripts", "check-controls.mjs")],
  },
  {
    name: "imports",
    title: "Direction of imports (dependency-cruiser)",
    command: () => [
      tool("depcruise"),
      "--config",
      ".dependency-cruiser.cjs",
      ...LAYERS.filter((layer) => existsSync(join(root, layer))),
    ],
  },
  { name: "unused", title: "Unused code and packages (knip)", command: () => [tool("knip")] },
  {
    name: "tests-only",
    title: "Code that only tests use (knip --production)",
    command: () => [
      tool("knip"),
      "--production",
      "--config",
      "knip.production.json",
      "--include",
      "files,exports,types",
    ],
  },
];

/** Runs one check with its output on this terminal; resolves to whether it passed. */
export async function runCheck(check, options = {}) {
  return (await runVisibly(toolsNode(), check.command(options), toolsEnvironment())) === 0;
}
