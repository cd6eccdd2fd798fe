import "./set-up/require-node.mjs";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { toolsEnvironment, toolsNode } from "./set-up/environment.mjs";
import { ensurePackages } from "./set-up/packages.mjs";
import { exitWith } from "./set-up/report.mjs";
import { runVisibly } from "./set-up/run.mjs";

const OLDEST_NODE = 22;

async function main() {
  await ensurePackages();
  if (Number(process.versions.node.split(".")[0]) < OLDEST_NODE) {
    // Builder and server run in this process, which needs the Node among the packages.
    process.exit(
      await runVisibly(toolsNode(), [fileURLToPath(import.meta.url)], toolsEnvironment()),
    );
  }
  Object.assign(process.env, toolsEnvironment());
  const { develop } = await import("./dev/develop.mjs");
  await develop();
}

main().catch(exitWith);
