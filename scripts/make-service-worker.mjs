// Bundles app/service-worker into public/: sw.js at the root for product-wide scope, and the door's.
import { build } from "esbuild";

for (const [entry, file] of [
  ["main", "sw"],
  ["door", "door-sw"],
])
  await build({
    entryPoints: [`app/service-worker/${entry}.ts`],
    outfile: `public/${file}.js`,
    bundle: true,
    minify: true,
    format: "iife",
    target: "es2022",
  });
console.log("The service workers in public/sw.js and public/door-sw.js");
