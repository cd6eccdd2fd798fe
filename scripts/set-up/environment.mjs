import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { SetUpError } from "./report.mjs";

export const root = fileURLToPath(new URL("../..", import.meta.url));
export const cacheFolder = join(root, ".cache");

/** Wrangler and Vitest need this one; the npm package `node` brings 24. */
const OLDEST_NODE_FOR_TOOLS = 22;
const bundledNode = join(root, "node_modules", "node", "bin", "node");

/**
 * PATH without this checkout's own binaries. `npm ci` deletes node_modules, so it must not run on
 * the Node inside it.
 */
function systemPath() {
  const own = join(root, "node_modules");
  return (process.env.PATH ?? "")
    .split(delimiter)
    .filter((folder) => !folder.startsWith(own))
    .join(delimiter);
}

export function systemEnvironment() {
  return { ...process.env, PATH: systemPath() };
}

/** The Node that the tools run on: ours, else the system's if it is new enough. */
export function toolsNode() {
  if (runsNode(bundledNode)) return bundledNode;
  if (runsNode(process.execPath)) return process.execPath;
  throw new SetUpError(
    "The packages are installed, but Node 24 is not among them: npm ran no install scripts.",
    "Run: npm rebuild node esbuild workerd --ignore-scripts=false   (or use a system Node of 22 or newer)",
  );
}

let known;
function runsNode(path) {
  if (known === path) return true;
  if (!existsSync(path)) return false;
  try {
    const major = Number(
      execFileSync(path, ["-p", "process.versions.node.split('.')[0]"], { encoding: "utf8" }),
    );
    if (major < OLDEST_NODE_FOR_TOOLS) return false;
    known = path;
    return true;
  } catch {
    return false;
  }
}

/** Environment of the tools: Node 24 first on PATH, no prompts, no telemetry. */
export function toolsEnvironment(more = {}) {
  const folders = [join(toolsNode(), ".."), join(root, "node_modules", ".bin"), systemPath()];
  return {
    ...process.env,
    PATH: folders.join(delimiter),
    CI: process.env.CI ?? "1",
    DO_NOT_TRACK: "1",
    WRANGLER_SEND_METRICS: "false",
    WRANGLER_SEND_ERROR_REPORTS: "false",
    WRANGLER_HIDE_BANNER: "true",
    WRANGLER_LOG_PATH: join(root, ".wrangler", "logs"),
    // Local requests use a fixed location instead of a network lookup.
    CLOUDFLARE_CF_FETCH_ENABLED: "false",
    ...more,
  };
}

/** The script of an installed package's command, to be run with `toolsNode()`. */
export const tool = (name) => join(root, "node_modules", ".bin", name);

/**
 * The native compiler of TypeScript 7. The package `typescript` stays at 5 for the tools that parse
 * with its JavaScript API, which 7 has not, and both bring a command `tsc`.
 */
export const typeChecker = join(root, "node_modules", "typescript7", "bin", "tsc");
