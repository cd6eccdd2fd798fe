import { isTimeZone } from "../../../lib/dates/time-zone";
import windowsZones from "./windows-zones.json";

/** Time zones by their names in Windows: the territory "001" of CLDR 48, windowsZones.json. */
const BY_WINDOWS_NAME = new Map(
  Object.entries(windowsZones).map(([name, zone]) => [name.toLowerCase(), zone]),
);

/** Zones by the city in their names: "Amsterdam" of a label is Europe/Amsterdam. */
let byCity: Map<string, string> | undefined;

function cities(): Map<string, string> {
  byCity ??= new Map(
    Intl.supportedValuesOf("timeZone").map((zone) => [
      (zone.split("/").at(-1) ?? zone).replaceAll("_", " ").toLowerCase(),
      zone,
    ]),
  );
  return byCity;
}

/** Cities of display labels whose names are not those of the zone database. */
const OTHER_CITIES: Readonly<Record<string, string>> = {
  bern: "Europe/Zurich",
  "new delhi": "Asia/Kolkata",
  mumbai: "Asia/Kolkata",
  chennai: "Asia/Kolkata",
  kolkata: "Asia/Kolkata",
  "abu dhabi": "Asia/Dubai",
  edinburgh: "Europe/London",
  "st. petersburg": "Europe/Moscow",
  beijing: "Asia/Shanghai",
  osaka: "Asia/Tokyo",
  "coordinated universal time": "UTC",
};

/** Hours and minutes that a label states: "(UTC+03:30) Tehran". */
const LABEL = /^\(?(?:UTC|GMT)\s*([+\-−–]\s?\d{1,2}(?::?\d{2})?)?\)?\s*(.*)$/i;

/** Minutes that a zone is ahead of UTC in winter of the northern half; null for no zone. */
function standardOffset(zone: string): number | null {
  const text = new Intl.DateTimeFormat("en", { timeZone: zone, timeZoneName: "longOffset" })
    .formatToParts(Date.UTC(2026, 0, 15))
    .find(({ type }) => type === "timeZoneName")?.value;
  const [, sign = "+", hours = "0", minutes = "0"] =
    /GMT(?:([+-])(\d{2}):(\d{2}))?/.exec(text ?? "") ?? [];
  return (sign === "-" ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
}

function minutesOf(offset: string): number {
  const [, sign = "+", hours = "0", minutes = "0"] =
    /([+\-−–])\s?(\d{1,2}):?(\d{2})?/.exec(offset) ?? [];
  return (sign === "+" ? 1 : -1) * (Number(hours) * 60 + Number(minutes || 0));
}

/** An offset as a zone: "+03:30". */
function offsetZone(minutes: number): string {
  const pad = (value: number) => String(value).padStart(2, "0");
  const size = Math.abs(minutes);
  return `${minutes < 0 ? "-" : "+"}${pad(Math.floor(size / 60))}:${pad(size % 60)}`;
}

/** The zone of a display label, as Windows and Outlook write it. */
function ofLabel(name: string): string | null {
  const [, offset, rest = ""] = LABEL.exec(name) ?? [];
  const stated = offset === undefined ? null : minutesOf(offset);
  const named = rest
    .replace(/\(.*\)/, "")
    .split(/[,;]/)
    .map((part) => part.trim().toLowerCase())
    .filter(Boolean);
  for (const city of named) {
    const zone =
      OTHER_CITIES[city] ??
      cities().get(city) ??
      BY_WINDOWS_NAME.get(city) ??
      BY_WINDOWS_NAME.get(city.replace(/ time$/, " standard time"));
    if (zone && (stated === null || standardOffset(zone) === stated)) return zone;
  }
  if (named.length > 0) return null;
  return stated === null ? "UTC" : offsetZone(stated);
}

/**
 * The IANA zone that a name means: an IANA name, also at the end of a path, a name of Windows, or a
 * display label ("(UTC+01:00) Amsterdam, Berlin"). Null for an unknown one.
 */
export function readZone(written: string): string | null {
  const name = written.trim().replace(/^["']|["']$/g, "");
  if (name === "" || name.length > 200) return null;
  if (isTimeZone(name)) return name;
  const windows = BY_WINDOWS_NAME.get(name.toLowerCase());
  if (windows) return windows;
  const parts = name.split("/").filter(Boolean);
  for (const length of [3, 2, 1]) {
    const end = parts.slice(-length).join("/");
    if (parts.length > length && end.includes("/") && isTimeZone(end)) return end;
  }
  return LABEL.test(name) && /^[(]|^(?:UTC|GMT)/i.test(name) ? ofLabel(name) : null;
}
