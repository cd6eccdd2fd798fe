import { cloudflareTest, readD1Migrations } from "@cloudflare/vitest-plugin";
import { defineConfig } from "vitest/config";
import { buildPictures, pictureWorker } from "./scripts/build-pictures.mjs";

/** The second Worker under test. */
const PICTURES = new URL("./.cache/tested-pictures", import.meta.url).pathname;

const alias = { "~": new URL("./app", import.meta.url).pathname };

/**
 * The built pages go to workerd as they are: with a source map their module is more than the 32 MB
 * of a message.
 */
const builtWithoutMap = {
  name: "rooydad:built-without-map",
  transform: (code: string, id: string) =>
    id.includes("/build/server/")
      ? {
          code: id.endsWith(".txt") ? `export default ${JSON.stringify(code)}` : code,
          map: { mappings: "" as const },
        }
      : null,
};

export default defineConfig({
  resolve: { alias },
  test: {
    // Vitest leaves a core free, which is half of a small machine's.
    maxWorkers: "100%",
    // The shards of a run share their transformed modules, and so does the next run.
    fsModuleCache: true,
    fsModuleCachePath: ".cache/vitest-modules",
    // Refusals and failures that tests ask for are logged too.
    silent: "passed-only",
    projects: [
      {
        resolve: { alias },
        test: {
          name: "unit",
          environment: "node",
          include: [
            "app/**/*.test.ts",
            "app/**/*.test.tsx",
            "party/**/*.test.ts",
            "scripts/**/*.test.ts",
          ],
        },
      },
      {
        // The pages come from the build: their routes are for Remix's compiler alone.
        resolve: {
          alias: {
            ...alias,
            "virtual:remix/server-build": new URL("./build/server/pages.js", import.meta.url)
              .pathname,
          },
        },
        plugins: [
          builtWithoutMap,
          cloudflareTest(async () => {
            await buildPictures(PICTURES);
            return {
              main: "./worker/index.ts",
              wrangler: { configPath: "./wrangler.toml" },
              miniflare: {
                bindings: {
                  TEST_MIGRATIONS: await readD1Migrations("./migrations"),
                  PASSWORD_LOG2_N: "4",
                  GATHER_MS: "0",
                },
                workers: [pictureWorker(PICTURES)],
              },
            };
          }),
        ],
        test: {
          name: "workerd",
          include: [
            "tests/{api,authoring,authorization,clients,hosting,identity,inbox,ingestion,intake,jobs,mcp,messengers,notification-admin,notifications,party,routes,search,sources,webhooks,weeks}/**/*.test.ts",
          ],
          // Files share a worker: starting one, with all its modules, takes longer than most of
          // them run.
          isolate: false,
          // Real servers for what the Worker asks elsewhere: mail, keys, an OpenID provider.
          globalSetup: ["./tests/helpers/external-servers.ts"],
          setupFiles: ["./tests/helpers/apply-migrations.ts"],
          // The whole seed and rendering of pages: a cold worker on a small machine takes its time.
          testTimeout: 30_000,
          hookTimeout: 60_000,
          deps: {
            optimizer: {
              ssr: {
                enabled: true,
                include: ["@remix-run/cloudflare", "@remix-run/server-runtime"],
              },
            },
          },
        },
      },
    ],
  },
});
