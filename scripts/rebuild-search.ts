import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { getPlatformProxy, unstable_readConfig } from "wrangler";
import { rebuildSearch } from "../app/modules/search/index-event.server";
import { createDatabase } from "../db/client";

/**
 * Empties and refills the search index from the events: after a restore, or when its rules have changed.
 *   npm run search:rebuild -- [--persist-to DIR | --remote]
 */
const { values } = parseArgs({ options: { "persist-to": { type: "string" }, remote: { type: "boolean" } } });

const REMOTE_CONFIGURATION = resolve(join(".cache", "rebuild-search", "wrangler.json"));

/** wrangler takes a database for the remote one only where its binding says so, which the Worker's own must not. */
function writeRemoteConfiguration(): string {
  const production = unstable_readConfig({ config: "wrangler.toml", env: "production" }, { hideWarnings: true });
  const database = production.d1_databases.find(({ binding }) => binding === "DB");
  if (!database?.database_id || /^[0-]*$/.test(database.database_id)) {
    console.error("[env.production] in wrangler.toml names no remote database. Nothing was written.");
    process.exit(1);
  }
  const { database_name, database_id } = database;
  mkdirSync(resolve(REMOTE_CONFIGURATION, ".."), { recursive: true });
  const configuration = {
    name: `${production.name}-search`,
    compatibility_date: production.compatibility_date,
    d1_databases: [{ binding: "DB", database_name, database_id, remote: true }],
  };
  writeFileSync(REMOTE_CONFIGURATION, JSON.stringify(configuration));
  return REMOTE_CONFIGURATION;
}

const proxy = await getPlatformProxy<Env>(
  values.remote
    ? { configPath: writeRemoteConfiguration(), persist: false, remoteBindings: true }
    : { persist: { path: `${values["persist-to"] ?? ".wrangler/state"}/v3` }, remoteBindings: false },
);
try {
  const count = await rebuildSearch(createDatabase(proxy.env.DB), { onProgress: (done) => console.log(`${done} events indexed`) });
  console.log(`The search index of the ${values.remote ? "remote" : "local"} database holds ${count} events.`);
} finally {
  await proxy.dispose();
  rmSync(REMOTE_CONFIGURATION, { force: true });
}
