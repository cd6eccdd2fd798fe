import type { Locale } from "../../i18n/locale";

/** Distances below this are said in metres, km. */
const METRES_BELOW = 0.95;
/** Metres are rounded to this: positions are no more exact. */
const STEP = 50;

/** A distance in words: "350 m", "1.2 km", «۱٫۲ کیلومتر». */
export function distanceText(km: number, locale: Locale): string {
  const inMetres = km < METRES_BELOW;
  const value = inMetres ? Math.max(STEP, Math.round((km * 1000) / STEP) * STEP) : km;
  return new Intl.NumberFormat(locale === "fa" ? "fa-IR" : "en-GB", {
    style: "unit",
    unit: inMetres ? "meter" : "kilometer",
    // The short form of Persian has no space.
    unitDisplay: locale === "fa" ? "long" : "short",
    maximumFractionDigits: value < 10 ? 1 : 0,
  }).format(value);
}
