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
