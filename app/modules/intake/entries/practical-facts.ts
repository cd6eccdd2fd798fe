import { MINUTE } from "../../../lib/dates/durations";
import { EVENT_FIELDS, type EventValues } from "../../../lib/event/event-fields";
import { webUrl } from "../../../lib/http/web-url";
import { isJson, type Json } from "./linked-data";

const objectsOf = (value: unknown): Json[] => [value].flat().filter(isJson);
const isVirtual = (location: unknown): location is Json =>
  isJson(location) && location["@type"] === "VirtualLocation";

/** The place of an event of schema.org, also beside a virtual one; undefined without any. */
export const physicalPlace = (event: Json): unknown =>
  [event.location].flat().find((location) => !isVirtual(location));

/** Minutes from `doorTime` to the start; both have an offset, or neither. */
function doorsBefore({ doorTime, startDate }: Json): number | null {
  if (typeof doorTime !== "string" || typeof startDate !== "string") return null;
  const door = /^\d{2}:\d{2}/.test(doorTime) ? `${startDate.slice(0, 10)}T${doorTime}` : doorTime;
  const hasOffset = (time: string) => /T.*(Z|[+-]\d{2}:?\d{2})$/.test(time);
  const [opens, starts] = [door, startDate].map((time) =>
    Date.parse(hasOffset(time) ? time : `${time}Z`),
  );
  if (opens === undefined || starts === undefined || hasOffset(door) !== hasOffset(startDate))
    return null;
  const minutes = (starts - opens) / MINUTE;
  const { min, max } = EVENT_FIELDS.doorsBefore;
  return Number.isInteger(minutes) && minutes >= min && minutes <= max ? minutes : null;
}

/** Whether an address as written is this one; a relative address is the page's own. */
function isSamePage(url: URL, written: unknown): boolean {
  if (typeof written !== "string") return false;
  const other = URL.canParse(written, url) ? new URL(written, url) : null;
  return (
    other !== null &&
    other.host === url.host &&
    other.pathname === url.pathname &&
    other.search === url.search
  );
}

/**
 * The practical facts of an event of schema.org that are no plain property: online link, doors,
 * sold out, refunds.
 */
export function readPracticalFacts(event: Json): Partial<EventValues> {
  const virtual = [event.location].flat().find(isVirtual);
  const url = webUrl(typeof virtual?.url === "string" ? virtual.url : null);
  const offers = objectsOf(event.offers);
  const ends = (value: unknown, name: string) => typeof value === "string" && value.endsWith(name);
  const isFinal = objectsOf(offers[0]?.hasMerchantReturnPolicy).some(({ returnPolicyCategory }) =>
    ends(returnPolicyCategory, "MerchantReturnNotPermitted"),
  );
  return {
    doorsBefore: doorsBefore(event),
    soldOut: offers.length > 0 && offers.every(({ availability }) => ends(availability, "SoldOut")),
    refundPolicy: isFinal ? "no-refunds" : null,
    ...(virtual && { attendance: physicalPlace(event) === undefined ? "online" : "hybrid" }),
    // The page of the event is no link for taking part.
    ...(url?.protocol === "https:" && !isSamePage(url, event.url) && { onlineUrl: url.href }),
  };
}
