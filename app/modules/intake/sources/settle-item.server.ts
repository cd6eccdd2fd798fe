import { eq, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import { sourceChecks, sourceItems } from "../../../../db/schema";
import type { Deps } from "../../../lib/deps";

export type ItemRow = typeof sourceItems.$inferSelect;

/** Statements that settle an item and count it; they go into the batch of what follows from it. */
export function settled(
  { db }: Pick<Deps, "db">,
  item: ItemRow,
  checkId: string,
  isUpdate = false,
): BatchItem<"sqlite">[] {
  const counter =
    item.state === "cancelled" ? "cancelled" : item.state === "gone" ? "gone" : "changed";
  return [
    db
      .update(sourceItems)
      .set({
        ...(item.next !== null && {
          values: JSON.parse(item.next) as Record<string, unknown>,
          next: null,
        }),
        isDue: false,
        ...(isUpdate && { updates: item.updates + 1 }),
      })
      .where(eq(sourceItems.id, item.id)),
    db
      .update(sourceChecks)
      .set({ [counter]: sql.raw(`"${counter}" + 1`) })
      .where(eq(sourceChecks.id, checkId)),
  ];
}
