import { DAY, HOUR } from "../../lib/dates/durations";
import type { Deps } from "../../lib/deps";
import { AppError } from "../../lib/errors";
import { getHostedShowing, type ShowingPhase } from "./showings.server";

/** What a guest is told about a showing that takes no RSVP. */
const REFUSED: Readonly<Record<ShowingPhase, string>> = {
  open: "rsvpSeats",
  line: "rsvpSeats",
  full: "rsvpFull",
  early: "rsvpEarly",
  closed: "rsvpClosed",
  off: "rsvpOff",
};

/** A conflict that says why. @param path the field of a form with the message; "" is the form */
export const refused = (reason: `rsvp${string}`, path = ""): AppError =>
  new AppError("conflict", [{ path, message: `errors:issue.${reason}` }], undefined, {
    message: `errors:issue.${reason}`,
  });

/** Why a showing refuses a place now. */
export async function refusalOf(deps: Pick<Deps, "db" | "clock">, occ: string): Promise<AppError> {
  const { phase } = await getHostedShowing(deps, occ);
  return refused(REFUSED[phase] as `rsvp${string}`);
}

/** The refusal of a guarded statement about a registration of this showing. */
export const refusalsOf = (deps: Pick<Deps, "db" | "clock">, occ: string) => ({
  "registrations.state": () => refusalOf(deps, occ),
});

/** Hours of the evening and the morning, local time, between which no offer ends. */
const NIGHT = { from: 23, to: 8 } as const;

/** How long an offer stands, by the time to the start, ms; the longest first. */
const WINDOWS = [
  { from: 3 * DAY, lasts: DAY },
  { from: DAY, lasts: 6 * HOUR },
  { from: 3 * HOUR, lasts: HOUR },
] as const;

/**
 * When an offer of free seats ends: after 24, 6 or 1 hours, and in the morning if that is at night
 * while the start is more than a day away. Null shortly before the start, when free seats are open
 * to everyone.
 * @param localHour the hour of an instant where it takes place, 0 to 23 with its fraction
 */
export function offerEnd(
  now: number,
  startsAt: number,
  localHour: (at: number) => number,
): number | null {
  const window = WINDOWS.find(({ from }) => startsAt - now >= from);
  if (!window) return null;
  const end = now + window.lasts;
  const hour = localHour(end);
  if (startsAt - now <= DAY || (hour >= NIGHT.to && hour < NIGHT.from)) return end;
  return end + ((NIGHT.to - hour + 24) % 24) * HOUR;
}
