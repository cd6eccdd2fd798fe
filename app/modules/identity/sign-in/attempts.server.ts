import { eq, inArray, lt, sql } from "drizzle-orm";
import { signInAttempts } from "../../../../db/schema";
import type { Deps } from "../../../lib/deps";
import { AppError } from "../../../lib/errors";
import { purgeOf } from "../../../lib/runtime/purge-rounds.server";

/** A rate limit with bursts: `capacity` at once, refilled over `period`. */
export interface Bucket {
  /** Stored as a fingerprint only. */
  name: string;
  capacity: number;
  /** Time to refill an empty bucket, ms. */
  period: number;
}

export interface BucketDraw {
  /** Time until the next one, ms; 0 if granted. */
  wait: number;
  /** Returns it to the bucket. */
  giveBack(): Promise<void>;
}

/**
 * Takes one from a bucket in a single statement, so that concurrent requests cannot exceed it.
 * Stores only the time at which the bucket is full again (GCRA), after which the row is purged.
 */
export async function takeFromBucket(
  { db, clock, vault }: Pick<Deps, "db" | "clock" | "vault">,
  bucket: Bucket,
): Promise<BucketDraw> {
  const now = clock.now();
  const key = await vault.fingerprint(bucket.name);
  const each = Math.floor(bucket.period / bucket.capacity);
  const fullAt = sql`max(${signInAttempts.until}, ${now})`;
  const [[taken], [found]] = await db.batch([
    db
      .insert(signInAttempts)
      .values({ key, count: 1, until: now + each })
      .onConflictDoUpdate({
        target: signInAttempts.key,
        set: { until: sql`${fullAt} + ${each}` },
        setWhere: sql`${fullAt} + ${each} <= ${now + bucket.period}`,
      })
      .returning({ until: signInAttempts.until }),
    db
      .select({ until: signInAttempts.until })
      .from(signInAttempts)
      .where(eq(signInAttempts.key, key)),
  ]);
  return {
    wait: taken ? 0 : Math.max(1, (found?.until ?? now) + each - bucket.period - now),
    async giveBack() {
      if (taken)
        await db
          .update(signInAttempts)
          .set({ until: sql`${signInAttempts.until} - ${each}` })
          .where(eq(signInAttempts.key, key));
    },
  };
}

/** Statement that refills a bucket; in an array, since awaiting a bare statement would run it. */
export async function refill({ db, vault }: Pick<Deps, "db" | "vault">, name: string) {
  const key = await vault.fingerprint(name);
  return [db.delete(signInAttempts).where(eq(signInAttempts.key, key))] as const;
}

/** The error for an empty bucket. @param wait ms */
export const tooMany = (wait: number): AppError =>
  new AppError("too-many-requests", [], Math.ceil(wait / 1_000));

type AttemptDeps = Pick<Deps, "db" | "clock" | "vault">;

/** Maximum attempts under a name, such as an account on one network. */
export interface Allowance {
  /** Stored as a fingerprint only. */
  name: string;
  limit: number;
}

/**
 * Counts an attempt before it runs, so that concurrent attempts cannot pass the limit.
 * @param window time from the first attempt within which attempts count, ms
 * @param wait lock-out from the first attempt beyond the limit, ms; 0 until the window ends
 * @param onLockOut called once per lock-out, by the attempt that starts it, with the exceeded name
 * @returns `takeBack` for a successful attempt (clears the first name), `uncount` for one that did
 * not run
 * @throws too-many-requests with the seconds to wait
 */
export async function countAttempt(
  { db, clock, vault }: AttemptDeps,
  allowances: readonly [Allowance, ...Allowance[]],
  window: number,
  wait = 0,
  onLockOut: (name: string) => void = () => {},
) {
  const now = clock.now();
  const keys = await Promise.all(allowances.map(({ name }) => vault.fingerprint(name)));
  const count = (key: string, { limit }: Allowance) =>
    db
      .insert(signInAttempts)
      .values({ key, count: 1, until: now + window })
      .onConflictDoUpdate({
        target: signInAttempts.key,
        set: {
          count: sql`CASE WHEN ${signInAttempts.until} <= ${now} THEN 1 ELSE ${signInAttempts.count} + 1 END`,
          until: sql`CASE WHEN ${signInAttempts.until} <= ${now} THEN ${now + window}
            WHEN ${signInAttempts.count} = ${limit} THEN max(${signInAttempts.until}, ${now + wait})
            ELSE ${signInAttempts.until} END`,
        },
      })
      .returning({ count: signInAttempts.count, until: signInAttempts.until });
  const [first, ...rest] = keys.map((key, index) => count(key, allowances[index] as Allowance));
  const rows = first ? await db.batch([first, ...rest]) : [];
  const waitTimes = rows.map(([row], index) =>
    row && row.count > (allowances[index]?.limit ?? 0) ? row.until - now : 0,
  );
  rows.forEach(([row], index) => {
    const allowance = allowances[index];
    if (row && allowance && row.count === allowance.limit + 1) onLockOut(allowance.name);
  });
  const longest = Math.max(...waitTimes);
  if (longest > 0) throw new AppError("too-many-requests", [], Math.ceil(longest / 1_000));
  return {
    /** Uncounts this attempt alone, if it did not run. */
    async uncount(): Promise<void> {
      await db
        .update(signInAttempts)
        .set({ count: sql`max(${signInAttempts.count} - 1, 0)` })
        .where(inArray(signInAttempts.key, keys));
    },
    async takeBack(): Promise<void> {
      const [own = "", ...shared] = keys;
      await db.batch([
        db.delete(signInAttempts).where(inArray(signInAttempts.key, [own])),
        db
          .update(signInAttempts)
          .set({ count: sql`max(${signInAttempts.count} - 1, 0)` })
          .where(inArray(signInAttempts.key, shared)),
      ]);
    },
  };
}

/** Expired counts. */
export const attemptsPurge = purgeOf(signInAttempts, (at) => lt(signInAttempts.until, at));
