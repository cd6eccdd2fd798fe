import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import process from "node:process";
import { context } from "esbuild";
import { CLIENT, describeAssets, entryOf, fileNameOf } from "./manifest.mjs";
import {
  addressedFiles,
  dataApart,
  madeModules,
  packagesApart,
  rawTexts,
  runtimeModules,
  serverOnly,
  styleSheets,
  writeOrTouch,
} from "./plugins.mjs";
import { exportsReader, readRoutes } from "./routes.mjs";

// esbuild keeps all sources in its memory: collecting garbage as often as Go does by itself takes a
// third of its time.
process.env.GOGC ??= "400";

/** As remix.config.ts has them. */
const FUTURE = readFileSync(new URL("../remix-future.json", import.meta.url), "utf8");

/**
 * Exports of a route that the browser gets; the others are for the server (Remix's
 * CLIENT_ROUTE_EXPORTS).
 */
const BROWSER_EXPORTS = [
  ...["clientAction", "clientLoader", "default", "ErrorBoundary", "handle"],
  ...["HydrateFallback", "Layout", "links", "meta", "shouldRevalidate"],
];

/** The module that holds the build's version. */
const VERSION_PATH = "/__dev/version";

/**
 * Reloads a page when the Worker is of another build than the page; a new Worker ends the
 * connections of the one before.
 */
const RELOADING = `
const listen = () => {
  const socket = new WebSocket(location.origin.replace("http", "ws") + "${VERSION_PATH}");
  socket.onmessage = ({ data }) => data !== window.__remixManifest.version && location.reload();
  socket.onclose = () => setTimeout(listen, 300);
};
listen();`;

const WORKER = `
import worker from "./worker/index.ts";
import assets from "./manifest.js";
export * from "./worker/index.ts";
export default {
  ...worker,
  fetch(request, env, context) {
    if (new URL(request.url).pathname !== "${VERSION_PATH}") return worker.fetch(request, env, context);
    const [client, server] = Object.values(new WebSocketPair());
    server.accept();
    server.send(assets.version);
    return new Response(null, { status: 101, webSocket: client });
  },
};`;

/** The pages, as Remix's compiler describes them to its server. */
const pagesModule = (routes) => `
export { default as assets } from "./manifest.js";
import * as entryServer from "./app/entry.server.tsx";
${routes.map(({ file }, at) => `import * as route${at} from ${JSON.stringify(file)};`).join("\n")}
export const mode = "production";
export const assetsBuildDirectory = "build/client";
export const basename = "/";
export const publicPath = "/";
export const isSpaMode = false;
export const future = ${FUTURE};
export const entry = { module: entryServer };
export const routes = {
${routes.map(({ file, ...route }, at) => `  ${JSON.stringify(route.id)}: { ...${JSON.stringify(route)}, module: route${at} },`).join("\n")}
};`;

const SHARED = {
  bundle: true,
  write: false,
  metafile: true,
  format: "esm",
  target: "es2022",
  jsx: "automatic",
  charset: "utf8",
  legalComments: "none",
  logLevel: "silent",
  define: { "process.env.NODE_ENV": '"production"' },
};

/**
 * Where pages find the packages; not among the files with a hash, so that no code changes with
 * them.
 */
const PACKAGES = "/dev-files/packages.js";

/**
 * Builds the Worker with its pages, and the browser's code, for development: quickly and again and
 * again.
 * @param {{ root: string, folder: string }} options the tree, and where the browser's files are
 * written
 * @typedef {{ modules: Record<string, string> }} Built the Worker's modules by name
 */
