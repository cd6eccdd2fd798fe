import { and, asc, desc, eq, gt } from "drizzle-orm";
import { ingestionLogs, ingestionRuns } from "../../../../db/schema";
import type { Deps } from "../../../lib/deps";
import { describeError, log } from "../../../lib/runtime/log";
import { logMessage } from "./json.server";

/** Log lines per message. */
const LINES = 50;

/**
 * Sends the state and new log lines of a run to its live viewers. Sends stored data only; logs an
 * unreachable room, since the page polls the log too.
 * @param after id of the last line sent before
 * @returns id of the last line sent
 */
export async function announceRun(
  { db, rooms }: Pick<Deps, "db" | "rooms">,
  id: string,
  after: string,
): Promise<string> {
  try {
    const [[run], lines] = await db.batch([
      db
        .select({
          status: ingestionRuns.status,
          processedCount: ingestionRuns.processedCount,
          eventsCount: ingestionRuns.eventsCount,
        })
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

/** Id of the last log line, which viewers have read already. */
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
