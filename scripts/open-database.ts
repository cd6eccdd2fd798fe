import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { getPlatformProxy, unstable_readConfig } from "wrangler";
import { createDatabase, type Database } from "../db/client";

export interface DatabaseChoice {
  /** The one of [env.production]; it needs `npx wrangler login`. */
  remote?: boolean | undefined;
  /** Where a local one is kept, if not in `.wrangler/state`. */
  "persist-to"?: string | undefined;
}

/** The bindings of the third Worker. */
interface BackupBindings {
  DB: D1Database;
  BACKUPS: R2Bucket;
}

/** The parts of a configuration that are used here. */
interface Configuration {
  name: string;
  compatibility_date?: string;
  d1_databases: { binding: string; database_name?: string; database_id?: string }[];
  r2_buckets: { binding: string; bucket_name?: string }[];
}

/**
 * A configuration with the database, unless only the bucket is asked for, and the bucket of backups. Wrangler connects to remote ones only if the
 * binding is `remote`, which the Worker's own configuration cannot be; scripts do not need its rooms
 * and queues.
 */
export function configurationOf(isRemote: boolean, hasDatabase: boolean) {
  const read = (config: string): Configuration =>
    unstable_readConfig(
      { config, ...(isRemote ? { env: "production" } : null) },
      { hideWarnings: true },
    );
  const worker = read("wrangler.toml");
  const database = worker.d1_databases.find(({ binding }) => binding === "DB");
  if (hasDatabase && (!database?.database_id || (isRemote && /^[0-]*$/.test(database.database_id))))
    throw new Error(
      `${isRemote ? "[env.production] in wrangler.toml" : "wrangler.toml"} names no database.`,
    );
  const { database_name, database_id } = database ?? {};
  const remote = isRemote ? { remote: true } : null;
  return {
    name: `${worker.name}-maintenance`,
    compatibility_date: worker.compatibility_date,
    d1_databases: hasDatabase ? [{ binding: "DB", database_name, database_id, ...remote }] : [],
    r2_buckets: read(join("backups", "wrangler.toml")).r2_buckets.map(
      ({ binding, bucket_name }) => ({ binding, bucket_name, ...remote }),
    ),
  };
}

/** Opens a database from the command line, for as long as the work takes. */
export const withDatabase = <T>(
  choice: DatabaseChoice,
  work: (db: Database) => Promise<T>,
): Promise<T> => withBackups(choice, ({ DB }) => work(createDatabase(DB)));

/** Opens the bucket of backups alone: it may be read after its database is gone. */
export const withBucket = <T>(
  choice: DatabaseChoice,
  work: (bucket: R2Bucket) => Promise<T>,
): Promise<T> => withBackups(choice, ({ BACKUPS }) => work(BACKUPS), false);

/** Opens a database and the bucket of its backups. */
export async function withBackups<T>(
  choice: DatabaseChoice,
  work: (bindings: BackupBindings) => Promise<T>,
  hasDatabase = true,
): Promise<T> {
  const isRemote = choice.remote === true;
  mkdirSync(".cache", { recursive: true });
  const folder = mkdtempSync(resolve(".cache", "database-"));
  const configPath = join(folder, "wrangler.json");
  writeFileSync(configPath, JSON.stringify(configurationOf(isRemote, hasDatabase)));
  const proxy = await getPlatformProxy<BackupBindings & Record<string, unknown>>(
    isRemote
      ? { configPath, persist: false, remoteBindings: true }
      : {
          configPath,
          persist: { path: resolve(choice["persist-to"] ?? join(".wrangler", "state"), "v3") },
          remoteBindings: false,
        },
  );
  try {
    return await work(proxy.env);
  } finally {
    await proxy.dispose();
    rmSync(folder, { recursive: true, force: true });
  }
}
