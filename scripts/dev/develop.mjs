import { cpSync, mkdirSync, rmSync } from "node:fs";
import { join, relative, sep } from "node:path";
import process from "node:process";
import { formatMessages } from "esbuild";
import { buildPictures } from "../build-pictures.mjs";
import { cacheFolder, root } from "../set-up/environment.mjs";
import { printError, say, seconds, step } from "../set-up/report.mjs";
import { serve } from "../set-up/serve.mjs";
import { createDevBuild } from "./build.mjs";
import { concernsMade, makeFiles } from "./made-files.mjs";
import { startDevServer } from "./server.mjs";
import { readOnce, watchSources } from "./watch.mjs";

/** The browser's files. `npm start` and the tests know build/ alone. */
const FOLDER = join(cacheFolder, "dev", "client");
/** The second Worker's. */
const PICTURES = join(cacheFolder, "dev", "pictures");
const PUBLIC = join(root, "public");

/** What the second Worker is built of. */
const OF_PICTURES = /^(pictures|app\/lib\/(drawing|runtime))\//;

const copyPublic = () => cpSync(PUBLIC, FOLDER, { recursive: true });

/**
 * Serves a build for development, and builds and serves anew what changes; while it does not build,
 * the last good one stays.
 */
export async function develop() {
  rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(FOLDER, { recursive: true });
  const build = createDevBuild({ root, folder: FOLDER });
  let built;
  let server;

  const onChange = async (files) => {
    const began = Date.now();
    const once = readOnce(files);
    if (once) say(`• ${once} has changed: stop npm run dev and start it again to apply it`);
    try {
      if (concernsMade(files)) await makeFiles();
      const isPublic = files.some((file) => file.startsWith(PUBLIC + sep));
      if (isPublic) copyPublic();
      const isOfPictures = files.some((file) => OF_PICTURES.test(relative(root, file)));
      if (isOfPictures) await buildPictures(PICTURES);
      const next = await build.rebuild(files, { isDue: isPublic || isOfPictures });
      if (!next) return;
      await server.replace(next);
      say(`• ${nameOf(files)}: rebuilt and served in ${seconds(Date.now() - began)}`);
    } catch (error) {
      await report(error);
    }
  };

  await serve({
    build: async () => {
      await step(
        "files",
        "Writing sprites, tokens and other files that are made (npm run make)",
        makeFiles,
      );
      await step("build", "Building for development", async () => {
        copyPublic();
        await buildPictures(PICTURES);
        built = await build.rebuild();
      });
    },
    start: async (port) => {
      server = await startDevServer({ port, folder: FOLDER, pictures: PICTURES, built });
      return server;
    },
    whileServing: () => watchSources(onChange),
  });
}

const nameOf = ([first, ...others]) =>
  relative(root, first) + (others.length > 0 ? ` and ${others.length} more` : "");

async function report(error) {
  if (!error.errors) return printError(error);
  const messages = await formatMessages(error.errors, {
    kind: "error",
    color: process.stderr.isTTY,
  });
  process.stderr.write(`\n${messages.join("")}✗ Not built; the last good build stays.\n\n`);
}
