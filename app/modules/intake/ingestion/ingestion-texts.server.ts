import { asc, eq, type SQL } from "drizzle-orm";
import { ingestionTexts } from "../../../../db/schema";
import type { Deps } from "../../../lib/deps";

/** Characters per part: a row holds 2 MB, and a UTF-16 unit takes up to three bytes. */
const PART = 400_000;

/** Splits a text into parts without splitting a surrogate pair; an empty text has one part. */
export function slicesOf(text: string): string[] {
  const slices: string[] = [];
  for (let start = 0; start === 0 || start < text.length; ) {
    const end = start + PART;
    const isCut = end < text.length && /[\uD800-\uDBFF]/.test(text.charAt(end - 1));
    slices.push(text.slice(start, isCut ? end - 1 : end));
    start = isCut ? end - 1 : end;
  }
  return slices;
}

/**
 * Statements that store the raw answer.
 * @param ownerId run or wizard; as a guard, an SQL expression that is null fails the batch
 */
export function textStatements(
  { db, clock }: Pick<Deps, "db" | "clock">,
  ownerId: string | SQL,
  text: string,
) {
  const createdAt = clock.now();
  return slicesOf(text).map((body, part) =>
    db.insert(ingestionTexts).values({ ownerId: ownerId as string, part, body, createdAt }),
  );
}

/** The raw answer of a run or wizard; empty if there is none or it was purged. */
export async function readText({ db }: Pick<Deps, "db">, ownerId: string): Promise<string> {
  const parts = await db
    .select({ body: ingestionTexts.body })
    .from(ingestionTexts)
    .where(eq(ingestionTexts.ownerId, ownerId))
    .orderBy(asc(ingestionTexts.part));
  return parts.map(({ body }) => body).join("");
}
