import { and, eq } from "drizzle-orm";
import { eventNotes } from "../../../../db/schema";
import type { Deps } from "../../../lib/deps";
import { AppError } from "../../../lib/errors";
import { type Actor, assertCan } from "../../../lib/permissions";
import { auditEntry } from "../../audit/audit-entry.server";
import { withdrawNotes } from "../../notifications/domain-events.server";

/**
 * Deletes the caller's note and its notifications.
 * @throws AppError("not-found") for missing notes and those of colleagues
 */
export async function deleteNote(deps: Deps, actor: Actor | null, id: string): Promise<void> {
  assertCan(actor, "event:note");
  const own = and(eq(eventNotes.id, id), eq(eventNotes.authorId, actor.id));
  const note = await deps.db
    .select({ eventId: eventNotes.eventId })
    .from(eventNotes)
    .where(own)
    .get();
  if (!note) throw new AppError("not-found");
  await deps.db.batch([
    ...withdrawNotes(deps, actor.id, id),
    deps.db.delete(eventNotes).where(own),
    auditEntry(deps, {
      actorId: actor.id,
      action: "event.note-deleted",
      entity: "event",
      entityId: note.eventId,
      metadata: { note: id },
      sessionId: actor.sessionId,
    }),
  ]);
}
