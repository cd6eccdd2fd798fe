import { eq } from "drizzle-orm";
import { translatorFor } from "~/i18n/messages.server";
import { formatTime, USUAL_ZONE } from "~/lib/dates/dates.server";
import { HOUR } from "~/lib/dates/durations";
import type { Deps } from "~/lib/deps";
import type { SignedInContext } from "~/lib/http/request-context";
import { autoHidingPauses } from "../../../db/schema";

type PauseReader = Pick<SignedInContext, "locale" | "timeZone">;

const hourNow = ({ clock }: Pick<Deps, "clock">) => Math.floor(clock.now() / HOUR) * HOUR;

/** Statement that reads whether automatic hiding is paused in the current hour. */
export const pausesNow = (deps: Pick<Deps, "db" | "clock">) =>
  deps.db
    .select({ hour: autoHidingPauses.hour })
    .from(autoHidingPauses)
    .where(eq(autoHidingPauses.hour, hourNow(deps)));

/** Localized notice of the pause of automatic hiding, or null. */
export function presentPause(
  [pause]: { hour: number }[],
  { locale, timeZone }: PauseReader,
): string | null {
  if (!pause) return null;
  return translatorFor(locale)("moderation:reports.paused", {
    time: formatTime(pause.hour + HOUR, timeZone ?? USUAL_ZONE, locale),
  });
}
