/** Interests of users (product.md §9). */
export const INTERESTS = [
  "music",
  "art",
  "sports",
  "tech",
  "food",
  "business",
  "education",
  "health",
  "entertainment",
  "social",
  "outdoor",
  "family",
] as const;
export type Interest = (typeof INTERESTS)[number];

/** Kinds of news (product.md §3). */
export const NOTIFICATION_CATEGORIES = [
  "newEvents",
  "recommendations",
  "savedEvents",
  "collections",
] as const;
export type NotificationCategory = (typeof NOTIFICATION_CATEGORIES)[number];

/** How often at most. */
export const FREQUENCIES = ["instant", "daily", "weekly"] as const;
export type Frequency = (typeof FREQUENCIES)[number];

/** Cities that one may follow. */
export const CITIES_MAX = 50;
