import { type SQL, sql } from "drizzle-orm";
import { type NotificationPreferences, users } from "../../../db/schema";
import type { Locale } from "../../i18n/locale";
import type { Deps } from "../../lib/deps";
import { searchKey } from "../../lib/text/search-text";

/** What a new person hears of until they say otherwise. */
export const DEFAULT_NOTIFICATIONS: NotificationPreferences = {
  emailEnabled: true,
  pushEnabled: false,
  categories: ["newEvents", "recommendations", "savedEvents", "collections"],
  frequency: "weekly",
};

/** What the admin list finds somebody by: the name's search key, and the address in a line of its own. */
export const userSearchKey = (displayName: string, email: string | null): string => `${searchKey(displayName)}\n${email ?? ""}`;

/** The key as it stands, with another name: an address that changes at the same moment is not lost. */
export const searchKeyWithName = (displayName: string): SQL<string> =>
  sql`${searchKey(displayName)} || substr(${users.searchKey}, instr(${users.searchKey}, char(10)))`;

/** The key as it stands, with another address: a name that changes at the same moment is not lost. */
export const searchKeyWithEmail = (email: string): SQL<string> =>
  sql`substr(${users.searchKey}, 1, instr(${users.searchKey}, char(10))) || ${email}`;

interface NewUser {
  id: string;
  email: string | null;
  /** When the owner of the address proved that it is theirs; null where they have yet to. */
  emailVerifiedAt: number | null;
  displayName: string;
  passwordHash: string | null;
  photoUrl: string | null;
  preferredLanguage: Locale | null;
}

/** The statement that adds a person. It fails where the address is taken. */
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

/** Whether a failed write failed since the address was taken meanwhile. */
export const isEmailTaken = (error: unknown): boolean => {
  for (let at = error; at instanceof Error; at = at.cause) if (/UNIQUE constraint failed: users\.email/.test(at.message)) return true;
  return false;
};
