import ICAL from "ical.js";
import { Temporal } from "temporal-polyfill";
import { isTimeZone } from "../../../lib/dates/time-zone";
import { isFollowable } from "../../schedule/recurrence";

/** Values are parsed lazily; an invalid one counts as missing. */
export function unlessBroken<T>(read: () => T): T | null {
  try {
    return read();
  } catch {
    return null;
  }
}

/** The text of a property; null for none. */
export const entryText = (entry: ICAL.Component, name: string): string | null =>
  unlessBroken(() => {
    const value = entry.getFirstPropertyValue(name);
    return value === null || value === undefined ? null : String(value).trim() || null;
  });

/** A time of an entry, as it is meant. */
export interface EntryTime {
  at: string;
  isDate: boolean;
}

/**
 * A time as it is meant: UTC, wall time of a zone that is known by name or described in the file,
 * or floating.
 */
export const timeOfEntry = (entry: ICAL.Component, name: string): EntryTime | null =>
  unlessBroken(() => timeIn(entry, name));

function timeIn(entry: ICAL.Component, name: string): EntryTime | null {
  const property = entry.getFirstProperty(name);
  const value = property?.getFirstValue();
  if (!property || !(value instanceof ICAL.Time)) return null;
  const wall = value.toString().replace(/Z$/, "");
  if (value.isDate) return { at: `${wall.slice(0, 10)}T00:00`, isDate: true };
  if (value.toString().endsWith("Z")) return { at: `${wall}Z`, isDate: false };
  const zone = property.getParameter("tzid");
  if (typeof zone === "string" && isTimeZone(zone)) {
    const instant = Temporal.PlainDateTime.from(wall).toZonedDateTime(zone).toInstant();
    return { at: instant.toString(), isDate: false };
  }
  if (
    typeof zone === "string" &&
    value.zone &&
    value.zone.tzid !== "floating" &&
    isFollowable(value.zone.component)
  )
    return { at: `${value.toJSDate().toISOString().slice(0, 19)}Z`, isDate: false };
  return { at: wall, isDate: false };
}

/** The end of an entry that states its length; null for none. */
export function afterDuration(start: EntryTime | null, duration: string | null): EntryTime | null {
  if (!start || !duration) return null;
  return unlessBroken(() => {
    const length = Temporal.Duration.from(duration);
    const at = start.at.endsWith("Z")
      ? Temporal.Instant.from(start.at).toZonedDateTimeISO("UTC").add(length).toInstant().toString()
      : Temporal.PlainDateTime.from(start.at).add(length).toString({ smallestUnit: "second" });
    return { at, isDate: start.isDate };
  });
}

/** Whether a program wrote whole days as hours: from midnight to midnight, or by a property. */
export function isWholeDays(entry: ICAL.Component): boolean {
  const clock = (name: string) => entryText(entry, name)?.slice(11, 16);
  const day = (name: string) => entryText(entry, name)?.slice(0, 10) ?? "";
  return (
    clock("dtstart") === "00:00" &&
    (/^TRUE$/i.test(entryText(entry, "x-microsoft-cdo-alldayevent") ?? "") ||
      (clock("dtend") === "00:00" && day("dtend") > day("dtstart")))
  );
}

/** The time of a property, of whole days as the day alone. */
export function entryTime(entry: ICAL.Component, name: string, isWhole: boolean): EntryTime | null {
  const day = isWhole ? entryText(entry, name)?.slice(0, 10) : undefined;
  return day ? { at: `${day}T00:00`, isDate: true } : timeOfEntry(entry, name);
}
