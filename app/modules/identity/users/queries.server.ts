import { eq } from "drizzle-orm";
import { users } from "../../../../db/schema";
import type { Deps } from "../../../lib/deps";
import { AppError } from "../../../lib/errors";
import type { UserRow } from "./user-json.server";

/** @throws not-found also for deleted accounts */
export async function getUserOrThrow({ db }: Pick<Deps, "db">, id: string): Promise<UserRow> {
  const user = await db.select().from(users).where(eq(users.id, id)).get();
  if (!user || user.deletedAt !== null) throw new AppError("not-found");
  return user;
}

/** @param email normalized by `normalizeEmail` */
export async function findUserByEmail(
  { db }: Pick<Deps, "db">,
  email: string,
): Promise<UserRow | null> {
  return (await db.select().from(users).where(eq(users.email, email)).get()) ?? null;
}
