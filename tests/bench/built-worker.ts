import { readdirSync, readFileSync } from "node:fs";
import { extname } from "node:path";

const TYPES: Readonly<Record<string, "esm" | "wasm" | "text">> = {
  ".js": "esm",
  ".wasm": "wasm",
  ".txt": "text",
};

/**
 * Modules of the Worker from `wrangler deploy --dry-run --outdir`, with its texts.
 */
export function builtModules(outdir: string) {
  const files = readdirSync(outdir).filter((file) => /\.(js|wasm|txt)$/.test(file));
  return Object.fromEntries(
    files.map((file) => [
      file,
      {
        type: TYPES[extname(file)] ?? ("esm" as const),
        contents: readFileSync(`${outdir}/${file}`),
      },
    ]),
  );
}
