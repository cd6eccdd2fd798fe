import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { executeSql, prepareDatabase } from "../../scripts/set-up/database.mjs";
import { startServer } from "../../scripts/set-up/server.mjs";
import { newcomersSql } from "./newcomers";

const cache = fileURLToPath(new URL("../../.cache", import.meta.url));
const persistTo = join(cache, "e2e-state");
/** A Tuesday, 13:30 in Tehran: the weekend is two days off there and four in Toronto. */
const NOW = "2026-12-08T10:00:00Z";
const logFile = join(cache, "logs", "e2e-server.log");

/**
 * Playwright's global set-up: serves the production build on a free port from storage of its own, seeded and living in one moment.
 * E2E_BASE_URL tells the tests where; when it is set from outside, that server is tested and none is started.
 * Resolves to the tear-down.
 */
export default async function serve(): Promise<() => Promise<void>> {
  if (process.env.E2E_BASE_URL) return async () => {};

  await rm(persistTo, { recursive: true, force: true });
  await prepareDatabase({ persistTo, now: NOW });
  await executeSql(newcomersSql(NOW), { persistTo });
  let output = "";
  const server = await startServer({
    persistTo,
    now: NOW,
    logLevel: "warn",
    onOutput: (text) => {
      output += text;
    },
  });
  process.env.E2E_BASE_URL = server.url;

  const end = async () => {
    await server.stop();
    await mkdir(join(cache, "logs"), { recursive: true });
    await writeFile(logFile, output);
  };
  process.once("SIGTERM", () => void end().finally(() => process.exit(143)));
  return end;
}
