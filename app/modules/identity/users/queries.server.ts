import { eq, type SQL, sql } from "drizzle-orm";
import * as v from "valibot";
import { CALENDARS, type NotificationPreferences, users } from "../../../../db/schema";
import type { Locale } from "../../../i18n/locale";
import type { Deps } from "../../../lib/deps";
import { AppError } from "../../../lib/errors";
import { FREQUENCIES, NOTIFICATION_CATEGORIES } from "../../../lib/pages/preference-choices";
import { type Actor, assertCan, canManageUser, ROLES } from "../../../lib/permissions";
import { searchKey } from "../../../lib/text/search-text";
import { tierOf } from "./schema";

export type UserRow = typeof users.$inferSelect;

const NotificationPreferencesJson = v.pipe(
  v.object({
    emailEnabled: v.boolean(),
    pushEnabled: v.boolean(),
    categories: v.array(v.picklist(NOTIFICATION_CATEGORIES)),
    frequency: v.picklist(FREQUENCIES),
  }),
  v.metadata({ ref: "NotificationPreferences" }),
);

/** A user as they and staff see them (product.md §3). */
export const UserJson = v.pipe(
  v.object({
    id: v.pipe(v.string(), v.uuid()),
    email: v.nullable(v.string()),
    emailVerified: v.boolean(),
    displayName: v.string(),
    photoURL: v.nullable(v.string()),
    role: v.picklist(ROLES),
    preferredLanguage: v.nullable(v.picklist(["en", "fa"])),
    theme: v.nullable(v.picklist(["light", "dark"])),
    calendar: v.nullable(v.picklist(CALENDARS)),
    timeZone: v.nullable(v.string()),
    homeCity: v.nullable(v.string()),
    interests: v.array(v.string()),
    cities: v.array(v.string()),
    notificationPreferences: NotificationPreferencesJson,
    onboardingCompleted: v.boolean(),
    isActive: v.boolean(),
    trustScore: v.number(),
    tier: v.picklist(["low trust", "new user", "regular", "trusted"]),
    createdAt: v.pipe(v.string(), v.isoTimestamp()),
  }),
  v.metadata({ ref: "User" }),
);
export type UserJson = v.InferOutput<typeof UserJson>;

export function userJson(user: UserRow): UserJson {
  return {
    id: user.id,
    email: user.email,
    emailVerified: user.emailVerifiedAt !== null,
    displayName: user.displayName,
    photoURL: user.photoUrl,
    role: user.role,
    preferredLanguage: user.preferredLanguage,
    theme: user.theme,
    calendar: user.calendar,
    timeZone: user.timeZone,
    homeCity: user.homeCity,
    interests: user.interests,
    cities: user.cities,
    notificationPreferences: user.notificationPreferences as UserJson["notificationPreferences"],
    onboardingCompleted: user.onboardingCompletedAt !== null,
    isActive: user.isActive,
    trustScore: user.trustScore,
    tier: tierOf(user.trustScore),
    createdAt: new Date(user.createdAt).toISOString(),
  };
}

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

/**
 * An account that the actor may deactivate, delete or edit.
 * @throws not-found; forbidden with the reason for the actor's own account, the owner, and roles
 * that the actor does not outrank
 */
export async function getManagedUser(
  deps: Pick<Deps, "db">,
  actor: Actor | null,
  id: string,
): Promise<{ actor: Actor; user: UserRow }> {
  assertCan(actor, "user:manage");
  const user = await getUserOrThrow(deps, id.toLowerCase());
  if (!canManageUser(actor, user)) throw refusal(actor, user);
  return { actor, user };
}

/** The reason why the actor may not manage the account. */
function refusal(actor: Pick<Actor, "id">, user: Pick<UserRow, "id" | "role">): AppError {
  const reason =
    user.role === "owner" ? "ownerStays" : user.id === actor.id ? "ownAccount" : "outranked";
  return new AppError("forbidden", [{ path: "", message: `errors:issue.${reason}` }]);
}

/**
 * Guard value for a NOT NULL column: null, which fails the batch, unless the account still has the
 * role and state that were read and the actor still has theirs. Of two concurrent decisions, the
 * second throws `conflict`.
 */
export const ifUserUnchanged = <T>(
  actor: Actor,
  user: Pick<UserRow, "role" | "isActive">,
  value: T,
) =>
  sql<
    NonNullable<T>
  >`CASE WHEN ${users.role} = ${user.role} AND ${users.isActive} = ${user.isActive ? 1 : 0} AND ${users.deletedAt} IS NULL
    AND EXISTS (SELECT 1 FROM users AS acting WHERE acting.id = ${actor.id} AND acting.role = ${actor.role} AND acting.is_active = 1)
    THEN ${value} END` as SQL<NonNullable<T>>;

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
