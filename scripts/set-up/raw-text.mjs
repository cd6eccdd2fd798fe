import { readFileSync } from "node:fs";
import { registerHooks } from "node:module";
import { fileURLToPath } from "node:url";

/**
 * Lets scripts import data as text (`?raw`), as Vite does: `tsx --import
 * ./scripts/set-up/raw-text.mjs SCRIPT`.
 */
registerHooks({
  load: (url, context, next) =>
    url.endsWith("?raw")
      ? {
          format: "module",
          shortCircuit: true,
          source: `export default ${JSON.stringify(readFileSync(fileURLToPath(url), "utf8"))}`,
        }
      : next(url, context),
});
