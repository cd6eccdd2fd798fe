import * as v from "valibot";
import { type Locale, localized } from "../../app/i18n/locale";
import { findCategory } from "../../app/lib/event/categories";
import { paths } from "../../app/lib/paths";
import { fenceText } from "../../app/lib/text/fence-text";
import { type EventJson, OccurrenceJson } from "../../app/modules/events/event-json-schema";

const { note: _note, ...dateEntries } = OccurrenceJson.pipe[0].entries;

const BriefEvent = v.object({
  id: v.string(),
  title: v.string(),
  startsAt: v.string(),
  endsAt: v.string(),
  allDay: v.boolean(),
  city: v.string(),
  venue: v.string(),
  address: v.string(),
  organizer: v.string(),
  price: v.nullable(v.number()),
  currency: v.string(),
  categories: v.array(v.string()),
  lifecycle: v.string(),
  onlineUrl: v.nullable(v.string()),
  url: v.string(),
});
type BriefEvent = v.InferOutput<typeof BriefEvent>;

const note = v.string();

/** The answers of the tools. */
export const EventsAnswer = v.object({ note, events: v.array(BriefEvent), hasMore: v.boolean() });
export const EventAnswer = v.object({
  note,
  event: v.object({
    ...BriefEvent.entries,
    description: v.string(),
    occurrences: v.array(v.object({ ...dateEntries, note: v.string() })),
  }),
});
export const CitiesAnswer = v.object({
  cities: v.array(
    v.object({
      slug: v.string(),
      name: v.string(),
      country: v.string(),
      timeZone: v.string(),
    }),
  ),
});
export const DraftAnswer = v.object({ id: v.string(), url: v.string() });

interface BothTexts {
  en: string | null;
  fa: string | null;
}

/** A text of an organizer in one language, fenced; empty without one. */
export function quoted(text: BothTexts | null, locale: Locale): string {
  const said = text ? localized({ en: text.en ?? "", fa: text.fa }, locale) : "";
  return said && fenceText(said);
}

/** An event for a model, in one language. What its organizer wrote is fenced. */
export function briefEvent(event: EventJson, locale: Locale, origin: string): BriefEvent {
  const quote = (text: BothTexts | null) => quoted(text, locale);
  return {
    id: event.id,
    title: quote(event.title),
    startsAt: event.startsAt,
    endsAt: event.endsAt,
    allDay: event.allDay,
    city: localized(event.city.name, locale),
    venue: quote(event.venue),
    address: quote(event.address),
    organizer: quote(event.organizer),
    price: event.price,
    currency: event.currency,
    categories: event.categories.map((name) => {
      const category = findCategory(name);
      return category ? localized({ en: category.name, fa: category.fa }, locale) : name;
    }),
    lifecycle: event.lifecycle,
    onlineUrl: event.onlineUrl && fenceText(event.onlineUrl),
    url: `${origin}${paths.inLanguage(paths.event(event.id), locale)}`,
  };
}
