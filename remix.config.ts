import { builtinModules } from "node:module";
import { vitePlugin as remix } from "@remix-run/dev";
import { defineConfig, type Plugin } from "vite";

declare module "@remix-run/cloudflare" {
  interface Future {
    v3_singleFetch: true;
  }
}

/** What the runtime brings. */
const OF_THE_RUNTIME = [/^cloudflare:/, /^node:/, ...builtinModules];

/**
 * Makes the Worker an entry of the server's build beside Remix's own, which tests read: what pages and Worker share
 * (modules, texts, packages) is in the deployed Worker once, with one state.
 */
function workerAsEntry(): Plugin {
  return {
    name: "rooydad:worker-as-entry",
    enforce: "post",
    config(config, { isSsrBuild }) {
      const options = config.build?.rollupOptions;
      if (!isSsrBuild || !options) return;
      options.input = { index: "worker/index.ts", pages: "virtual:remix/server-build" };
      options.external = OF_THE_RUNTIME;
      options.output = { ...options.output, entryFileNames: "[name].js", chunkFileNames: "[name]-[hash].js" };
    },
  };
}

export default defineConfig(({ command }) => ({
  plugins: [
    remix({
      future: {
        v3_fetcherPersist: true,
        v3_relativeSplatPath: true,
        v3_throwAbortReason: true,
        v3_lazyRouteDiscovery: true,
        v3_singleFetch: true,
        v3_routeConfig: true,
      },
    }),
    workerAsEntry(),
  ],
  resolve: {
    alias: {
      "~": new URL("./app", import.meta.url).pathname,
      // Asked for only for schemas of zod's, of which there are none: 740 kB that nobody would load.
      "zod/v4/core": new URL("./worker/adapters/no-zod.ts", import.meta.url).pathname,
    },
  },
  build: {
    // Text bundles are addressed by URL on both sides, so none may be inlined.
    assetsInlineLimit: 0,
    cssMinify: true,
    sourcemap: false,
  },
  // Only for the build: in the dev server these conditions break React.
  ssr:
    command === "build"
      ? { target: "webworker" as const, noExternal: true as const, resolve: { conditions: ["workerd", "worker", "browser"] } }
      : {},
}));
