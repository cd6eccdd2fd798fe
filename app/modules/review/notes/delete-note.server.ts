import { and, eq, sql } from "drizzle-orm";
import { eventNotes, mails, notifications, pushes } from "../../../../db/schema";
import type { Deps } from "../../../lib/deps";
import { AppError } from "../../../lib/errors";
import { type Actor, assertCan } from "../../../lib/permissions";
import { auditEntry } from "../../audit/audit-entry.server";

/**
 * Statements that remove the notifications of a user's notes; their keys are `news:<domain event
 * id>:…`.
 */
export function withdrawNotes(
  { db }: Pick<Deps, "db">,
  authorId: string,
  noteId: string | null = null,
) {
  const deleteFrom = (table: typeof notifications | typeof mails | typeof pushes) =>
    db
      .delete(table)
      .where(
        sql`id IN (SELECT t.id FROM event_notes n CROSS JOIN ${table} t WHERE n.author_id = ${authorId} AND (${noteId} IS NULL OR n.id = ${noteId}) AND t.idempotency_key >= 'news:' || n.id || ':' AND t.idempotency_key < 'news:' || n.id || ';')`,
      );
  return [deleteFrom(notifications), deleteFrom(mails), deleteFrom(pushes)] as const;
}

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
