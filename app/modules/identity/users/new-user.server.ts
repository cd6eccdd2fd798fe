import { type SQL, sql } from "drizzle-orm";
import { type NotificationPreferences, users } from "../../../../db/schema";
import type { Locale } from "../../../i18n/locale";
import type { Deps } from "../../../lib/deps";
import { searchKey } from "../../../lib/text/search-text";

/** Notification preferences of a new account. */
export const DEFAULT_NOTIFICATIONS: NotificationPreferences = {
  emailEnabled: true,
  pushEnabled: false,
  categories: ["newEvents", "recommendations", "savedEvents", "collections"],
  frequency: "weekly",
};

/** Search key of the admin list: the name's search key, and the address on a second line. */
export const userSearchKey = (displayName: string, email: string | null): string =>
  `${searchKey(displayName)}\n${email ?? ""}`;

/** SQL: the stored key with another name; keeps a concurrent change of the address. */
export const searchKeyWithName = (displayName: string): SQL<string> =>
  sql`${searchKey(displayName)} || substr(${users.searchKey}, instr(${users.searchKey}, char(10)))`;

/** SQL: the stored key with another address; keeps a concurrent change of the name. */
export const searchKeyWithEmail = (email: string): SQL<string> =>
  sql`substr(${users.searchKey}, 1, instr(${users.searchKey}, char(10))) || ${email}`;

interface NewUser {
  id: string;
  email: string | null;
  /** Time of the verification, UTC epoch ms; null if not verified. */
  emailVerifiedAt: number | null;
  displayName: string;
  passwordHash: string | null;
  photoUrl: string | null;
  preferredLanguage: Locale | null;
}

/** Statement that inserts an account. It fails if the address is taken. */
export function newUser({ db, clock }: Pick<Deps, "db" | "clock">, user: NewUser) {
  const now = clock.now();
  return db.insert(users).values({
    ...user,
    emailProvedAt: user.emailVerifiedAt,
    interests: [],
    cities: [],
    notificationPreferences: DEFAULT_NOTIFICATIONS,
    searchKey: userSearchKey(user.displayName, user.email),
    createdAt: now,
    updatedAt: now,
  });
}

/** Whether a write failed on the unique constraint of the address. */
export const isEmailTaken = (error: unknown): boolean => {
  for (let at = error; at instanceof Error; at = at.cause)
    if (/UNIQUE constraint failed: users\.email/.test(at.message)) return true;
  return false;
};
