import { and, eq, lt, sql } from "drizzle-orm";
import { countedMessages, events, eventViews, visitorSalts } from "../../../db/schema";
import { localDay } from "../../lib/dates.server";
import type { Deps, InteractionKind, JobMessage } from "../../lib/deps";

const HOUR = 3_600_000;
/** How long a visitor's hash is kept (decisions.md §3), ms. */
const KEPT = 48 * HOUR;

type ViewMessage = Extract<JobMessage, { type: "event.viewed" }>;
type InteractionMessage = Extract<JobMessage, { type: "event.interacted" }>;

/**
 * The day's salt: random, made by whoever comes first. Once it is deleted, nobody can compute the day's hashes again.
 */
async function saltOf({ db, memo, clock }: Deps, day: string): Promise<string> {
  return memo.get(`visitor-salt:${day}`, HOUR, async () => {
    const salt = [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
    await db.insert(visitorSalts).values({ day, salt, createdAt: clock.now() }).onConflictDoNothing();
    const row = await db.select({ salt: visitorSalts.salt }).from(visitorSalts).where(eq(visitorSalts.day, day)).get();
    return row?.salt ?? salt;
  });
}

/** Hands one view to the queue. The address and agent leave the request only as a salted hash of the day. */
export async function noteView(deps: Deps, view: { eventId: string; address: string; agent: string }): Promise<void> {
  const at = deps.clock.now();
  const day = localDay(at, "UTC");
  const text = `${await saltOf(deps, day)} ${view.address} ${view.agent}`;
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)));
  const visitor = [...digest.subarray(0, 12)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  await deps.jobs.send({ type: "event.viewed", id: deps.ids.next(), eventId: view.eventId, visitor, day, at });
}

/** Hands one share, ticket click or calendar download to the queue. */
export async function noteInteraction({ jobs, ids, clock }: Deps, eventId: string, kind: InteractionKind): Promise<void> {
  await jobs.send({ type: "event.interacted", id: ids.next(), eventId, kind, at: clock.now() });
}

/**
 * Counts a batch of views: one per visitor, event and day, whatever comes twice. The insert of a seen visitor is
 * ignored, and the count follows from the rows that stand, so a batch delivered again changes nothing.
 */
export async function countViews({ db }: Deps, messages: readonly ViewMessage[]): Promise<void> {
  if (messages.length === 0) return;
  const days = [...new Set(messages.map(({ day }) => day))];
  const eventIds = [...new Set(messages.map(({ eventId }) => eventId))];
  const known = sql`(SELECT id FROM events)`;
  const inserts = messages.map(({ eventId, day, visitor, at }) =>
    db.insert(eventViews).select(sql`SELECT ${eventId}, ${day}, ${visitor}, ${at} WHERE ${eventId} IN ${known}`).onConflictDoNothing(),
  );
  // Taken off before and put back after: the count rises by what is new since the batch began.
  const seen = (eventId: string) =>
    sql`(SELECT count(*) FROM event_views WHERE event_id = ${eventId} AND day IN (SELECT value FROM json_each(${JSON.stringify(days)})))`;
  const before = eventIds.map((eventId) =>
    db
      .update(events)
      .set({ viewCount: sql`view_count - ${seen(eventId)}` })
      .where(eq(events.id, eventId)),
  );
  const after = eventIds.map((eventId) =>
    db
      .update(events)
      .set({ viewCount: sql`view_count + ${seen(eventId)}` })
      .where(eq(events.id, eventId)),
  );
  const [first, ...rest] = [...before, ...inserts, ...after];
  if (first) await db.batch([first, ...rest]);
}

/** Counts a batch of interactions, each message once: its id is remembered in the same batch. */
export async function countInteractions({ db, clock }: Deps, messages: readonly InteractionMessage[]): Promise<void> {
  const statements = messages.flatMap(({ id, eventId }) => [
    db
      .update(events)
      .set({ interactionCount: sql`interaction_count + 1` })
      .where(and(eq(events.id, eventId), sql`NOT EXISTS (SELECT 1 FROM counted_messages WHERE id = ${id})`)),
    db.insert(countedMessages).values({ id, createdAt: clock.now() }).onConflictDoNothing(),
  ]);
  const [first, ...rest] = statements;
  if (first) await db.batch([first, ...rest]);
}

/** Deletes visitor hashes, their salts and remembered messages after 48 hours. */
export async function forgetVisitors({ db, clock }: Deps): Promise<void> {
  const before = clock.now() - KEPT;
  await db.batch([
    db.delete(eventViews).where(lt(eventViews.createdAt, before)),
    db.delete(visitorSalts).where(lt(visitorSalts.createdAt, before)),
    db.delete(countedMessages).where(lt(countedMessages.createdAt, before)),
  ]);
}
