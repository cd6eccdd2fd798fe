import { vitePlugin as remix } from "@remix-run/dev";
import { defineConfig } from "vite";

declare module "@remix-run/cloudflare" {
  interface Future {
    v3_singleFetch: true;
  }
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
  ],
  resolve: { alias: { "~": new URL("./app", import.meta.url).pathname } },
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
