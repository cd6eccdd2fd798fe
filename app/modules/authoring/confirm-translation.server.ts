import { and, eq, sql } from "drizzle-orm";
import { eventDrafts, events } from "../../../db/schema";
import type { Deps } from "../../lib/deps";
import { AppError } from "../../lib/errors";
import type { TextPath } from "../../lib/event/field-groups";
import { type Actor, assertCan } from "../../lib/permissions";
import { auditWhere } from "../audit/audit-entry.server";
import { runGuarded } from "../store/run-guarded.server";
import { publishStatements } from "./announce-change.server";
import { getOwnEvent, unchanged } from "./find-own-event.server";

/**
 * Removes the marks of machine translation from texts that a person has read and found right. Needs
 * no review, since no text changes.
 * @throws conflict if one of them has none or the event changed meanwhile
 */
export async function confirmTranslation(
  deps: Deps,
  actor: Actor,
  id: string,
  paths: readonly TextPath[],
): Promise<void> {
  assertCan(actor, "event:create");
  const { draft, event, cities } = await getOwnEvent(deps, actor, id);
  const marks = (draft ?? event).machineTranslated;
  if (paths.length === 0 || !paths.every((path) => marks.includes(path)))
    throw new AppError("conflict");
  const machineTranslated = marks.filter((path) => !paths.includes(path));
  const table = draft ? eventDrafts : events;
  const asRead = draft
    ? and(eq(eventDrafts.id, id), eq(eventDrafts.version, draft.version))
    : unchanged(event);
  const city = event?.isListed ? cities.get(event.cityId) : undefined;
  await runGuarded(deps, [
    auditWhere(
      deps,
      {
        actorId: actor.id,
        action: "event.translation-confirmed",
        entity: "event",
        entityId: id,
        metadata: { fields: paths },
        sessionId: actor.sessionId,
      },
      deps.db.select({ found: sql`1` }).from(table).where(asRead),
    ),
    deps.db.update(table).set({ machineTranslated }).where(asRead),
    ...(event && city ? publishStatements(deps, event, city) : []),
  ]);
}
