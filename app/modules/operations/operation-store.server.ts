import { gte, lt, sql } from "drizzle-orm";
import { countedMessages, operationCounts } from "../../../db/schema";
import { DAY, HOUR } from "../../lib/dates/durations";
import type { Deps, JobMessage } from "../../lib/deps";
import { describeError, log } from "../../lib/runtime/log";
import { type OperationCount, takeOperationCounts } from "../../lib/runtime/operation-counts";
import { purgeOf } from "../../lib/runtime/purge-rounds.server";
import { insertJson } from "../store/run-guarded.server";

type CountsMessage = Extract<JobMessage, { type: "operations.counted" }>;

/** Counts of an hour and a release. */
export interface OperationRow extends OperationCount {
  /** The hour's begin, UTC ms. */
  hour: number;
  release: string;
}

/** How long counts are kept, ms. */
const KEPT = 7 * DAY;
/**
 * A request that waits to hand over and was broken off does so no more; the next one waits instead,
 * ms.
 */
const LOST = 20_000;
/** Rows of one reading: a week of 40 labels an hour. */
const MOST_ROWS = 7_000;

const hourOf = (at: number) => Math.floor(at / HOUR) * HOUR;

let waitsUntil = 0;

/**
 * Hands the isolate's counts over after `gatherMs`, together with those of the requests until then.
 * An isolate that ends loses them.
 */
export function gatherOperations(
  deps: Pick<Deps, "clock" | "ids" | "jobs" | "later" | "gatherMs" | "release" | "operations">,
): void {
  const now = deps.clock.now();
  if (now < waitsUntil && now > waitsUntil - LOST) return;
  waitsUntil = now + LOST;
  deps.later(
    new Promise((resolve) => setTimeout(resolve, deps.gatherMs)).then(() => {
      waitsUntil = 0;
      return handOver(deps);
    }),
  );
}

async function handOver({
  clock,
  ids,
  jobs,
  release,
  operations,
}: Pick<Deps, "clock" | "ids" | "jobs" | "release" | "operations">) {
  const counts = takeOperationCounts();
  if (counts.length === 0) return;
  try {
    if (operations) operations.write(release, counts);
    else
      await jobs.send({
        type: "operations.counted",
        id: ids.next(),
        hour: hourOf(clock.now()),
        release,
        counts,
      });
  } catch (error) {
    log("warn", "operations.lost", { counts: counts.length, ...describeError(error) });
  }
}

/**
 * Adds counts to those of their hour. A message that comes again changes nothing, as with page
 * views.
 */
export async function addOperationCounts(
  { db, clock }: Pick<Deps, "db" | "clock">,
  messages: readonly CountsMessage[],
): Promise<void> {
  const known = new Map(messages.map((message) => [message.id, message]));
  for (const { id, hour, release, counts } of known.values()) {
    const key = `operations:${id}`;
    const rows = JSON.stringify(counts);
    await db.batch([
      insertJson(
        db,
        operationCounts,
        rows,
        { hour, release },
        sql`NOT EXISTS (SELECT 1 FROM ${countedMessages} WHERE id = ${key})`,
      ).onConflictDoUpdate({
        target: [
          operationCounts.hour,
          operationCounts.release,
          operationCounts.name,
          operationCounts.label,
        ],
        set: {
          count: sql`${operationCounts.count} + excluded.count`,
          totalMs: sql`${operationCounts.totalMs} + excluded.total_ms`,
          longestMs: sql`max(${operationCounts.longestMs}, excluded.longest_ms)`,
        },
      }),
      db.insert(countedMessages).values({ id: key, createdAt: clock.now() }).onConflictDoNothing(),
    ]);
  }
}

/** Counts by hour and release since a moment. @param since UTC ms, a week ago at most */
export async function readOperationCounts(
  { db, operations }: Pick<Deps, "db" | "operations">,
  since: number,
): Promise<OperationRow[]> {
  if (operations) return operations.read(since);
  return await db
    .select()
    .from(operationCounts)
    .where(gte(operationCounts.hour, hourOf(since)))
    .orderBy(operationCounts.hour)
    .limit(MOST_ROWS);
}

export const operationCountsPurge = purgeOf(operationCounts, (at) =>
  lt(operationCounts.hour, at - KEPT),
);
