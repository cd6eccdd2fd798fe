import { createHash } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { root, toolsEnvironment } from "./environment.mjs";
import { step } from "./report.mjs";
import { runQuietly } from "./run.mjs";

/** Inputs of the build, without db/seed, tests and the build's own output. */
const SOURCES = [
  "app",
  "data",
  "db",
  "party",
  "pictures",
  "worker",
  "public",
  "scripts/build-pictures.mjs",
  "scripts/trim-wasm.mjs",
  "scripts/make-icons.mjs",
  "scripts/make-texts.mjs",
  "scripts/make-motifs.mjs",
  "scripts/make-land.mjs",
  "scripts/make-search-tables.ts",
  "scripts/search-tables.ts",
  "scripts/remix-future.json",
  "remix.config.ts",
  "postcss.config.cjs",
  "tsconfig.json",
  "package.json",
  "package-lock.json",
  "CHANGELOG.md",
  "CHANGELOG.fa.md",
];
const WRITTEN_BY_BUILD = [
  join("app", "ui", "icons.svg"),
  join("public", "map", "land.json"),
  join("public", "drawings", "motifs.json"),
  join("app", "i18n", "made", "drawn-messages.ts"),
  join("app", "i18n", "made", "message-files.ts"),
  join("app", "i18n", "made", "message-texts.server.ts"),
  ...["place-rows", "synonym-rows"].map((name) =>
    join("app", "modules", "search", "made", `${name}.txt`),
  ),
];
const isLeftOut = (path) =>
  path.startsWith(join("public", "texts")) ||
  WRITTEN_BY_BUILD.includes(path) ||
  path.startsWith(join("db", "seed")) ||
  /\.test\.tsx?$/.test(path);

const outputs = [
  "build/pictures/index.js",
  "build/server/index.js",
  "build/server/pages.js",
  "build/client",
].map((path) => join(root, path));
const stampFile = join(root, "build", ".rooydad-stamp");

/**
 * Builds the Worker with its pages, and browser code, if their sources differ from those of the
 * build that is there. @param onMade called when the files that sources import are made
 */
export async function ensureBuild(onMade = () => {}) {
  const wanted = hashOfSources();
  if (
    outputs.every(existsSync) &&
    existsSync(stampFile) &&
    readFileSync(stampFile, "utf8") === wanted
  )
    return onMade();
  await step("build", "Building the Worker and its pages (npm run build)", () =>
    build(wanted, onMade),
  );
}

/** Makes the files that sources import, where they are missing. */
export async function ensureMade() {
  if (WRITTEN_BY_BUILD.every((path) => existsSync(join(root, path)))) return;
  await runQuietly("make", "npm", ["run", "make"], toolsEnvironment());
}

/**
 * Builds in any case. The hash is of before: sources that change meanwhile make the next one build
 * again. Vite leaves the old files in place (a Worker that is being served dies without its folder
 * of assets), so those that this build did not write are removed afterwards.
 */
async function build(hash, onMade) {
  const began = Date.now();
  const env = toolsEnvironment({ NODE_ENV: "production" });
  await runQuietly("make", "npm", ["run", "make"], env);
  onMade();
  await runQuietly("build", "npm", ["run", "build:pages"], env);
  await runQuietly("build-pictures", "npm", ["run", "build:pictures"], env);
  for (const path of filesUnder("build")) {
    if (statSync(join(root, path)).mtimeMs < began) rmSync(join(root, path));
  }
  mkdirSync(join(root, "build"), { recursive: true });
  writeFileSync(stampFile, hash);
}

/** A build that owes nothing to earlier ones. */
export async function buildAfresh() {
  rmSync(join(root, "build"), { recursive: true, force: true });
  await ensureBuild();
}

function hashOfSources() {
  const hash = createHash("sha256");
  for (const path of sourceFiles())
    hash
      .update(`${path}\0`)
      .update(readFileSync(join(root, path)))
      .update("\0");
  return hash.digest("hex");
}

function sourceFiles() {
  return SOURCES.flatMap(filesUnder)
    .filter((path) => !isLeftOut(path))
    .sort();
}

function filesUnder(path) {
  const entry = statSync(join(root, path), { throwIfNoEntry: false });
  if (!entry) return [];
  if (!entry.isDirectory()) return [path];
  return readdirSync(join(root, path)).flatMap((name) => filesUnder(join(path, name)));
}
