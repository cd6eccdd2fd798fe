import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { instant } from "./columns";

/**
 * A restore that has begun and not ended: while this row is there, the product refuses to serve
 * (docs/operate.md). One row, written and removed by `npm run restore` alone.
 */
export const restoreState = sqliteTable("restore_state", {
  id: text("id").primaryKey(),
  /** SHA-256 of the file, hexadecimal: only the same file may go on. */
  fileHash: text("file_hash").notNull(),
  phase: text("phase", { enum: ["emptying", "loading", "finishing"] }).notNull(),
  /** Rows of the file that are loaded, in the order in which the restore loads them. */
  loaded: integer("loaded").notNull(),
  startedAt: instant("started_at").notNull(),
});
