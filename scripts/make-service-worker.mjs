// Bundles app/service-worker into public/sw.js, at the root for product-wide scope.
import { build } from "esbuild";

await build({
  entryPoints: ["app/service-worker/main.ts"],
  outfile: "public/sw.js",
  bundle: true,
  minify: true,
  format: "iife",
  target: "es2022",
});
console.log("The service worker in public/sw.js");
