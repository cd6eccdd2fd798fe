import { and, asc, desc, eq, gt } from "drizzle-orm";
import { ingestionLogs, ingestionRuns } from "../../../db/schema";
import type { Deps } from "../../lib/deps";
import { describeError, log } from "../../lib/runtime/log";
import { logMessage } from "./json.server";

/** Lines of one message. */
const LINES = 50;

/**
 * Tells those who watch a run how far it is and what its log has gained. What is stored is told, never anything else; a
 * room that cannot be reached is no failure: the page asks for the log too.
 * @param after the id of the last line that was told
 * @returns the id of the last line that is told now
 */
export async function announceRun({ db, rooms }: Pick<Deps, "db" | "rooms">, id: string, after: string): Promise<string> {
  try {
    const [[run], lines] = await db.batch([
      db
        .select({ status: ingestionRuns.status, processedCount: ingestionRuns.processedCount, eventsCount: ingestionRuns.eventsCount })
        .from(ingestionRuns)
        .where(eq(ingestionRuns.id, id)),
      db
        .select()
        .from(ingestionLogs)
        .where(and(eq(ingestionLogs.runId, id), gt(ingestionLogs.id, after)))
        .orderBy(asc(ingestionLogs.id))
        .limit(LINES),
    ]);
    if (run)
      await rooms.runChanged({
        type: "run:changed",
        runId: id,
        ...run,
        lines: lines.map((line) => ({
          id: line.id,
          level: line.level,
          code: line.code,
          message: { en: logMessage("en", line), fa: logMessage("fa", line) },
          createdAt: new Date(line.createdAt).toISOString(),
        })),
      });
    return lines.at(-1)?.id ?? after;
  } catch (error) {
    log("warn", "room.unreachable", describeError(error));
    return after;
  }
}

/** What was in the log before, whoever watches has read already. */
export const lastLine = async ({ db }: Pick<Deps, "db">, runId: string): Promise<string> => {
  const line = await db
    .select({ id: ingestionLogs.id })
    .from(ingestionLogs)
    .where(eq(ingestionLogs.runId, runId))
    .orderBy(desc(ingestionLogs.id))
    .limit(1)
    .get();
  return line?.id ?? "";
};
