import "./set-up/require-node.mjs";
import process from "node:process";
import { tool, toolsEnvironment, toolsNode } from "./set-up/environment.mjs";
import { exitWith, SetUpError, say } from "./set-up/report.mjs";
import { runQuietly } from "./set-up/run.mjs";

const USAGE = "npm run rotate-keys -- [--production]";

/**
 * Retires the signing keys of access and identity tokens, and of tickets; the product creates new
 * ones on demand. Existing tokens stay valid until they expire, an hour at most; tickets stay valid.
 */
async function rotateKeys() {
  const args = process.argv.slice(2);
  if (args.some((arg) => arg !== "--production"))
    throw new SetUpError(`I do not know what "${args.join(" ")}" is.`, USAGE);
  const place = args.length > 0 ? ["--remote", "--env", "production"] : ["--local"];
  const sql = `UPDATE signing_keys SET retired_at = ${Date.now()} WHERE retired_at IS NULL; UPDATE ticket_keys SET current = NULL`;
  await runQuietly(
    "rotate-keys",
    toolsNode(),
    [tool("wrangler"), "d1", "execute", "DB", ...place, "--yes", "--command", sql],
    toolsEnvironment(),
  );
  say("The signing keys are retired. The next token is signed by a new one.");
}

rotateKeys().catch(exitWith);
