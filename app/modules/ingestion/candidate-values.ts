import { addDays } from "../../lib/dates/days";
import { webUrl } from "../../lib/http/web-url";
import { ANSWER_FIELD_NAMES, EMPTY_EVENT_VALUES, type EventValues, pickFields, type WrittenText } from "../events/event-fields";
import type { ParsedEvent } from "./parser/parsed-event";

/** A candidate as it is kept: what the parser understood, what a known venue lent, and what editors corrected. */
export interface CandidateValues extends Omit<ParsedEvent, "index" | "valid" | "duplicateOf"> {
  venueFa: string | null;
  addressFa: string | null;
  latitude: number | null;
  longitude: number | null;
}

/** How long lasts what says no end, hours. */
const USUAL_HOURS = 2;
const TAGS_MAX = 10;
const TAG_MAX = 40;

const count = (text: string, script: RegExp): number => text.match(script)?.length ?? 0;

/** Whether a text is written in the Persian script for the most part. */
export const isPersian = (text: string): boolean => count(text, /\p{Script=Arabic}/gu) > count(text, /\p{Script=Latin}/gu);

/** Which of two texts is the English one: sources put Persian into the plain field. */
function inBoth(plain: string | null, fa: string | null): WrittenText {
  if (plain !== null && isPersian(plain))
    return { en: fa !== null && !isPersian(fa) ? fa : null, fa: fa !== null && isPersian(fa) ? fa : plain };
  return { en: plain, fa };
}

/** Where there is no English, the Persian stands for it too: names and descriptions, never titles. */
const withEither = ({ en, fa }: WrittenText): WrittenText => ({ en: en ?? fa, fa });

/** A parsed event as a new candidate. */
export function candidateValuesOf({ index: _index, valid: _valid, duplicateOf: _duplicateOf, ...event }: ParsedEvent): CandidateValues {
  return { ...event, venueFa: null, addressFa: null, latitude: null, longitude: null };
}

/** The city's wall time an hour count later; across midnight it is the next day's. */
function hoursLater(date: string, time: string, hours: number): string {
  const minutes = Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5)) + hours * 60;
  const pad = (value: number) => String(value).padStart(2, "0");
  const day = addDays(date, Math.floor(minutes / 1440));
  return `${day}T${pad(Math.floor((minutes % 1440) / 60))}:${pad(minutes % 60)}`;
}

function timesOf({ date, time, endDate, endTime }: CandidateValues): Pick<EventValues, "startsAt" | "endsAt" | "allDay"> {
  if (date === null) return { startsAt: null, endsAt: null, allDay: false };
  // A whole day ends with its midnight, which is the beginning of the next one.
  const lastMidnight = `${addDays(endDate ?? date, 1)}T00:00`;
  if (time === null) return { startsAt: `${date}T00:00`, endsAt: lastMidnight, allDay: true };
  const startsAt = `${date}T${time}`;
  if (endTime !== null) return { startsAt, endsAt: `${endDate ?? date}T${endTime}`, allDay: false };
  const isLong = endDate !== null && endDate !== date;
  return { startsAt, endsAt: isLong ? lastMidnight : hoursLater(date, time, USUAL_HOURS), allDay: false };
}

/**
 * The event that a candidate would become, in the names of the event form. Without an end it lasts two hours, without a
 * time the whole day; where only Persian is known of venue and description, it stands for the English.
 * @param city its slug
 */
export function eventValuesOf(values: CandidateValues, city: string): EventValues {
  const image = values.imageUrl;
  const isShowable = image !== null && (image.startsWith("/media/") || webUrl(image)?.protocol === "https:");
  return {
    ...EMPTY_EVENT_VALUES,
    ...pickFields(values, ANSWER_FIELD_NAMES),
    title: inBoth(values.title, values.titleFa),
    description: withEither(inBoth(values.description, values.descriptionFa)),
    venue: withEither(inBoth(values.venue, values.venueFa)),
    address: inBoth(values.address, values.addressFa),
    organizer: inBoth(values.organizer, null),
    city,
    latitude: values.latitude,
    longitude: values.longitude,
    ...timesOf(values),
    price: values.free ? 0 : values.price,
    currency: values.currency,
    ticketUrl: values.url !== null && webUrl(values.url) ? values.url : null,
    imageUrl: isShowable ? image : null,
    categories: values.category === null ? [] : [values.category],
    tags: [...new Set(values.tags.map((tag) => [...tag].slice(0, TAG_MAX).join("").trim()).filter(Boolean))].slice(0, TAGS_MAX),
  };
}
