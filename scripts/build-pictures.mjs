import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, extname, join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { root } from "./set-up/environment.mjs";
import { trimWasm, USED_EXPORTS } from "./trim-wasm.mjs";

/** Marks the plugin's own request for a file's path, which it leaves to esbuild. */
const AS_FILE = "as file";

/**
 * Leaves WebAssembly and fonts beside the Worker, for workerd: its modules of those types.
 * @param {string} folder
 */
const filesBeside = (folder) => ({
  name: "rooydad:files-beside",
  setup({ onResolve, resolve }) {
    onResolve({ filter: /\.(wasm|ttf\?bytes)$/ }, async (asked) => {
      if (asked.pluginData === AS_FILE) return null;
      const { importer, resolveDir, kind } = asked;
      const path = asked.path.replace("?bytes", "");
      const found = await resolve(path, { importer, resolveDir, kind, pluginData: AS_FILE });
      if (found.errors.length > 0) return found;
      const name = basename(found.path);
      const source = readFileSync(found.path);
      const kept = USED_EXPORTS[name];
      writeFileSync(join(folder, name), kept ? trimWasm(source, kept) : source);
      return { path: `./${name}`, external: true };
    });
  },
});

/**
 * Builds the second Worker, pictures/, as workerd runs it: `index.js` with its WebAssembly and fonts.
 * @param {string} folder where it is written
 */
export async function buildPictures(folder) {
  mkdirSync(folder, { recursive: true });
  await build({
    absWorkingDir: root,
    entryPoints: ["pictures/index.ts"],
    outfile: join(folder, "index.js"),
    bundle: true,
    format: "esm",
    target: "es2022",
    charset: "utf8",
    conditions: ["workerd", "worker", "browser"],
    external: ["cloudflare:*", "node:*"],
    legalComments: "none",
    logLevel: "error",
    plugins: [filesBeside(folder)],
  });
}

const MODULE_TYPES = { ".js": "ESModule", ".wasm": "CompiledWasm", ".ttf": "Data" };

/**
 * A built second Worker for miniflare, which starts it beside the product's. @param {string} folder
 */
export const pictureWorker = (folder) => ({
  name: "rooydad-pictures",
  compatibilityDate: "2026-11-01",
  modulesRoot: folder,
  modules: readdirSync(folder)
    // The first one is the main module.
    .sort((a, b) => Number(b === "index.js") - Number(a === "index.js"))
    .map((name) => ({
      type: MODULE_TYPES[extname(name)],
      path: join(folder, name),
      contents: readFileSync(join(folder, name)),
    })),
});

if (process.argv[1] === fileURLToPath(import.meta.url))
  await buildPictures(join(root, "build", "pictures"));
