import { meetingUrl } from "../../fields/online-place";
import { readTitleStatus } from "../../fields/read-status";
import { htmlText } from "../../text/html-text";
import { EMPTY_FOUND_EVENT } from "../found-event";
import { isJson, type Json, textIn } from "../linked-data";
import { type SourceItem, type SourceReader, snippetOf } from "../source-item";
import { listIn, parseJson } from "./json-parts";

const FIELDS = `id uuid url title description beginsOn endsOn status onlineAddress
  picture { url } tags { title } options { showStartTime timezone isOnline } attributedTo { name } organizerActor { name }
  physicalAddress { description street locality region country geom }`;

/**
 * A Mobilizon instance or one of its groups (`/@group`) by its public GraphQL API. Confirmed and
 * tentative events are taken, cancelled ones cancel. A time that is hidden there is a whole day
 * here.
 */
export const mobilizon: SourceReader = {
  accept: "application/json",
  types: /json/,
  isComplete: true,
  request(url, { now }) {
    const group = /^\/@([\w.@-]{1,100})/.exec(url.pathname)?.[1];
    const after = new Date(now).toISOString();
    const query = group
      ? `{ group(preferredUsername: ${JSON.stringify(group)}) { organizedEvents(afterDatetime: "${after}", limit: 100) { elements { ${FIELDS} } } } }`
      : `{ searchEvents(beginsOn: "${after}", limit: 100) { elements { ${FIELDS} } } }`;
    return { url: new URL("/api", url).href, body: JSON.stringify({ query }) };
  },
  read({ text }) {
    const answer = parseJson(text);
    const data = isJson(answer) && isJson(answer.data) ? answer.data : {};
    const group = isJson(data.group) ? data.group.organizedEvents : null;
    const holder = [data.searchEvents, group, data.events].find(isJson);
    const list = listIn(holder?.elements);
    const items = list.flatMap((event) => (isJson(event) ? (itemOf(event) ?? []) : []));
    return { items, leftOut: list.length - items.length, follow: [] };
  },
};

function itemOf(event: Json): SourceItem | null {
  const written = htmlText(textIn(event.title));
  const startsAt = textIn(event.beginsOn);
  const id = textIn(event.uuid) ?? textIn(event.url);
  if (written === null || startsAt === null || id === null) return null;
  const place = isJson(event.physicalAddress) ? event.physicalAddress : {};
  const options = isJson(event.options) ? event.options : {};
  const [longitude, latitude] = (textIn(place.geom) ?? "").split(";").map(Number);
  const hasPosition =
    textIn(place.geom) !== null && Number.isFinite(latitude) && Number.isFinite(longitude);
  const street =
    [place.street, place.locality, place.region].map(textIn).filter(Boolean).join(", ") || null;
  const host = [event.attributedTo, event.organizerActor].find(
    (one) => isJson(one) && textIn(one.name),
  ) as Json | undefined;
  const isOnline = options.isOnline === true;
  const address = textIn(event.onlineAddress);
  // Of an event with a place, the field holds its page or tickets.
  const meeting = isOnline ? address : meetingUrl(address);
  const title = readTitleStatus(written);
  return {
    id,
    url: textIn(event.url),
    isCancelled: event.status === "CANCELLED" || title.status === "cancelled",
    found: {
      ...EMPTY_FOUND_EVENT,
      ...title,
      ...(event.status === "TENTATIVE" && { status: "tentative" as const }),
      description: htmlText(textIn(event.description)),
      venue: textIn(place.description),
      address: street,
      locality: textIn(place.locality) ? { city: textIn(place.locality), country: null } : null,
      organizer: host ? textIn(host.name) : null,
      latitude: hasPosition ? (latitude as number) : null,
      longitude: hasPosition ? (longitude as number) : null,
      startsAt,
      endsAt: textIn(event.endsOn),
      allDay: options.showStartTime === false,
      timeZone: textIn(options.timezone),
      ticketUrl: (meeting === null ? address : null) ?? textIn(event.url),
      imageUrl: isJson(event.picture) ? textIn(event.picture.url) : null,
      tags: listIn(event.tags).flatMap((tag) => (isJson(tag) ? (textIn(tag.title) ?? []) : [])),
      others: {
        ...(meeting !== null && /^https:/.test(meeting) && { onlineUrl: meeting }),
        ...(isOnline
          ? { attendance: "online" as const }
          : meeting !== null && { attendance: "hybrid" as const }),
      },
    },
    snippet: snippetOf(event),
  };
}
