import type { Translate } from "../../i18n/translate";
import { HOUR, MINUTE } from "./durations";

/** The wait where an answer names none, seconds. */
export const USUAL_WAIT = 60;

/** Waits up to this many seconds are shown in seconds. */
const SECONDS = 90;
/** Longer ones than these in hours, ms. */
const MINUTES = 2 * HOUR;

/** How long to wait, as a sentence. @param seconds as in Retry-After */
export function waitText(t: Translate<"common">, seconds: number): string {
  if (seconds <= SECONDS)
    return t("common:tooMany.waitSeconds", { count: Math.max(1, Math.ceil(seconds)) });
  const ms = seconds * 1_000;
  if (ms <= MINUTES) return t("common:tooMany.waitMinutes", { count: Math.ceil(ms / MINUTE) });
  return t("common:tooMany.waitHours", { count: Math.ceil(ms / HOUR) });
}
