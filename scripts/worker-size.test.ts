import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, rmSync } from "node:fs";
import { resolve } from "node:path";
import { gzipSync } from "node:zlib";
import { expect, it } from "vitest";
import { tool, toolsEnvironment, toolsNode } from "./set-up/environment.mjs";

/**
 * Compressed sizes, bytes (docs/specification/quality.md §1). The product's is far below the free plan's limit of
 * 3 MB, since a cold isolate reads all of it.
 */
const WORKERS = [
  { name: "the product", config: "wrangler.toml", most: 1_800_000 },
  { name: "pictures", config: "pictures/wrangler.toml", most: 1_800_000 },
];

it.each(WORKERS)(
  "deploys $name within $most bytes, WebAssembly and fonts included",
  {
    timeout: 120_000,
  },
  ({ config, most }) => {
    // wrangler takes a relative folder as the configuration's.
    const outdir = resolve(".cache/worker-size", config.replaceAll("/", "-"));
    rmSync(outdir, { recursive: true, force: true });
    const deploy = ["deploy", "--config", config, "--env", "production", "--dry-run"];
    execFileSync(toolsNode(), [tool("wrangler"), ...deploy, "--outdir", outdir], {
      env: toolsEnvironment(),
      stdio: "ignore",
    });
    const modules = readdirSync(outdir).filter((file) => /\.(js|wasm|ttf|txt)$/.test(file));
    const sizes = Object.fromEntries(
      modules.map((file) => [file, gzipSync(readFileSync(`${outdir}/${file}`)).length]),
    );
    expect(modules).toContain("index.js");
    expect(
      Object.values(sizes).reduce((sum, size) => sum + size),
      JSON.stringify(sizes),
    ).toBeLessThanOrEqual(most);
  },
);
