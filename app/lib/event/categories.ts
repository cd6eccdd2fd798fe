import type { IconName } from "~/lib/icon-names";
import { FAMILY_COLORS } from "../drawing/palette";

export type CategoryFamily = keyof typeof FAMILY_COLORS;

/**
 * The categories of product.md §9: its heading says 25 and it lists 26; all are shipped. Data in
 * both languages: `name` is the English one and the key.
 */
export const CATEGORIES = [
  { name: "Workshop", slug: "workshop", fa: "کارگاه", family: "mes", icon: "tools" },
  {
    name: "Movie Screening",
    slug: "movie-screening",
    fa: "نمایش فیلم",
    family: "sormeh",
    icon: "device-tv",
  },
  { name: "Festival", slug: "festival", fa: "جشنواره", family: "anar", icon: "confetti" },
  { name: "Talk", slug: "talk", fa: "گفت‌وگو و سخنرانی", family: "lajvard", icon: "microphone-2" },
  { name: "Theater", slug: "theater", fa: "تئاتر", family: "bademjan", icon: "masks-theater" },
  { name: "Community", slug: "community", fa: "دورهمی", family: "pesteh", icon: "users-group" },
  {
    name: "Art Exhibition",
    slug: "art-exhibition",
    fa: "نمایشگاه هنر",
    family: "firoozeh",
    icon: "palette",
  },
  { name: "Concert", slug: "concert", fa: "کنسرت", family: "lajvard", icon: "music" },
  { name: "Music", slug: "music", fa: "موسیقی", family: "firoozeh", icon: "vinyl" },
  { name: "Dance", slug: "dance", fa: "رقص و حرکت", family: "gol", icon: "shoe" },
  {
    name: "Food & Drink",
    slug: "food-drink",
    fa: "خوراک و نوشیدنی",
    family: "zafaran",
    icon: "tools-kitchen-2",
  },
  { name: "Sports", slug: "sports", fa: "ورزش", family: "pesteh", icon: "ball-football" },
  { name: "Networking", slug: "networking", fa: "شبکه‌سازی", family: "sormeh", icon: "affiliate" },
  { name: "Comedy", slug: "comedy", fa: "کمدی", family: "zafaran", icon: "mood-happy" },
  { name: "Film", slug: "film", fa: "سینما", family: "sormeh", icon: "movie" },
  { name: "Literature", slug: "literature", fa: "ادبیات", family: "gol", icon: "book-2" },
  { name: "Technology", slug: "technology", fa: "فناوری", family: "firoozeh", icon: "cpu" },
  { name: "Business", slug: "business", fa: "کسب‌وکار", family: "lajvard", icon: "briefcase" },
  {
    name: "Health & Wellness",
    slug: "health-wellness",
    fa: "سلامت و تندرستی",
    family: "pesteh",
    icon: "yoga",
  },
  { name: "Fashion", slug: "fashion", fa: "مُد و پوشاک", family: "gol", icon: "hanger" },
  { name: "Gaming", slug: "gaming", fa: "بازی", family: "bademjan", icon: "device-gamepad-2" },
  { name: "Charity", slug: "charity", fa: "نیکوکاری", family: "anar", icon: "heart-handshake" },
  { name: "Education", slug: "education", fa: "آموزش", family: "lajvard", icon: "school" },
  {
    name: "Kids & Family",
    slug: "kids-family",
    fa: "کودک و خانواده",
    family: "gol",
    icon: "balloon",
  },
  { name: "Outdoors", slug: "outdoors", fa: "طبیعت‌گردی", family: "pesteh", icon: "mountain" },
  { name: "Nightlife", slug: "nightlife", fa: "شب‌گردی", family: "sormeh", icon: "moon-stars" },
] as const satisfies readonly {
  name: string;
  slug: string;
  fa: string;
  family: CategoryFamily;
  icon: IconName;
}[];

export type Category = (typeof CATEGORIES)[number];
export type CategoryName = Category["name"];

export const CATEGORY_NAMES = CATEGORIES.map((category) => category.name);

export function findCategory(nameOrSlug: string): Category | undefined {
  const wanted = nameOrSlug.trim().toLowerCase();
  return CATEGORIES.find(({ name, slug }) => slug === wanted || name.toLowerCase() === wanted);
}

/** The colour of the leading category, hex. */
export function categoryColor(name: string | undefined): string {
  const category = name === undefined ? undefined : findCategory(name);
  return FAMILY_COLORS[category?.family ?? "firoozeh"];
}
