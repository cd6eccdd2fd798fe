import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { executeSql, prepareDatabase, storeObject } from "../../scripts/set-up/database.mjs";
import { freePort } from "../../scripts/set-up/machine.mjs";
import { startServer } from "../../scripts/set-up/server.mjs";
import { doorGuestsSql } from "./door-guests";
import { inboxCasesSql } from "./inbox-cases";
import { membersSql, PASSWORD_LOG2_N } from "./joining";
import { manyNotificationsSql } from "./many-notifications";
import { startModelServer } from "./model-server.mjs";
import { newcomersSql } from "./newcomers";
import { startOpenIdProvider } from "./openid-provider.mjs";
import { ISFAHAN, streetMap } from "./street-map";
import { waitingEventsSql } from "./waiting-events";

const cache = fileURLToPath(new URL("../../.cache", import.meta.url));
const persistTo = join(cache, "e2e-state");
/** A Tuesday, 13:30 in Tehran: the weekend is two days ahead there and four in Toronto. */
const NOW = "2026-12-08T10:00:00Z";
const logFile = join(cache, "logs", "e2e-server.log");

/**
 * Playwright's global set-up: serves the production build on a free port from its own seeded
 * storage with a fixed clock. Sets E2E_BASE_URL and E2E_STATE (the data folder); if E2E_BASE_URL is
 * set from outside, tests that server and starts none. Resolves to the tear-down.
 */
export default async function serve(): Promise<() => Promise<void>> {
  if (process.env.E2E_BASE_URL) return async () => {};

  await rm(persistTo, { recursive: true, force: true });
  await prepareDatabase({ persistTo, now: NOW });
  await executeSql(
    `${newcomersSql(NOW)}\n${membersSql(NOW)}\n${waitingEventsSql(NOW)}\n${inboxCasesSql(NOW)}\n${manyNotificationsSql(NOW)}\n${doorGuestsSql(NOW)}`,
    { persistTo },
  );
  // As an operator puts them there (docs/operate.md).
  const streets = join(cache, "isfahan.pmtiles");
  await writeFile(streets, streetMap(ISFAHAN));
  await storeObject("_maps/isfahan.pmtiles", streets, { persistTo });
  const port = await freePort();
  // Replaces Google.
  const provider = await startOpenIdProvider(`http://127.0.0.1:${port}/login/google/callback`);
  // Replaces Gemini.
  const model = await startModelServer();
  let output = "";
  const server = await startServer({
    port,
    persistTo,
    now: NOW,
    vars: { ...provider.vars, ...model.vars, PASSWORD_LOG2_N: String(PASSWORD_LOG2_N) },
    logLevel: "warn",
    onOutput: (text) => {
      output += text;
    },
  });
  process.env.E2E_BASE_URL = server.url;
  process.env.E2E_STATE = persistTo;

  const end = async () => {
    await server.stop();
    await Promise.all([provider.stop(), model.stop()]);
    await mkdir(join(cache, "logs"), { recursive: true });
    await writeFile(logFile, output);
  };
  process.once("SIGTERM", () => void end().finally(() => process.exit(143)));
  return end;
}
