import type { BatchItem, BatchResponse } from "drizzle-orm/batch";
import type { Deps } from "../../lib/deps";
import { AppError } from "../../lib/errors";

type Statement = BatchItem<"sqlite">;

/** A NOT NULL column that a guard leaves null after a concurrent change, or a duplicate key. */
const GUARD = /(?:NOT NULL|UNIQUE) constraint failed: ([a-z_]+\.[a-z_]+)/;

/**
 * Runs a batch with guard statements that fail after a concurrent change: then nothing is written.
 * @returns the answers of the statements
 * @param refusals errors by `table.column` of a guard; "conflict" by default
 * @throws AppError("conflict") after a concurrent change, or an error of `refusals`
 */
export async function runGuarded<Statements extends readonly [Statement, ...Statement[]]>(
  { db }: Pick<Deps, "db">,
  statements: Statements,
  refusals: Record<string, () => AppError | Promise<AppError>> = {},
): Promise<BatchResponse<Statements>> {
  try {
    return await db.batch(statements);
  } catch (error) {
    const guard = guardOf(error);
    if (guard === null) throw error;
    throw (await refusals[guard]?.()) ?? new AppError("conflict");
  }
}

/** The guard that failed a batch; null for other errors. */
function guardOf(error: unknown): string | null {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const guard = GUARD.exec(cause.message)?.[1];
    if (guard) return guard;
  }
  return null;
}
