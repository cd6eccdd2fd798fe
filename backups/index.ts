import { describeError, log } from "../app/lib/runtime/log";
import { storeBackup } from "./write-backup";

interface Bindings {
  DB: D1Database;
  BACKUPS: R2Bucket;
}

/** The third Worker: stores backups in R2 (docs/operate.md). */
export default {
  async scheduled({ scheduledTime }, { DB, BACKUPS }) {
    try {
      const stored = await storeBackup(DB, BACKUPS as never, scheduledTime);
      log("info", "backup.stored", stored ?? { restoring: true });
    } catch (error) {
      log("error", "backup.failed", describeError(error));
      throw error;
    }
  },
} satisfies ExportedHandler<Bindings>;
