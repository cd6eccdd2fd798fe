import { and, eq, gt, lt, ne, or, sql } from "drizzle-orm";
import {
  caseWatchers,
  eventRevisions,
  events,
  type InboxKind,
  scheduledDecisions,
  users,
} from "../../../../db/schema";
import { HOUR, MINUTE } from "../../../lib/dates/durations";
import type { Deps } from "../../../lib/deps";
import { type Actor, assertCan } from "../../../lib/permissions";

/** How long an opened case counts as being looked at, and a claim as one, ms. */
const WATCHED = MINUTE;
const CLAIMED = HOUR;
/** Watchers that are shown. */
const MOST = 100;

type Store = Pick<Deps, "db" | "clock">;

/** Statement: viewers and claims of a case; of the reader's own only claims. */
export const watchersStatement = ({ db, clock }: Store, actor: Actor) =>
  db
    .select({
      subjectId: caseWatchers.subjectId,
      userId: sql<string>`${caseWatchers.userId}`.as("watcher_id"),
      name: sql<string>`${users.displayName}`.as("watcher_name"),
      isClaim: caseWatchers.isClaim,
    })
    .from(caseWatchers)
    .innerJoin(users, eq(users.id, caseWatchers.userId))
    .where(
      and(
        gt(caseWatchers.seenAt, clock.now() - CLAIMED),
        or(
          eq(caseWatchers.isClaim, true),
          and(ne(caseWatchers.userId, actor.id), gt(caseWatchers.seenAt, clock.now() - WATCHED)),
        ),
      ),
    )
    .limit(MOST);

/**
 * Records which case an actor looks at, and returns who looks at which, with a stamp that changes
 * when colleagues decide.
 */
export async function watchCase(deps: Store, actor: Actor | null, subjectId: string) {
  assertCan(actor, "event:moderate");
  const { db, clock } = deps;
  const now = clock.now();
  const [, watchers, stamps] = await db.batch([
    db
      .delete(caseWatchers)
      .where(
        or(
          and(
            eq(caseWatchers.userId, actor.id),
            eq(caseWatchers.isClaim, false),
            ne(caseWatchers.subjectId, subjectId),
          ),
          lt(caseWatchers.seenAt, now - CLAIMED),
        ),
      ),
    watchersStatement(deps, actor),
    db
      .select({ latest: sql<string | null>`max(id || state)` })
      .from(scheduledDecisions)
      .where(
        and(gt(scheduledDecisions.createdAt, now - HOUR), ne(scheduledDecisions.actorId, actor.id)),
      ),
    ...(subjectId === ""
      ? []
      : [
          db
            .insert(caseWatchers)
            .values({ subjectId, userId: actor.id, seenAt: now })
            .onConflictDoUpdate({
              target: [caseWatchers.subjectId, caseWatchers.userId],
              set: { seenAt: now },
            }),
        ]),
  ]);
  return { watchers, stamp: stamps[0]?.latest ?? "" };
}

/** Colleagues who have claimed one of these cases, and since when: deciding on it asks first. */
export async function claimsOfOthers(
  { db, clock }: Store,
  actor: Actor,
  subjectIds: readonly string[],
) {
  assertCan(actor, "event:moderate");
  return db
    .select({
      subjectId: caseWatchers.subjectId,
      userId: caseWatchers.userId,
      name: users.displayName,
      since: sql<number>`coalesce(${caseWatchers.claimedAt}, ${caseWatchers.seenAt})`,
    })
    .from(caseWatchers)
    .innerJoin(users, eq(users.id, caseWatchers.userId))
    .where(
      and(
        sql`${caseWatchers.subjectId} IN (SELECT value FROM json_each(${JSON.stringify(subjectIds)}))`,
        eq(caseWatchers.isClaim, true),
        ne(caseWatchers.userId, actor.id),
        gt(caseWatchers.seenAt, clock.now() - CLAIMED),
      ),
    )
    .orderBy(caseWatchers.subjectId, caseWatchers.userId);
}

/**
 * Claims a case, or gives the actor's claim back. A claim does not lock the case: colleagues who
 * decide on it are asked first.
 */
export async function claimCase(
  { db, clock }: Store,
  actor: Actor | null,
  subjectId: string,
  isClaim: boolean,
): Promise<void> {
  assertCan(actor, "event:moderate");
  const now = clock.now();
  const claim = { isClaim, claimedAt: isClaim ? now : null, seenAt: now };
  await db
    .insert(caseWatchers)
    .values({ subjectId, userId: actor.id, ...claim })
    .onConflictDoUpdate({
      target: [caseWatchers.subjectId, caseWatchers.userId],
      set: claim,
    });
}

/** The case of an event: of several, one of the kinds first. Null for an unknown event. */
export async function caseOfEvent(
  { db }: Pick<Deps, "db">,
  id: string,
  kinds: readonly InboxKind[],
): Promise<{ kind: InboxKind; id: string } | null> {
  const found = await db
    .select({
      status: events.status,
      flagCount: events.flagCount,
      revision: eventRevisions.status,
      itemId: eventRevisions.sourceItemId,
    })
    .from(events)
    .leftJoin(eventRevisions, eq(eventRevisions.eventId, events.id))
    .where(eq(events.id, id))
    .get();
  if (!found) return null;
  const isPublic = found.status === "approved";
  const apply: InboxKind[] = [
    ...(found.status === "flagged" ? (["report"] as const) : []),
    ...(isPublic && found.revision === "pending"
      ? [found.itemId === null ? ("edit" as const) : ("source" as const)]
      : []),
    ...(isPublic && found.flagCount > 0 ? (["reported"] as const) : []),
  ];
  // A decided event too: its case says who decided.
  return { kind: apply.find((kind) => kinds.includes(kind)) ?? apply[0] ?? "new", id };
}
