import { convertV4MiniflareOptions, Miniflare } from "miniflare";
import { build } from "vite";

/** Bundles a Worker of this folder into one module. @param name file name */
export async function bundleWorker(name: string): Promise<string> {
  const result = await build({
    logLevel: "error",
    configFile: false,
    ssr: { noExternal: true, target: "webworker" },
    build: {
      ssr: new URL(`${name}.ts`, import.meta.url).pathname,
      write: false,
      target: "es2022",
      rollupOptions: { output: { format: "es", inlineDynamicImports: true } },
    },
  });
  if (Array.isArray(result) || !("output" in result))
    throw new Error("Vite gave no single bundle.");
  return result.output[0].code;
}

/**
 * Starts workerd with that module and an empty database. @param answer answers what the module
 * fetches; none reaches the network then
 */
export async function startWorker(
  script: string,
  answer?: (url: URL) => Response,
): Promise<{ miniflare: Miniflare; origin: URL }> {
  const miniflare = new Miniflare(
    convertV4MiniflareOptions({
      modules: true,
      script,
      d1Databases: ["DB"],
      compatibilityDate: "2026-11-01",
      compatibilityFlags: ["nodejs_compat"],
      ...(answer && {
        outboundService: (request: { url: string }) => answer(new URL(request.url)) as never,
      }),
    }),
  );
  return { miniflare, origin: await miniflare.ready };
}
