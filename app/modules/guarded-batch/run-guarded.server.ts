import type { BatchItem } from "drizzle-orm/batch";
import type { Deps } from "../../lib/deps";
import { AppError } from "../../lib/errors";

type Statement = BatchItem<"sqlite">;

/** A column that must not be null, and comes out so where something is no longer as it was found; or what is there already. */
const GUARD = /(?:NOT NULL|UNIQUE) constraint failed: ([a-z_]+\.[a-z_]+)/;

/**
 * Runs a batch in which a statement fails where something is no longer as it was found: then nothing of it is written.
 * @param refusals what the guard of a column means, by `table.column`; without one it means "conflict"
 * @throws AppError("conflict") where somebody was faster, or what `refusals` says
 */
export async function runGuarded(
  { db }: Pick<Deps, "db">,
  statements: readonly [Statement, ...Statement[]],
  refusals: Record<string, () => AppError | Promise<AppError>> = {},
): Promise<void> {
  try {
    await db.batch([...statements]);
  } catch (error) {
    const guard = guardOf(error);
    if (guard === null) throw error;
    throw (await refusals[guard]?.()) ?? new AppError("conflict");
  }
}

/** The guard that a failed batch ran into; null where it failed for another reason. */
function guardOf(error: unknown): string | null {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const guard = GUARD.exec(cause.message)?.[1];
    if (guard) return guard;
  }
  return null;
}
