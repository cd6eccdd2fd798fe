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
    ...(name === "product" ? { inspectorPort: 0 } : null),
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

/** Bytes that the heap of the product's isolate holds, MB. */
export interface Heap {
  beforeCollection: number;
  live: number;
}

/** The heap of the product's isolate, as V8's inspector tells it; collects garbage. */
export async function heapOf(miniflare: Miniflare): Promise<Heap> {
  const { host } = await miniflare.getInspectorURL();
  const targets = (await (await fetch(`http://${host}/json`)).json()) as {
    id: string;
    webSocketDebuggerUrl: string;
  }[];
  const target = targets.find(({ id }) => id.endsWith("product"));
  if (!target) throw new Error(`No isolate of the product: ${JSON.stringify(targets)}`);
  const socket = new WebSocket(target.webSocketDebuggerUrl);
  const waiting = new Map<number, (result: { usedSize: number }) => void>();
  socket.addEventListener("message", ({ data }) => {
    const { id, result } = JSON.parse(String(data));
    waiting.get(id)?.(result);
  });
  await new Promise((resolve, reject) => {
    socket.addEventListener("open", resolve);
    socket.addEventListener("error", () => reject(new Error("The inspector refused.")));
  });
  let id = 0;
  const call = (method: string) =>
    new Promise<{ usedSize: number }>((resolve) => {
      id += 1;
      waiting.set(id, resolve);
      socket.send(JSON.stringify({ id, method }));
    });
  const used = async () => Math.round((await call("Runtime.getHeapUsage")).usedSize / 1e5) / 10;
  const beforeCollection = await used();
  await call("HeapProfiler.collectGarbage");
  const live = await used();
  socket.close();
  return { beforeCollection, live };
}
