import type { Deps } from "../../../lib/deps";
import { AppError } from "../../../lib/errors";
import { type Actor, can } from "../../../lib/permissions";
import { hostsEvent } from "../host-access.server";
import { readShowingKey } from "../registration-statements.server";

/**
 * Whether an account makes door devices of an event, undoes any scan and lets in who is not on the
 * list.
 */
export const runsDoor = async (
  deps: Pick<Deps, "db">,
  actor: Actor | null,
  eventId: string,
): Promise<boolean> =>
  actor !== null && can(actor, "event:submit") && (await hostsEvent(deps, actor.id, eventId));

/**
 * The event of a showing. @throws AppError("not-found") where the account does not run its door
 */
export async function assertRunsDoor(
  deps: Pick<Deps, "db">,
  actor: Actor | null,
  occ: string,
): Promise<string> {
  const { eventId } = readShowingKey(occ);
  if (!(await runsDoor(deps, actor, eventId))) throw new AppError("not-found");
  return eventId;
}
