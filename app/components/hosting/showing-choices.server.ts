import { translatorFor } from "../../i18n/messages.server";
import { formatDate, formatTime, type Reader } from "../../lib/dates/dates.server";
import type { HostedShowing } from "../../modules/hosting/showings.server";

/** A moment in the reader's calendar: "Sat 28 November, 20:00". */
export const showingMoment = (at: number, timeZone: string, reader: Reader): string =>
  translatorFor(reader.locale)("pages:event.dayTime", {
    day: formatDate(at, timeZone, reader, { year: false }),
    time: formatTime(at, timeZone, reader.locale),
  });

/** What a showing's places are, in a few words. */
export function placesText(showing: HostedShowing, timeZone: string, reader: Reader): string {
  const t = translatorFor(reader.locale);
  const { phase, left, waiting, opensAt, needsApproval } = showing;
  if (phase === "early")
    return t("hosting:place.early", { when: showingMoment(opensAt ?? 0, timeZone, reader) });
  if (phase === "line") return t("hosting:place.line", { count: waiting });
  if (phase !== "open") return t(`hosting:place.${phase}`);
  if (needsApproval) return t("hosting:place.asks");
  return left === null ? t("hosting:place.open") : t("hosting:place.left", { count: left });
}

/** The showings of an event to choose from, with their places. */
export const showingChoices = (
  showings: readonly HostedShowing[],
  timeZone: string,
  reader: Reader,
) =>
  showings.map((showing) => ({
    value: showing.originalStart,
    label: showingMoment(showing.startsAt, timeZone, reader),
    help: placesText(showing, timeZone, reader),
    isDisabled: showing.phase !== "open" && showing.phase !== "line",
  }));
