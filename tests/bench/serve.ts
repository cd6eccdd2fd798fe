import { execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { rmSync } from "node:fs";
import { Miniflare } from "miniflare";
import { builtModules } from "./built-worker";

const COMPATIBILITY_DATE = "2026-11-01";

/** Builds the Worker's bundle as it is deployed. */
export function bundleWorker(outdir: string): void {
  rmSync(outdir, { recursive: true, force: true });
  execFileSync("wrangler", ["deploy", "--env", "production", "--dry-run", "--outdir", outdir], {
    stdio: "ignore",
  });
}

export interface Served {
  miniflare: Miniflare;
  url: string;
}

/**
 * workerd with one Worker on its own socket: miniflare's entry proxy costs as much as a small
 * Worker. @param state folder of its data
 */
export async function serve(
  name: string,
  state: string,
  modules: ReturnType<typeof builtModules> | Record<string, { type: "esm"; contents: string }>,
  more: object = {},
): Promise<Served> {
  const miniflare = new Miniflare({
    resourcePersistencePath: state,
    workers: [
      {
        config: {
          name,
          compatibilityDate: COMPATIBILITY_DATE,
          compatibilityFlags: ["nodejs_compat"],
          manifest: { mainModule: "index.js", modules },
          env: { DB: { type: "d1", id: "bench" }, ...more },
          ...(name === "product"
            ? {
                exports: {
                  CityRoom: { type: "durable-object", storage: "sqlite" },
                  RunRoom: { type: "durable-object", storage: "sqlite" },
                  UserRoom: { type: "durable-object", storage: "sqlite" },
                },
              }
            : null),
        },
        dev: { unsafeDirectSockets: [{ host: "127.0.0.1", port: 0 }] },
      },
    ],
  });
  await miniflare.ready;
  return { miniflare, url: (await miniflare.unsafeGetDirectURL(name)).origin };
}

/** The product as deployed, on the data in `state`. */
export function serveProduct(outdir: string, state: string): Promise<Served> {
  return serve("product", state, builtModules(outdir), {
    MEDIA: { type: "r2", name: "bench-media" },
    JOBS: { type: "queue", name: "bench-jobs" },
    CITY_ROOM: { type: "durable-object", worker: "product", exportName: "CityRoom" },
    RUN_ROOM: { type: "durable-object", worker: "product", exportName: "RunRoom" },
    USER_ROOM: { type: "durable-object", worker: "product", exportName: "UserRoom" },
    ENVIRONMENT: { type: "text", value: "local" },
    APP_SECRET: { type: "text", value: randomBytes(48).toString("base64") },
    PUBLIC_URL: { type: "text", value: "" },
    // More than one address can ask in a bench's minute.
    READS_PER_MINUTE_ANONYMOUS: { type: "text", value: "100000" },
    SEARCHES_PER_MINUTE_ANONYMOUS: { type: "text", value: "100000" },
  });
}
