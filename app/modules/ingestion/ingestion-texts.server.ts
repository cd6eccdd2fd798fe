import { asc, eq, type SQL } from "drizzle-orm";
import { ingestionTexts } from "../../../db/schema";
import type { Deps } from "../../lib/deps";

/** Characters of a part: a row takes 2 MB, and a character up to three bytes. */
const PART = 400_000;

/** A text in parts that no character is cut by; an empty text has one. */
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
 * Stores an answer as it was pasted, for a batch.
 * @param ownerId of a run or a wizard; an expression that is null where something has changed meanwhile makes the batch fail
 */
export function textStatements({ db, clock }: Pick<Deps, "db" | "clock">, ownerId: string | SQL, text: string) {
  const createdAt = clock.now();
  return slicesOf(text).map((body, part) => db.insert(ingestionTexts).values({ ownerId: ownerId as string, part, body, createdAt }));
}

/** The answer of a run or a wizard as it was pasted; empty where there is none, or it is kept no longer. */
export async function readText({ db }: Pick<Deps, "db">, ownerId: string): Promise<string> {
  const parts = await db
    .select({ body: ingestionTexts.body })
    .from(ingestionTexts)
    .where(eq(ingestionTexts.ownerId, ownerId))
    .orderBy(asc(ingestionTexts.part));
  return parts.map(({ body }) => body).join("");
}
