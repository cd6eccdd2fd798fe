import * as v from "valibot";
import { TimeZone } from "../../../lib/dates/time-zone";
import {
  CITIES_MAX,
  FREQUENCIES,
  INTERESTS,
  NOTIFICATION_CATEGORIES,
} from "../../../lib/pages/preference-choices";
import { DisplayName } from "../schema";

const Slug = v.pipe(v.string(), v.regex(/^[a-z0-9-]{1,60}$/));

/**
 * Profile fields that users change themselves; null follows the browser. Unknown fields are
 * rejected (ASVS 15.3.3).
 */
export const Profile = v.strictObject({
  displayName: DisplayName,
  preferredLanguage: v.nullable(v.picklist(["en", "fa"])),
  theme: v.nullable(v.picklist(["light", "dark"])),
  calendar: v.nullable(v.picklist(["jalali", "gregorian"])),
  timeZone: v.nullable(TimeZone),
  homeCity: v.nullable(Slug),
});
export type Profile = v.InferOutput<typeof Profile>;

/** Forms of /account; each saves its own fields. */
export const Name = v.pick(Profile, ["displayName"]);
export const Display = v.omit(Profile, ["displayName", "homeCity"]);

const unique = <T>(list: T[]): T[] => [...new Set(list)];

const NotificationPreferences = v.pipe(
  v.object({
    emailEnabled: v.boolean(),
    pushEnabled: v.boolean(),
    categories: v.pipe(v.array(v.picklist(NOTIFICATION_CATEGORIES)), v.transform(unique)),
    frequency: v.picklist(FREQUENCIES),
  }),
  v.metadata({ ref: "NotificationPreferences" }),
);

/**
 * Preferences for notifications and recommendations (product.md §2, onboarding and preferences).
 * All may be empty.
 */
export const Preferences = v.strictObject({
  interests: v.pipe(v.array(v.picklist(INTERESTS)), v.transform(unique)),
  cities: v.pipe(v.array(Slug), v.transform(unique), v.maxLength(CITIES_MAX)),
  notificationPreferences: NotificationPreferences,
});
export type Preferences = v.InferOutput<typeof Preferences>;

/**
 * Body of PUT /users/profile: any subset of both, and `onboardingCompleted`, which cannot be undone:
 * `false`, as GET gives it before, changes nothing (product.md §4).
 */
export const ProfileUpdate = v.partial(
  v.strictObject({
    ...Profile.entries,
    ...Preferences.entries,
    onboardingCompleted: v.boolean(),
  }),
);
export type ProfileUpdate = v.InferOutput<typeof ProfileUpdate>;

export type Tier = "low trust" | "new user" | "regular" | "trusted";

/** Trust tier of a score (decisions.md §4). */
export function tierOf(trustScore: number): Tier {
  if (trustScore < 0) return "low trust";
  if (trustScore < 20) return "new user";
  return trustScore < 60 ? "regular" : "trusted";
}
