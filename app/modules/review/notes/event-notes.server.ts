import { and, asc, desc, eq, isNull, sql } from "drizzle-orm";
import { eventNotes, users } from "../../../../db/schema";
import { formatDate, formatTime, type Reader, USUAL_ZONE } from "../../../lib/dates/dates.server";
import { formatAgo } from "../../../lib/dates/relative-time.server";
import type { Deps } from "../../../lib/deps";
import { actsAsStaff } from "../../settings/staff-second-factor.server";
import { handlesOf, type Named } from "./handles";
import { NOTE_MAX } from "./schema";

/** Limit of shown notes, the latest. */
const SHOWN = 50;
/** More staff than these no form can name. */
const STAFF = 200;

/** The statement that reads the mentionable staff. */
export const staffStatement = ({ db, clock }: Pick<Deps, "db" | "clock">) =>
  db
    .select({ id: users.id, displayName: users.displayName })
    .from(users)
    .where(
      and(
        sql`${users.role} IN ('moderator', 'admin', 'owner')`,
        actsAsStaff(clock.now()),
        eq(users.isActive, true),
        isNull(users.deletedAt),
      ),
    )
    .orderBy(asc(users.createdAt), asc(users.id))
    .limit(STAFF);

/**
 * The statements that read an event's notes and the mentionable staff, for the batch of its page.
 */
export const notesStatements = (deps: Pick<Deps, "db" | "clock">, eventId: string) =>
  [
    deps.db
      .select({
        id: eventNotes.id,
        authorId: eventNotes.authorId,
        author: sql<string>`${users.displayName}`.as("author_name"),
        body: eventNotes.body,
        at: sql<number>`${eventNotes.createdAt}`.as("written_at"),
      })
      .from(eventNotes)
      .innerJoin(users, eq(users.id, eventNotes.authorId))
      .where(eq(eventNotes.eventId, eventId))
      .orderBy(desc(eventNotes.createdAt), desc(eventNotes.id))
      .limit(SHOWN),
    staffStatement(deps),
  ] as const;

interface WrittenNote {
  id: string;
  authorId: string;
  author: string;
  body: string;
  /** UTC epoch ms. */
  at: number;
}

interface NotesReader extends Reader {
  deps: Pick<Deps, "clock">;
  signedIn: { id: string };
  timeZone: string | null;
}

/** The notes of an event in order, with colleagues' names. */
export function presentNotes(
  notes: readonly WrittenNote[],
  staff: readonly Named[],
  reader: NotesReader,
) {
  const zone = reader.timeZone ?? USUAL_ZONE;
  const { deps, signedIn, locale } = reader;
  return {
    entries: [...notes].reverse().map(({ id, authorId, author, body, at }) => ({
      id,
      author,
      body,
      isOwn: authorId === signedIn.id,
      ago: formatAgo(at, deps.clock.now(), reader, zone),
      when: `${formatDate(at, zone, reader)} ${formatTime(at, zone, locale)}`,
      at: new Date(at).toISOString(),
    })),
    handles: [...handlesOf(staff).values()].flatMap(({ handle, id }) =>
      id === signedIn.id ? [] : `@${handle}`,
    ),
    max: NOTE_MAX,
  };
}
