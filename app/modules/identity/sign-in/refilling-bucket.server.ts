import { eq, sql } from "drizzle-orm";
import { signInAttempts } from "../../../../db/schema";
import type { Deps } from "../../../lib/deps";
import { AppError } from "../../../lib/errors";

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
