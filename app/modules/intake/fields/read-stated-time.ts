import { addDays, isDay } from "../../../lib/dates/days";
import type { EntryFinding } from "../entries/found-event";
import { readMoment } from "./read-moment";

/** A time as a page states it: with an offset an instant, without one wall time. */
export interface StatedTime {
  at: string | null;
  isDate: boolean;
  findings: EntryFinding[];
}

const ISO =
  /^([+-]?\d{4,6})-(\d{2})-(\d{2})(?:[T ](\d{2}:\d{2})(:\d{2})?(?:[.,]\d+)?\s?(Z|[+-]\d{2}(?::?\d{2})?)?)?(?:\[.*\])?$/;
const NOTHING: StatedTime = { at: null, isDate: false, findings: [] };

/**
 * Reads a time of a page: ISO 8601, else as people write it, in either calendar. An impossible one
 * is a finding. @param month YYYY-MM, for days without a year
 */
export function readStatedTime(
  written: string | null,
  field: "date" | "endDate",
  month: string,
): StatedTime {
  if (written === null) return NOTHING;
  const failed = (code: EntryFinding["code"]): StatedTime => ({
    ...NOTHING,
    findings: [{ field, code }],
  });
  const iso = ISO.exec(written.trim());
  // Years of the Solar Hijri calendar are for the reader of people's dates.
  if (iso && Number(iso[1]) > 1_900) {
    const [, year, monthOf, dayOf, time, seconds = "", offset = ""] = iso;
    const day = `${year}-${monthOf}-${dayOf}`;
    if (!isDay(day)) return failed("impossible-date");
    if (time === undefined) return { at: `${day}T00:00`, isDate: true, findings: [] };
    const zone = /^[+-]\d{2}$/.test(offset) ? `${offset}:00` : offset;
    if (time === "24:00")
      return { at: `${addDays(day, 1)}T00:00${zone}`, isDate: false, findings: [] };
    return /^(?:[01]\d|2[0-3]):[0-5]\d$/.test(time)
      ? { at: `${day}T${time}${seconds}${zone}`, isDate: false, findings: [] }
      : failed("impossible-time");
  }
  const epoch = /^(?:1[6-9]\d{8}|1[6-9]\d{11})$/.exec(written.trim())?.[0];
  if (epoch) {
    const at = Number(epoch) * (epoch.length > 10 ? 1 : 1_000);
    return { at: new Date(at).toISOString(), isDate: false, findings: [] };
  }
  const context = {
    city: { slug: "", timeZone: "UTC", currency: "", country: "" },
    month,
    today: "",
  };
  const { dates, times } = readMoment(written, context);
  const findings = [...dates.codes, ...times.codes].map((code): EntryFinding => ({ field, code }));
  if (dates.start === null)
    return {
      ...NOTHING,
      findings: findings.length > 0 ? findings : failed("unreadable-date").findings,
    };
  return times.start === null
    ? { at: `${dates.start}T00:00`, isDate: true, findings }
    : { at: `${dates.start}T${times.start}`, isDate: false, findings };
}
