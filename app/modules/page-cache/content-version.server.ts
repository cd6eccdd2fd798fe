import { and, eq, sql } from "drizzle-orm";
import type { Database } from "../../../db/client";
import { contentVersions } from "../../../db/schema";
import type { Deps } from "../../lib/deps";
import { describeError, log } from "../../lib/log";

const PUBLIC = "public";
const KEY = "content-version";

/** How long an isolate may go on with an older version, ms: how late a change reaches cached pages. */
const STALENESS = 5_000;
/** How long the last known version holds while the database does not answer, ms: as long as a page may be stale. */
const OUTAGE = 300_000;

/** Rises with every change of what public pages show. Part of the page cache's key. */
export function contentVersion({ db, memo }: Pick<Deps, "db" | "memo">): Promise<number> {
  return memo.get(KEY, STALENESS, () => readVersion(db), OUTAGE);
}

/** For whoever has bumped it and must see the change at once. */
export const invalidateContentVersion = (memo: Deps["memo"]): void => memo.forget(KEY);

async function readVersion(db: Database): Promise<number> {
  try {
    const row = await db.select({ version: contentVersions.version }).from(contentVersions).where(eq(contentVersions.name, PUBLIC)).get();
    return row?.version ?? 0;
  } catch (error) {
    log("warn", "content-version.unknown", describeError(error));
    throw error;
  }
}

/** A statement for the batch of every write that public pages show. */
export function bumpContentVersion(db: Database) {
  return db
    .insert(contentVersions)
    .values({ name: PUBLIC, version: 1 })
    .onConflictDoUpdate({ target: contentVersions.name, set: { version: sql`${contentVersions.version} + 1` } });
}

/** The same where the statement before it in the batch has changed anything. */
export function bumpContentVersionIfChanged(db: Database) {
  return db
    .update(contentVersions)
    .set({ version: sql`${contentVersions.version} + 1` })
    .where(and(eq(contentVersions.name, PUBLIC), sql`changes() > 0`));
}
