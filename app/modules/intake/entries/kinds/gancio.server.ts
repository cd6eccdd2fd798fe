import { readTitleStatus } from "../../fields/read-status";
import { htmlText } from "../../text/html-text";
import { EMPTY_FOUND_EVENT } from "../found-event";
import { isJson, type Json, numberIn, textIn } from "../linked-data";
import { type SourceItem, type SourceReader, snippetOf } from "../source-item";
import { listIn, parseJson } from "./json-parts";

/**
 * A Gancio instance by its public API (`/api/events`): times in Unix seconds, a place with
 * coordinates, tags, pictures. Occurrences of a recurrent event have ids of their own and stay
 * single events.
 */
export const gancio: SourceReader = {
  accept: "application/json",
  types: /json/,
  isComplete: true,
  request: (url) => ({
    url: url.pathname.startsWith("/api/") ? url.href : new URL("/api/events", url).href,
  }),
  read({ text, url }) {
    const answer = parseJson(text);
    const list = Array.isArray(answer) ? answer : isJson(answer) ? listIn(answer.events) : [];
    const items = list.flatMap((event) => (isJson(event) ? (itemOf(event, url) ?? []) : []));
    return { items, leftOut: list.length - items.length, follow: [] };
  },
};

const isoOfSeconds = (value: unknown): string | null => {
  const seconds = numberIn(value);
  return seconds === null || seconds <= 0 || seconds > 1e11
    ? null
    : new Date(seconds * 1000).toISOString();
};

function itemOf(event: Json, url: URL): SourceItem | null {
  const written = htmlText(textIn(event.title));
  const startsAt = isoOfSeconds(event.start_datetime);
  if (written === null || startsAt === null) return null;
  const title = readTitleStatus(written);
  const place = isJson(event.place) ? event.place : {};
  const [latitude, longitude] = [place.latitude, place.longitude].map((value) =>
    numberIn(typeof value === "string" ? Number(value) : value),
  );
  const page = new URL(`/event/${textIn(event.slug) ?? String(event.id)}`, url).href;
  const [media] = listIn(event.media);
  const file = isJson(media) ? textIn(media.url) : textIn(event.image_path);
  const online = listIn(event.online_locations).flatMap((link) => textIn(link) ?? [])[0];
  return {
    id: event.id === undefined ? page : `${url.host}/${String(event.id)}`,
    url: page,
    isCancelled: event.status === "cancelled" || title.status === "cancelled",
    found: {
      ...EMPTY_FOUND_EVENT,
      ...title,
      description: htmlText(textIn(event.description)),
      venue: textIn(place.name) === "online" ? null : textIn(place.name),
      address: textIn(place.address),
      latitude: latitude ?? null,
      longitude: longitude ?? null,
      startsAt,
      endsAt: isoOfSeconds(event.end_datetime),
      ticketUrl: page,
      imageUrl:
        file === null ? null : new URL(/^https?:/.test(file) ? file : `/media/${file}`, url).href,
      tags: listIn(event.tags).flatMap((tag) => textIn(isJson(tag) ? tag.tag : tag) ?? []),
      ...(online && {
        others: {
          onlineUrl: online,
          attendance: textIn(place.name) === "online" ? ("online" as const) : ("hybrid" as const),
        },
      }),
    },
    snippet: snippetOf(event),
  };
}
