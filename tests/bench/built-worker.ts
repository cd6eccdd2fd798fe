import { readdirSync, readFileSync } from "node:fs";

/** The modules of the Worker as `wrangler deploy --dry-run --outdir` leaves it, the picture codec in WebAssembly among them. */
export function builtModules(outdir: string) {
  const files = readdirSync(outdir).filter((file) => /\.(js|wasm)$/.test(file));
  return Object.fromEntries(
    files.map((file) => [
      file,
      { type: file.endsWith(".js") ? ("esm" as const) : ("wasm" as const), contents: readFileSync(`${outdir}/${file}`) },
    ]),
  );
}
