import { eq } from "drizzle-orm";
import { translatorFor } from "~/i18n/messages.server";
import { formatTime, USUAL_ZONE } from "~/lib/dates/dates.server";
import { HOUR } from "~/lib/dates/durations";
import type { Deps } from "~/lib/deps";
import type { ReviewContext } from "~/modules/moderation/review-case.server";
import { autoHidingPauses } from "../../../db/schema";

type PauseReader = Pick<ReviewContext, "locale" | "timeZone">;

const hourNow = ({ clock }: Pick<Deps, "clock">) => Math.floor(clock.now() / HOUR) * HOUR;

/** The statement that reads whether reports hide nothing more in the present hour. */
export const pausesNow = (deps: Pick<Deps, "db" | "clock">) =>
  deps.db
    .select({ hour: autoHidingPauses.hour })
    .from(autoHidingPauses)
    .where(eq(autoHidingPauses.hour, hourNow(deps)));

/** The pause of automatic hiding in words; null where there is none. */
export function presentPause([pause]: { hour: number }[], { locale, timeZone }: PauseReader): string | null {
  if (!pause) return null;
  return translatorFor(locale)("moderation:reports.paused", { time: formatTime(pause.hour + HOUR, timeZone ?? USUAL_ZONE, locale) });
}
