import { describeError, log } from "../app/lib/runtime/log";
import { storeBackup } from "./write-backup";

interface Bindings {
  DB: D1Database;
  BACKUPS: R2Bucket;
}

/** Notes how it went, for the alarms of the product. */
const note = (db: D1Database, what: string, ...values: number[]) =>
  db
    .prepare(`UPDATE stored_backups SET ${what}`)
    .bind(...values)
    .run();

/** The third Worker: stores backups in R2 (docs/operate.md). */
export default {
  async scheduled({ scheduledTime }, { DB, BACKUPS }) {
    try {
      const stored = await storeBackup(DB, BACKUPS as never, scheduledTime);
      if (!stored) {
        // Nothing is due: what failed has been made up for, except while a restore is unfinished.
        await note(DB, "failed_at = NULL WHERE NOT EXISTS (SELECT 1 FROM restore_state)");
        return;
      }
      if (!stored.isUnfinished) await note(DB, "stored_at = ?, failed_at = NULL", scheduledTime);
      log("info", "backup.stored", { ...stored });
    } catch (error) {
      log("error", "backup.failed", describeError(error));
      await note(DB, "failed_at = ?", scheduledTime).catch(() => {});
      throw error;
    }
  },
} satisfies ExportedHandler<Bindings>;
