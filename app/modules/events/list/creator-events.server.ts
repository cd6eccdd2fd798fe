import { and, asc, eq, isNull } from "drizzle-orm";
import { events, users } from "../../../../db/schema";
import type { Deps } from "../../../lib/deps";
import { LIST_COLUMNS } from "../event-columns.server";

/** SQL: the public events of an account. */
export const publicEventsOf = (userId: string) =>
  and(eq(events.creatorId, userId), eq(events.status, "approved"), eq(events.isListed, true));

/** An active account by its id, as its public profile shows it. */
export const profileOf = ({ db }: Pick<Deps, "db">, id: string) =>
  db
    .select({
      id: users.id,
      displayName: users.displayName,
      photoUrl: users.photoUrl,
      emailVerifiedAt: users.emailVerifiedAt,
      createdAt: users.createdAt,
    })
    .from(users)
    .where(and(eq(users.id, id), eq(users.isActive, true), isNull(users.deletedAt)))
    .get();

/** The public events of an account that are not over, the next one first. */
export const upcomingOf = ({ db }: Pick<Deps, "db">, userId: string, limit: number) =>
  db
    .select(LIST_COLUMNS)
    .from(events)
    .where(and(publicEventsOf(userId), eq(events.isOver, false)))
    .orderBy(asc(events.startsAt))
    .limit(limit);
