import * as v from "valibot";
import { CALENDARS, type users } from "../../../../db/schema";
import { FREQUENCIES, NOTIFICATION_CATEGORIES } from "../../../lib/pages/preference-choices";
import { ROLES } from "../../../lib/permissions";
import { tierOf } from "./tier";

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
