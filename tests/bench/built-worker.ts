import { readdirSync, readFileSync } from "node:fs";

/**
 * Modules of the Worker from `wrangler deploy --dry-run --outdir`, including the picture codec in
 * WebAssembly.
 */
export function builtModules(outdir: string) {
  const files = readdirSync(outdir).filter((file) => /\.(js|wasm)$/.test(file));
  return Object.fromEntries(
    files.map((file) => [
      file,
      {
        type: file.endsWith(".js") ? ("esm" as const) : ("wasm" as const),
        contents: readFileSync(`${outdir}/${file}`),
      },
    ]),
  );
}
