import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import process from "node:process";
import { getPlatformProxy, unstable_readConfig } from "wrangler";
import { createDatabase, type Database } from "../db/client";

export interface DatabaseChoice {
  /** The one of [env.production]; it needs `npx wrangler login`. */
  remote?: boolean | undefined;
  /** Where a local one is kept, if not in `.wrangler/state`. */
  "persist-to"?: string | undefined;
}

/**
 * A configuration with the database only. Wrangler connects to the remote database only if the
 * binding is `remote`, which the Worker's own configuration cannot be; scripts do not need its rooms
 * and queues.
 */
function writeConfiguration(folder: string, isRemote: boolean): string {
  const worker = unstable_readConfig(
    { config: "wrangler.toml", ...(isRemote ? { env: "production" } : null) },
    { hideWarnings: true },
  );
  const database = worker.d1_databases.find(({ binding }) => binding === "DB");
  if (!database?.database_id || (isRemote && /^[0-]*$/.test(database.database_id))) {
    console.error(
      `${isRemote ? "[env.production] in wrangler.toml" : "wrangler.toml"} names no database.`,
    );
    process.exit(1);
  }
  const { database_name, database_id } = database;
  const path = join(folder, "wrangler.json");
  const configuration = {
    name: `${worker.name}-maintenance`,
    compatibility_date: worker.compatibility_date,
    d1_databases: [
      { binding: "DB", database_name, database_id, ...(isRemote ? { remote: true } : null) },
    ],
  };
  writeFileSync(path, JSON.stringify(configuration));
  return path;
}

/** Opens a database from the command line, for as long as the work takes. */
export async function withDatabase<T>(
  choice: DatabaseChoice,
  work: (db: Database) => Promise<T>,
): Promise<T> {
  const isRemote = choice.remote === true;
  mkdirSync(".cache", { recursive: true });
  const folder = mkdtempSync(resolve(".cache", "database-"));
  const configPath = writeConfiguration(folder, isRemote);
  const proxy = await getPlatformProxy<Env>(
    isRemote
      ? { configPath, persist: false, remoteBindings: true }
      : {
          configPath,
          persist: { path: resolve(choice["persist-to"] ?? join(".wrangler", "state"), "v3") },
          remoteBindings: false,
        },
  );
  try {
    return await work(createDatabase(proxy.env.DB));
  } finally {
    await proxy.dispose();
    rmSync(folder, { recursive: true, force: true });
  }
}