export function createDevBuild({ root, folder }) {
  const shared = { ...SHARED, absWorkingDir: root, outbase: root };
  const forTheWorker = {
    ...shared,
    outdir: join(root, "build"),
    conditions: ["workerd", "worker", "browser"],
    mainFields: ["browser", "module", "main"],
    // As in remix.config.ts.
    alias: {
      "zod/v4/core": join(root, "worker/adapters/no-zod.ts"),
      i18next: join(root, "worker/adapters/no-i18next.ts"),
    },
    external: ["./manifest.js"],
    define: { ...SHARED.define, "import.meta.env.SSR": "true" },
  };
  const forTheBrowser = {
    ...shared,
    outdir: folder,
    define: { ...SHARED.define, "import.meta.env.SSR": "false" },
  };

  const { plugin: sheets, cssOf, keepsCode } = styleSheets(root);
  const readExports = exportsReader(root);
  const addressed = addressedFiles(root, folder);
  const data = dataApart();
  const packages = packagesApart("./packages.js", { ...forTheWorker, plugins: [runtimeModules] });
  const browserPackages = packagesApart(PACKAGES, forTheBrowser);
  let routes = {};
  let clientExportsOf;
  /** @type {Set<string>} */
  const waiting = new Set();
  /**
   * The Worker and the browser's code: esbuild's context, which keeps what it has read, and its
   * last result.
   */
  let parts = [];
  let lastWhole = 0;

  const made = {
    [CLIENT]: () => `import "./app/entry.client.tsx";${RELOADING}`,
    "virtual:worker": () => WORKER,
    "virtual:remix/server-build": () => pagesModule(Object.values(routes)),
  };
  const routeModule = ({ file }) => {
    const names = clientExportsOf(file);
    return names.length > 0
      ? `export { ${names.join(", ")} } from ${JSON.stringify(file)};`
      : "export {};";
  };

  async function open() {
    await dispose();
    const entries = Object.fromEntries(
      Object.values(routes).map((route) => [entryOf(route.id), () => routeModule(route)]),
    );
    const names = Object.fromEntries(
      Object.keys(routes).map((id) => [fileNameOf(id), entryOf(id)]),
    );
    const options = [
      {
        ...forTheWorker,
        entryPoints: ["virtual:worker"],
        plugins: [
          madeModules(root, made),
          addressed.plugin,
          data.plugin,
          sheets,
          runtimeModules,
          packages.plugin,
        ],
      },
      {
        ...forTheBrowser,
        entryPoints: { "entry.client": CLIENT, ...names },
        splitting: true,
        entryNames: "assets/[name]-[hash]",
        chunkNames: "assets/[name]-[hash]",
        plugins: [
          madeModules(root, { ...made, ...entries }),
          addressed.plugin,
          rawTexts,
          serverOnly,
          sheets,
          browserPackages.plugin,
        ],
      },
    ];
    parts = await Promise.all(
      options.map(async (one) => ({ context: await context(one), result: null })),
    );
  }

  async function dispose() {
    await Promise.all(parts.splice(0).map((part) => part.context.dispose()));
  }

  /**
   * Whether a build has read a file as code or as text. Texts come from a plugin, so their names
   * are other than those of code.
   */
  const isReadBy = ({ metafile: { inputs } }, file) =>
    relative(root, file) in inputs || `raw:${file}` in inputs;

  /** Builds those parts again that read one of the files. @returns those parts */
  async function rebuildParts(changed) {
    const isCode = await Promise.all(
      changed.map(async (file) => !file.endsWith(".css") || !(await keepsCode(file))),
    );
    const code = changed.filter((_, at) => isCode[at]);
    const due = parts.filter(
      ({ result }) => !result || code.some((file) => isReadBy(result, file)),
    );
    const results = await Promise.allSettled(due.map(({ context: one }) => one.rebuild()));
    for (const [at, part] of due.entries()) part.result = results[at].value ?? null;
    const failed = results.find(({ status }) => status === "rejected");
    if (failed) throw failed.reason;
    return due;
  }

  /**
   * Removes what two whole builds have not used: a page of the one before may still ask for its
   * files.
   */
  function sweep(began) {
    const assets = join(folder, "assets");
    for (const name of readdirSync(assets))
      if (statSync(join(assets, name)).mtimeMs < lastWhole) rmSync(join(assets, name));
    lastWhole = began;
  }

  return {
    dispose,
    /**
     * Builds what has changed; after an error, what had changed before as well.
     * @param {readonly string[]} changed files
     * @param {{ isDue?: boolean }} options `isDue` for a new version even where they are part of
     * nothing
     * @returns {Promise<Built | null>} null where they are part of nothing; the browser's files are
     * in the folder then
     * @throws esbuild's errors
     */
    async rebuild(changed = [], { isDue = false } = {}) {
      const began = Date.now();
      for (const file of changed) waiting.add(file);
      if (parts.length === 0 || waiting.has(join(root, "app", "routes.ts"))) {
        const before = JSON.stringify(routes);
        routes = await readRoutes(root);
        if (JSON.stringify(routes) !== before) await open();
      }
      const concerned = [...waiting].filter(
        (file) =>
          data.has(file) ||
          addressed.has(file) ||
          parts.some(({ result }) => !result || isReadBy(result, file)),
      );
      if (!isDue && concerned.length === 0 && parts.every(({ result }) => result)) return null;
      for (const file of concerned) if (addressed.has(file)) addressed.copy(file);
      const exportsOf = await readExports(Object.values(routes).map(({ file }) => file));
      clientExportsOf = (file) => exportsOf(file).filter((name) => BROWSER_EXPORTS.includes(name));
      const due = await rebuildParts(concerned);
      const [worker, browser] = parts.map(({ result }) => result);
      if (due.includes(parts[1]))
        for (const { path, contents } of browser.outputFiles) writeOrTouch(path, contents);
      const assets = await describeAssets({
        root,
        metafile: browser.metafile,
        routes,
        exportsOf,
        cssOf,
        folder,
        version: began.toString(36),
      });
      if (due.length === parts.length) sweep(began);
      writeFileSync(join(folder, PACKAGES), await browserPackages.bundle());
      waiting.clear();
      const modules = {
        "worker.js": worker.outputFiles[0].text,
        "manifest.js": `export default ${JSON.stringify(assets)};`,
        "data.js": data.code(),
        "packages.js": await packages.bundle(),
      };
      return { modules };
    },
  };
}
