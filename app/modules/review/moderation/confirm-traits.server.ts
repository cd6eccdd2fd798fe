import { eq } from "drizzle-orm";
import { events } from "../../../../db/schema";
import type { Deps } from "../../../lib/deps";
import { AppError, staleError } from "../../../lib/errors";
import { ACCESSIBILITY, TRAITS, type TraitKey } from "../../../lib/event/event-fields";
import { type Actor, assertCan } from "../../../lib/permissions";
import { factsOfRow } from "../../authoring/check-values.server";
import { valuesOfEvent } from "../../authoring/event-values.server";
import { getOwnEvent, type OwnEvent, versionOf } from "../../authoring/find-own-event.server";
import { changeEvent } from "../../authoring/save-event.server";
import { openProposals } from "../../events/propose-traits";

/**
 * Proposals of a submitted event that staff can confirm; none while an edit of it exists, which a
 * change would settle.
 */
export function proposalsOf({ event, revision, cities }: OwnEvent & { draft: null }): TraitKey[] {
  const city = cities.get(event.cityId);
  return revision || !city
    ? []
    : openProposals(valuesOfEvent(event, city), event.proposedTraits, city.countryCode);
}

/**
 * Confirms proposed traits as facts of a submitted event, and drops its other proposals
 * (decisions.md §3).
 * @param expectedVersion version that the moderator saw; null skips the check
 * @throws not-found for drafts; conflict if the event changed meanwhile or an edit of it exists
 */
export async function confirmTraits(
  deps: Deps,
  actor: Actor,
  id: string,
  keys: readonly string[],
  expectedVersion: number | null = null,
): Promise<void> {
  assertCan(actor, "event:manage-all");
  const own = await getOwnEvent(deps, actor, id);
  if (!own.event) throw new AppError("not-found");
  if (expectedVersion !== null && expectedVersion !== versionOf(own)) throw staleError();
  const { event, cities } = own;
  const city = cities.get(event.cityId);
  const confirmed = proposalsOf(own).filter((key) => keys.includes(key));
  if (own.revision || !city) throw new AppError("conflict");
  const values = valuesOfEvent(event, city);
  const added = (options: readonly TraitKey[], known: readonly TraitKey[]) =>
    options.filter((key) => known.includes(key) || confirmed.includes(key));
  await changeEvent(
    deps,
    actor,
    own,
    {
      ...values,
      traits: added(TRAITS, values.traits),
      accessibility: added(ACCESSIBILITY, values.accessibility),
    },
    factsOfRow(event, city, deps.clock.now()),
    "edit",
    () => [deps.db.update(events).set({ proposedTraits: [] }).where(eq(events.id, id))],
  );
}
