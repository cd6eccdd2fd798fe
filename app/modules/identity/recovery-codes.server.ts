import { and, eq, isNull, sql } from "drizzle-orm";
import { recoveryCodes } from "../../../db/schema";
import type { Deps, Random } from "../../lib/deps";

const CODES = 10;

/** Ten codes of 50 random bits, in Crockford's alphabet, which has no look-alikes. */
export function createRecoveryCodes(random: Random): string[] {
  const alphabet = "0123456789abcdefghjkmnpqrstvwxyz";
  return Array.from({ length: CODES }, () => {
    const letters = [...random.bytes(10)].map((byte) => alphabet[byte % 32]).join("");
    return `${letters.slice(0, 5)}-${letters.slice(5)}`;
  });
}

/** How many recovery codes are left. */
export async function countRecoveryCodes({ db }: Pick<Deps, "db">, userId: string): Promise<number> {
  const row = await db
    .select({ left: sql<number>`count(*)` })
    .from(recoveryCodes)
    .where(and(eq(recoveryCodes.userId, userId), isNull(recoveryCodes.usedAt)))
    .get();
  return row?.left ?? 0;
}
