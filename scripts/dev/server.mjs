import { readFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { convertV4MiniflareOptions, Log, LogLevel, Miniflare, Response } from "miniflare";
import { unstable_getMiniflareWorkerOptions as readConfiguration } from "wrangler";
import { root } from "../set-up/environment.mjs";

/**
 * Serves development builds on 127.0.0.1, by wrangler.toml and with the data of `npm start`. It is
 * wrangler's own simulator without wrangler, which bundles again what it gets: that takes longer
 * than all else.
 * @param {{ port: number, folder: string, built: import("./build.mjs").Built }} options
 */
export async function startDevServer({ port, folder, built }) {
  const { workerOptions } = readConfiguration(join(root, "wrangler.toml"), undefined, {
    overrides: { assets: { directory: folder } },
  });
  // workerd requests modules that the configuration lacks. With the code in the configuration, which
  // is encoded at each replacement, a change would take two seconds.
  let { modules } = built;
  const options = ({ wasm }) =>
    convertV4MiniflareOptions({
      host: "127.0.0.1",
      port,
      logRequests: false,
      resourcePersistencePath: join(root, ".wrangler", "state", "v3"),
      unsafeTriggerHandlers: true,
      log: new Log(LogLevel.WARN),
      unsafeModuleFallbackService(request) {
        const name = new URL(request.url).searchParams.get("specifier").slice(1);
        return name in modules
          ? Response.json({ name, esModule: modules[name] })
          : new Response(null, { status: 404 });
      },
      workers: [
        {
          ...workerOptions,
          name: "rooydad",
          modulesRoot: root,
          unsafeUseModuleFallbackService: true,
          modules: [
            {
              type: "ESModule",
              path: join(root, "index.js"),
              contents: 'export * from "./worker.js"; export { default } from "./worker.js";',
            },
            ...[...wasm].map(([name, file]) => ({
              type: "CompiledWasm",
              path: join(root, name),
              contents: readFileSync(file),
            })),
          ],
        },
      ],
    });
  const miniflare = new Miniflare(options(built));
  await miniflare.ready;
  return {
    pid: process.pid,
    ended: new Promise(() => {}),
    url: `http://127.0.0.1:${port}`,
    /** Serves another build. @throws where its Worker does not start; the one before goes on */
    async replace(next) {
      const before = modules;
      try {
        modules = next.modules;
        await miniflare.setOptions(options(next));
      } catch (error) {
        modules = before;
        await miniflare.setOptions(options(next));
        throw error;
      }
    },
    stop: () => miniflare.dispose(),
  };
}
