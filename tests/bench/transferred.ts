import { readFileSync } from "node:fs";
import { brotliCompressSync } from "node:zlib";

/**
 * Files that a browser downloads for a page before any interaction, kB compressed: linked files and
 * imported scripts. The manifest lists more, which wait for a navigation, and others wait for the
 * first sign of the reader (lib/pages/when-used.ts).
 */
export function transferred(html: string, ending: ".js" | ".css"): number {
  const linked = [...html.matchAll(/(?:href=|src=|from )"(\/assets\/[^"]+)"/g)].map(
    ([, file]) => file as string,
  );
  const files = new Set(linked.filter((file) => file.endsWith(ending)));
  return (
    [...files].reduce(
      (sum, file) => sum + brotliCompressSync(readFileSync(`build/client${file}`)).length,
      0,
    ) / 1000
  );
}
