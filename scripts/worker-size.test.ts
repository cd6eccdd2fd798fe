import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, rmSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { expect, it } from "vitest";
import { tool, toolsEnvironment, toolsNode } from "./set-up/environment.mjs";

const OUTDIR = ".cache/worker-size";
/**
 * Compressed size limit of a Worker on Cloudflare's free plan, bytes (docs/specification/quality.md
 * §1).
 */
const BAR = 3_000_000;

it("deploys a Worker of 3 MB at most, its modules of WebAssembly included", {
  timeout: 120_000,
}, () => {
  rmSync(OUTDIR, { recursive: true, force: true });
  const deploy = ["deploy", "--env", "production", "--dry-run", "--outdir", OUTDIR];
  execFileSync(toolsNode(), [tool("wrangler"), ...deploy], {
    env: toolsEnvironment(),
    stdio: "ignore",
  });
  const modules = readdirSync(OUTDIR).filter((file) => /\.(js|wasm)$/.test(file));
  const sizes = Object.fromEntries(
    modules.map((file) => [file, gzipSync(readFileSync(`${OUTDIR}/${file}`)).length]),
  );
  expect(modules).toContain("index.js");
  expect(
    Object.values(sizes).reduce((sum, size) => sum + size),
    JSON.stringify(sizes),
  ).toBeLessThanOrEqual(BAR);
});
