import { LOCALES, type Locale } from "../../i18n/locale";

const CARD_SUBJECTS = ["events", "cities", "collections", "weeks", "venues", "organizers"] as const;
type CardSubject = (typeof CARD_SUBJECTS)[number];

export type CardForm = "card" | "story" | "poster";

/** The address of a card for sharing, in its parts. */
export interface CardAddress {
  of: CardSubject;
  /** An id, a city's slug, or that of `weekCardId`. */
  id: string;
  version: string;
  locale: Locale;
  form: CardForm;
}

const ADDRESS = new RegExp(
  `^/cards/(${CARD_SUBJECTS.join("|")})/([a-z0-9-]{1,80})/([0-9a-z]{1,20})-(${LOCALES.join("|")})(?:\\.png|-(story)\\.png|-(poster)\\.svg)$`,
);

/** A city's slug and the key of a week: `tehran-1405-35`. */
export const weekCardId = (slug: string, key: string) => `${slug}-${key}`;

/** Null unless it is a week of a city. */
export function parseWeekCardId(id: string): { slug: string; key: string } | null {
  const [, slug, key] = /^(.+)-(\d{4}-\d{2})$/.exec(id) ?? [];
  return slug && key ? { slug, key } : null;
}

/** `/cards/events/<id>/<version>-fa.png`, `…-fa-story.png`, `…-fa-poster.svg`. */
export function cardPath({ of, id, version, locale, form }: CardAddress): string {
  const end = form === "card" ? ".png" : form === "story" ? "-story.png" : "-poster.svg";
  return `/cards/${of}/${id}/${version}-${locale}${end}`;
}

/** Null for anything else than the address of a card; posters and stories are of events alone. */
export function parseCardPath(path: string): CardAddress | null {
  const [, of, id = "", version = "", locale, story, poster] = ADDRESS.exec(path) ?? [];
  if (!of) return null;
  const form = poster ? "poster" : story ? "story" : "card";
  if (form !== "card" && of !== "events") return null;
  return { of: of as CardSubject, id, version, locale: locale as Locale, form };
}
