import { inArray, type SQL, sql } from "drizzle-orm";
import {
  ERASED_GUEST,
  hostedShowings,
  hostMessages,
  registrationAnswers,
  registrationChanges,
  registrations,
} from "../../../db/schema";
import { DAY } from "../../lib/dates/durations";
import type { Purge } from "../../lib/runtime/purge-rounds.server";

/** Showings in a round. */
const ROUND = 25;

/** Showings past their retention; of one that is gone, by its first start. */
const due = (
  at: number,
): SQL => sql`hosted_showings s JOIN event_hosting h ON h.event_id = s.event_id
  LEFT JOIN event_occurrences o ON o.event_id = s.event_id AND o.original_start = s.original_start
  WHERE s.erased_at IS NULL AND coalesce(o.ends_at, strftime('%s', s.original_start) * 1000 + ${DAY}) + h.kept_days * ${DAY} <= ${at}`;

/**
 * Erases what tells the guests of showings: names, addresses, accounts, answers, reasons. States and
 * numbers stay.
 */
export const guestsPurge: Purge = {
  due: (_, at) => due(at),
  async round({ db, clock }) {
    const now = clock.now();
    const found = await db.all<{ occ: string }>(sql`SELECT s.occ FROM ${due(now)} LIMIT ${ROUND}`);
    const occs = found.map(({ occ }) => occ);
    const ofShowings = inArray(registrations.occ, occs);
    const ids = db.select({ id: registrations.id }).from(registrations).where(ofShowings);
    if (occs.length > 0)
      await db.batch([
        db.delete(registrationAnswers).where(inArray(registrationAnswers.registrationId, ids)),
        db
          .update(registrationChanges)
          .set({ reason: null, changedBy: null })
          .where(inArray(registrationChanges.registrationId, ids)),
        db
          .update(registrations)
          .set({ ...ERASED_GUEST, changeReason: null })
          .where(ofShowings),
        // A message to the guests of all dates goes with the first of them that is erased.
        db.delete(hostMessages).where(
          sql`${hostMessages.eventId} IN (SELECT s.event_id FROM hosted_showings s WHERE ${inArray(sql`s.occ`, occs)})
              AND (${hostMessages.originalStart} IS NULL OR ${inArray(sql`${hostMessages.eventId} || '/' || ${hostMessages.originalStart}`, occs)})`,
        ),
        db.update(hostedShowings).set({ erasedAt: now }).where(inArray(hostedShowings.occ, occs)),
      ]);
    return { removed: occs.length, isDone: occs.length < ROUND };
  },
};
