import { join } from "node:path";
import process from "node:process";
import { convertV4MiniflareOptions, Log, LogLevel, Miniflare, Response } from "miniflare";
import { unstable_getMiniflareWorkerOptions as readConfiguration } from "wrangler";
import { pictureWorker } from "../build-pictures.mjs";
import { root } from "../set-up/environment.mjs";

/**
 * Serves development builds on 127.0.0.1, by wrangler.toml and with the data of `npm start`. It is
 * wrangler's own simulator without wrangler, which bundles again what it gets: that takes longer
 * than all else.
 * @param {{ port: number, folder: string, pictures: string, built: import("./build.mjs").Built }} options
 * `folder` has the browser's files, `pictures` the second Worker
 */
export async function startDevServer({ port, folder, pictures, built }) {
  const { workerOptions } = readConfiguration(join(root, "wrangler.toml"), undefined, {
    overrides: { assets: { directory: folder } },
  });
  const { workerOptions: pictureOptions } = readConfiguration(
    join(root, "pictures", "wrangler.toml"),
  );
  // workerd requests modules that the configuration lacks. With the code in the configuration, which
  // is encoded at each replacement, a change would take two seconds.
  let { modules } = built;
  const options = () =>
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
          ],
        },
        { ...pictureOptions, ...pictureWorker(pictures) },
      ],
    });
  const miniflare = new Miniflare(options());
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
        await miniflare.setOptions(options());
      } catch (error) {
        modules = before;
        await miniflare.setOptions(options());
        throw error;
      }
    },
    stop: () => miniflare.dispose(),
  };
}
