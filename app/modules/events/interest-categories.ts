import type { CategoryName } from "../../lib/event/categories";
import type { Interest } from "../../lib/pages/preference-choices";

/** Event categories of each onboarding interest (product.md §9). */
const INTEREST_CATEGORIES: Readonly<Record<Interest, readonly CategoryName[]>> = {
  music: ["Concert", "Music"],
  art: ["Art Exhibition", "Theater", "Literature", "Fashion"],
  sports: ["Sports"],
  tech: ["Technology", "Gaming"],
  food: ["Food & Drink"],
  business: ["Business", "Networking"],
  education: ["Workshop", "Talk", "Education", "Literature"],
  health: ["Health & Wellness"],
  entertainment: [
    "Movie Screening",
    "Film",
    "Theater",
    "Comedy",
    "Dance",
    "Festival",
    "Gaming",
    "Nightlife",
  ],
  social: ["Community", "Networking", "Charity", "Nightlife"],
  outdoor: ["Outdoors"],
  family: ["Kids & Family"],
};

/** The categories of several interests. */
export const categoriesOfInterests = (interests: readonly string[]): Set<string> =>
  new Set(interests.flatMap((interest) => INTEREST_CATEGORIES[interest as Interest] ?? []));

/** Each category with each interest that it answers to, as SQL takes them: `[category, topic]`. */
export const CATEGORY_TOPICS: readonly (readonly [string, string])[] = Object.entries(
  INTEREST_CATEGORIES,
).flatMap(([interest, categories]) =>
  categories.map((category) => [category, `interest:${interest}`] as const),
);
