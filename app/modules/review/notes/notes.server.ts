import { and, asc, desc, eq, gt, isNull, sql } from "drizzle-orm";
import * as v from "valibot";
import { eventNotes, events, users } from "../../../../db/schema";
import { formatDate, formatTime, type Reader, USUAL_ZONE } from "../../../lib/dates/dates.server";
import { MINUTE } from "../../../lib/dates/durations";
import { formatAgo } from "../../../lib/dates/written-times.server";
import type { Deps } from "../../../lib/deps";
import { AppError } from "../../../lib/errors";
import { parseInput } from "../../../lib/http/parse-input";
import { paths } from "../../../lib/paths";
import { type Actor, assertCan } from "../../../lib/permissions";
import { cleanLines } from "../../../lib/text/clean-text";
import { searchKey } from "../../../lib/text/search-text";
import { auditEntry } from "../../audit/audit-entry.server";
import { recipientsOf } from "../../notifications/audience.server";
import { withdrawNotes } from "../../notifications/domain-events.server";
import { notificationStatements } from "../../notifications/notification-statements.server";
import { prepareNotifications } from "../../notifications/prepare-notifications.server";
import { actsAsStaff, settingsOf } from "../../settings/platform-settings.server";

/** A staff member who can be mentioned. */
export interface Named {
  id: string;
  displayName: string;
}

/** The start of a mention: not within a word, so that e-mail addresses do not match. */
const MENTION = /(?<![\p{L}\p{M}\p{N}_.@-])@([\p{L}\p{M}\p{N}_\u200c]{1,100})/gu;

/** A name without spaces, as one writes it behind the @. */
const handleOf = (name: string): string =>
  name.replace(/[^\p{L}\p{M}\p{N}\u200c]+/gu, "_").replace(/^_+|_+$/g, "");

/** A handle as it is compared: Arabic and Persian letters, case, accents and joins are one. */
const plain = (handle: string): string =>
  searchKey(handle.replaceAll("_", " ").replaceAll("\u200c", "")).replaceAll(" ", "_");

interface Handle {
  /** Without the @. */
  handle: string;
  id: string;
}

/**
 * The mention handle of each staff member, by comparison key: the display name with underscores for
 * spaces. Of equal names the later id gets a number; a name without letters becomes the end of the
 * id.
 */
export function handlesOf(staff: readonly Named[]): Map<string, Handle> {
  const handles = new Map<string, Handle>();
  for (const { id, displayName } of [...staff].sort((a, b) => (a.id < b.id ? -1 : 1))) {
    const name = handleOf(displayName) || `staff_${id.slice(-6)}`;
    let handle = name;
    for (let number = 2; handles.has(plain(handle)); number += 1) handle = `${name}_${number}`;
    handles.set(plain(handle), { handle, id });
  }
  return handles;
}

/** Whom a text names, each once. */
export function mentionedHandles(text: string, handles: ReadonlyMap<string, Handle>): string[] {
  const ids = [...text.matchAll(MENTION)].flatMap(
    ([, name = ""]) => handles.get(plain(name))?.id ?? [],
  );
  return [...new Set(ids)];
}

/** Longest note, characters. */
const NOTE_MAX = 1_000;

const NoteInput = v.strictObject({
  body: v.pipe(
    v.string("errors:issue.note"),
    v.transform(cleanLines),
    v.minLength(1, "errors:issue.note"),
    v.maxLength(NOTE_MAX, "errors:issue.noteLong"),
  ),
});

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

/** The same words about the same event within so long are a second press of the button, ms. */
const TWICE = MINUTE;
/** Length of a note in its notification, characters. */
const EXCERPT = 200;

/**
 * Mentions respect quiet hours, and a note notifies a user once. Not in the list of rules: mentions
 * always notify.
 */
const RULE = {
  key: "staff.mention",
  audience: "staff",
  channels: ["in-app", "email", "push"],
  timing: "instant",
  templateKey: null,
  capPerDay: null,
  quietHours: { from: "22:00", to: "08:00" },
} as const;

const excerptOf = (body: string): string => {
  const letters = [...body];
  return letters.length > EXCERPT ? `${letters.slice(0, EXCERPT).join("")}…` : body;
};

/**
 * Where a mentioned colleague finds the event: in the queue if it is pending, else among all
 * events.
 */
function placeOf({ id, status, waits }: { id: string; status: string; waits: number }): string {
  if (status === "flagged") return paths.adminFlaggedEvents({ event: id });
  return status === "pending" || waits === 1
    ? paths.adminPendingEvents({ event: id })
    : paths.adminEvents({ event: id });
}

/**
 * Stores a staff note on an event and notifies mentioned colleagues (@name), in one batch
 * (quality.md §3). The author is not notified, and a note notifies each colleague once.
 * @param body 1 to 1,000 characters
 * @returns the number of notified colleagues
 * @throws AppError("invalid"), AppError("not-found") for events never submitted
 */
export async function writeNote(
  deps: Deps,
  actor: Actor | null,
  eventId: string,
  body: string,
): Promise<{ notified: number }> {
  assertCan(actor, "event:note");
  const note = parseInput(NoteInput, { body });
  const { db, clock, ids } = deps;
  const now = clock.now();
  const [found, staff, before] = await db.batch([
    db
      .select({
        id: events.id,
        titleEn: events.titleEn,
        titleFa: events.titleFa,
        status: events.status,
        waits:
          sql<number>`EXISTS (SELECT 1 FROM event_revisions r WHERE r.event_id = events.id AND r.status = 'pending')`.as(
            "waits",
          ),
      })
      .from(events)
      .where(and(eq(events.id, eventId), isNull(events.deletedAt))),
    staffStatement(deps),
    db
      .select({ id: eventNotes.id })
      .from(eventNotes)
      .where(
        and(
          eq(eventNotes.eventId, eventId),
          gt(eventNotes.createdAt, now - TWICE),
          eq(eventNotes.authorId, actor.id),
          eq(eventNotes.body, note.body),
        ),
      )
      .limit(1),
  ]);
  const [event] = found;
  if (!event) throw new AppError("not-found");
  const named = mentionedHandles(note.body, handlesOf(staff)).filter((id) => id !== actor.id);
  if (before.length > 0) return { notified: named.length };
  const id = ids.next();
  const author = staff.find((one) => one.id === actor.id)?.displayName ?? "";
  const domainEvent = {
    id,
    kind: "mention",
    eventId,
    values: {
      title: { en: event.titleEn, fa: event.titleFa },
      author,
      note: excerptOf(note.body),
    },
    actionPath: placeOf(event),
  };
  await deps.budget.take("note", actor.id);
  const [people, { notifications }] = await Promise.all([
    recipientsOf(deps, named),
    settingsOf(deps),
  ]);
  const prepared = await prepareNotifications(
    deps,
    { domainEvent, rule: RULE, about: null, mailsAreOn: notifications.enableEmailNotifications },
    people,
  );
  const pending = notificationStatements(deps, { domainEvent, rule: RULE }, prepared);
  const results = await db.batch([
    db
      .insert(eventNotes)
      .values({ id, eventId, authorId: actor.id, body: note.body, createdAt: now }),
    auditEntry(deps, {
      actorId: actor.id,
      action: "event.note-written",
      entity: "event",
      entityId: eventId,
      metadata: { note: id, named: people.map((person) => person.id) },
      sessionId: actor.sessionId,
    }),
    ...pending.statements,
  ]);
  pending.dispatch(results.slice(2) as unknown[][]);
  return { notified: people.length };
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
