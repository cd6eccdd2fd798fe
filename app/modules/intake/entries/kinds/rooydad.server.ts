import { ANSWER_FIELD_NAMES } from "../../../../lib/event/field-groups";
import { readSchedule } from "../../../schedule/schedule-schema";
import { EMPTY_FOUND_EVENT } from "../found-event";
import { isJson, type Json, numberIn, textIn } from "../linked-data";
import { type SourceItem, type SourceReader, snippetOf } from "../source-item";
import { listIn, parseJson } from "./json-parts";

const both = (value: unknown) => ({
  en: isJson(value) ? textIn(value.en) : textIn(value),
  fa: isJson(value) ? textIn(value.fa) : null,
});

/**
 * Another Rooydad by its public API (`/api/v1/events`), page by page. An address of its site is
 * enough; `?city=` in it chooses the city. Cancelled events are cancelled; postponed ones keep
 * their date until they have a new one.
 */
export const rooydad: SourceReader = {
  accept: "application/json",
  types: /json/,
  isComplete: true,
  request(url, { citySlug }) {
    if (url.pathname.startsWith("/api/v1/events")) return { url: url.href };
    const city = url.searchParams.get("city") ?? citySlug;
    return { url: new URL(`/api/v1/events?city=${encodeURIComponent(city)}&limit=100`, url).href };
  },
  read({ text, url }) {
    const answer = parseJson(text);
    const list = isJson(answer) ? listIn(answer.items ?? answer.data) : [];
    const items = list.flatMap((event) => (isJson(event) ? (itemOf(event, url) ?? []) : []));
    const cursor = isJson(answer) ? textIn(answer.nextCursor) : null;
    const next = new URL(url);
    if (cursor) next.searchParams.set("cursor", cursor);
    return { items, leftOut: list.length - items.length, follow: cursor ? [next.href] : [] };
  },
};

function itemOf(event: Json, url: URL): SourceItem | null {
  const id = textIn(event.id);
  const title = both(event.title);
  const startsAt = textIn(event.startsAt);
  if (id === null || (title.en ?? title.fa) === null || startsAt === null) return null;
  const [description, venue, address, organizer] = [
    both(event.description),
    both(event.venue),
    both(event.address),
    both(event.organizer),
  ];
  const page = new URL(`/events/${id}`, url).href;
  const read = isJson(event.schedule) ? readSchedule(event.schedule) : null;
  const image = textIn(event.imageUrl);
  return {
    id,
    url: page,
    isCancelled: event.lifecycle === "cancelled" || event.status === "cancelled",
    fa: { title: title.fa, description: description.fa, venue: venue.fa, address: address.fa },
    found: {
      ...EMPTY_FOUND_EVENT,
      title: title.en ?? title.fa,
      description: description.en,
      venue: venue.en,
      address: address.en,
      organizer: organizer.en ?? organizer.fa,
      latitude: numberIn(event.latitude),
      longitude: numberIn(event.longitude),
      startsAt,
      endsAt: textIn(event.endsAt),
      allDay: event.allDay === true,
      timeZone: textIn(event.timeZone),
      readSchedule: read && "schedule" in read ? () => read : null,
      price: numberIn(event.price),
      currency: textIn(event.currency),
      ticketUrl: textIn(event.ticketUrl) ?? page,
      // A drawn cover is ours to draw.
      imageUrl:
        image && /\/media\//.test(image) && URL.canParse(image, url)
          ? new URL(image, url).href
          : null,
      categories: listIn(event.categories).flatMap((name) => textIn(name) ?? []),
      tags: listIn(event.tags).flatMap((tag) => textIn(tag) ?? []),
      others: Object.fromEntries(ANSWER_FIELD_NAMES.map((name) => [name, event[name]])),
    },
    snippet: snippetOf(event),
  };
}
