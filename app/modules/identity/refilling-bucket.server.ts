import { eq, sql } from "drizzle-orm";
import { signInAttempts } from "../../../db/schema";
import type { Deps } from "../../lib/deps";
import { AppError } from "../../lib/errors";

/** So many tries at once, which come back one by one. */
export interface Bucket {
  /** Kept as a fingerprint alone. */
  name: string;
  capacity: number;
  /** In what time an empty bucket is full again, ms. */
  period: number;
}

export interface Taken {
  /** Until there is one again, ms; 0 where this one was given. */
  wait: number;
  /** Puts it back, for a try that did no harm. */
  giveBack(): Promise<void>;
}

/**
 * Takes one from a bucket, if there is one, in one statement: a hundred at once get no more than one after the other.
 * Of a bucket nothing is kept but the time at which it is full again (GCRA), after which its row is purged.
 */
export async function takeFromBucket({ db, clock, vault }: Pick<Deps, "db" | "clock" | "vault">, bucket: Bucket): Promise<Taken> {
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
    db.select({ until: signInAttempts.until }).from(signInAttempts).where(eq(signInAttempts.key, key)),
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

/** The statement that fills a bucket again; in a list, since a statement by itself would run once it is awaited. */
export async function refill({ db, vault }: Pick<Deps, "db" | "vault">, name: string) {
  const key = await vault.fingerprint(name);
  return [db.delete(signInAttempts).where(eq(signInAttempts.key, key))] as const;
}

/** What a request gets for which there is none left. @param wait ms */
export const tooMany = (wait: number): AppError => new AppError("too-many-requests", [], Math.ceil(wait / 1_000));
