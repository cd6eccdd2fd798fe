import { and, asc, desc, eq, inArray, sql } from "drizzle-orm";
import * as v from "valibot";
import {
  cities,
  domainEvents,
  hostAnnouncements,
  organizers,
  users,
  venues,
} from "../../../../db/schema";
import type { LocalizedText } from "../../../i18n/locale";
import { DAY } from "../../../lib/dates/durations";
import type { Deps } from "../../../lib/deps";
import { AppError } from "../../../lib/errors";
import { hostFacet } from "../../../lib/event/host-keys";
import { paths } from "../../../lib/paths";
import { type Actor, assertCan } from "../../../lib/permissions";
import { excerpt } from "../../../lib/text/excerpt";
import { auditEntry, auditWhere } from "../../audit/audit-entry.server";
import { citiesById } from "../../cities/queries.server";
import { domainEventStatement, enqueueDomainEvent } from "../../notifications/domain-events.server";
import { settingsOf } from "../../settings/platform-settings.server";
import { forgetSiteState } from "../../store/content-version.server";
import { runGuarded } from "../../store/run-guarded.server";
import { bumpHostPages, getHostOrThrow, type StoredHost } from "../write-host.server";
import {
  checkedReason,
  getManagedHost,
  hostDecidedEvent,
  managesHost,
  NAMED_HOST,
} from "./claims.server";

export const ANNOUNCEMENT_LIMITS = { shortest: 10, longest: 500 } as const;
/** Between two announcements of a page, ms. */
const APART = 7 * DAY;
/** Attempts of a page within that time, refused and withdrawn ones too. */
const ATTEMPTS = 5;
/** Letters of it in lists of notifications; the email has the whole. */
const EXCERPT = 140;
const SHOWN = 50;
/** Announcements that managers and staff see besides those that wait. */
const LATEST = 10;

const Text = v.pipe(
  v.string(),
  v.trim(),
  v.check(
    (text) => text === "" || text.length >= ANNOUNCEMENT_LIMITS.shortest,
    "errors:issue.shortText",
  ),
  v.maxLength(ANNOUNCEMENT_LIMITS.longest, "errors:issue.tooLong"),
  v.transform((text) => text || null),
);

/** The message, in at least one language. */
export const AnnouncementInput = v.pipe(
  v.object({ textEn: Text, textFa: Text }),
  v.forward(
    v.check(({ textEn, textFa }) => textEn !== null || textFa !== null, "errors:issue.missing"),
    ["textEn"],
  ),
);

export type AnnouncementRow = typeof hostAnnouncements.$inferSelect;

/** An announcement in both languages; a language without a text has the other one's. */
export const announcedText = ({
  textEn,
  textFa,
}: Pick<AnnouncementRow, "textEn" | "textFa">): LocalizedText => ({
  en: textEn ?? textFa ?? "",
  fa: textFa,
});

/** The domain event that notifies a page's followers. */
async function announcedEvent(
  deps: Deps,
  host: StoredHost,
  row: Pick<AnnouncementRow, "id" | "authorId" | "textEn" | "textFa">,
) {
  const name = { en: host.row.nameEn, fa: host.row.nameFa };
  const message = announcedText(row);
  const city = host.kind === "venue" ? (await citiesById(deps)).get(host.row.cityId) : undefined;
  return domainEventStatement(deps, {
    trigger: "host.announced",
    kind: "announcement",
    eventId: null,
    actorId: row.authorId,
    values: {
      followed: hostFacet(host.kind, host.row.id),
      because: { kind: "follow", ...name },
      title: name,
      message,
      excerpt: { en: excerpt(message.en, EXCERPT), fa: message.fa && excerpt(message.fa, EXCERPT) },
    },
    actionPath: city ? paths.venue(city.slug, host.row.slug) : paths.organizer(host.row.slug),
    idempotencyKey: `announcement:${row.id}`,
  });
}

const week = (hostId: string, now: number) =>
  sql`FROM host_announcements a WHERE a.host_id = ${hostId} AND coalesce(a.sent_at, a.created_at) > ${now - APART}`;

/** When a page may announce again, UTC ms; null for now. */
export async function nextAnnouncementAt(
  { db, clock }: Pick<Deps, "db" | "clock">,
  hostId: string,
): Promise<number | null> {
  const now = clock.now();
  const found = await db.get<{ last: number | null; first: number | null; attempts: number }>(
    sql`SELECT max(CASE WHEN a.status IN ('pending', 'approved') THEN coalesce(a.sent_at, a.created_at) END) AS last, min(coalesce(a.sent_at, a.created_at)) AS first, count(*) AS attempts ${week(hostId, now)}`,
  );
  const from = found?.last ?? ((found?.attempts ?? 0) >= ATTEMPTS ? found?.first : null);
  return from === null || from === undefined ? null : from + APART;
}

/**
 * Sends a message to the followers of the account's own page; the first one of an account waits for
 * a moderator.
 * @returns whether it was sent
 * @throws AppError("forbidden") unless the account is the page's verified manager, and while the
 * setting is off, AppError("too-many-requests") within a week of the one before
 */
export async function announce(
  deps: Deps,
  actor: Actor | null,
  hostId: string,
  input: v.InferOutput<typeof AnnouncementInput>,
): Promise<"sent" | "waits"> {
  assertCan(actor, "host:claim");
  if (!(await settingsOf(deps)).features.enableAnnouncements) throw new AppError("forbidden");
  const host = await getManagedHost(deps, actor, hostId);
  if (host.row.status === "hidden") throw new AppError("conflict");
  const { db, ids, clock } = deps;
  const now = clock.now();
  const earlier = and(
    eq(hostAnnouncements.hostId, hostId),
    eq(hostAnnouncements.authorId, actor.id),
    eq(hostAnnouncements.status, "approved"),
  );
  const isKnown =
    (await db.select({ id: hostAnnouncements.id }).from(hostAnnouncements).where(earlier).get()) !==
    undefined;
  const row = { id: ids.next(), authorId: actor.id, ...input };
  const domainEvent = isKnown ? await announcedEvent(deps, host, row) : null;
  const isFree = sql`NOT EXISTS (SELECT 1 ${week(hostId, now)} AND a.status IN ('pending', 'approved')) AND (SELECT count(*) ${week(hostId, now)}) < ${ATTEMPTS}`;
  await runGuarded(
    deps,
    [
      db.insert(hostAnnouncements).values({
        ...row,
        hostId,
        hostKind: host.kind,
        // Null, which fails the batch, within a week of the one before.
        authorId: sql`CASE WHEN ${isFree} THEN ${actor.id} END`,
        status: isKnown ? "approved" : "pending",
        sentAt: isKnown ? now : null,
        createdAt: now,
        updatedAt: now,
      }),
      auditEntry(deps, {
        actorId: actor.id,
        action: isKnown ? "announcement.sent" : "announcement.submitted",
        entity: host.kind,
        entityId: hostId,
        sessionId: actor.sessionId,
      }),
      ...(domainEvent ? [domainEvent.statement, bumpHostPages(deps, host)] : []),
    ],
    {
      "host_announcements.author_id": async () => {
        const next = (await nextAnnouncementAt(deps, hostId)) ?? now + APART;
        return new AppError(
          "too-many-requests",
          [{ path: "", message: "errors:issue.announcementLimit" }],
          Math.ceil((next - now) / 1000),
        );
      },
    },
  );
  if (!domainEvent) return "waits";
  forgetSiteState(deps);
  deps.later(enqueueDomainEvent(deps, domainEvent.id));
  return "sent";
}

/** Stops the delivery of an announcement to the remaining followers. */
const endTelling = ({ db, clock }: Pick<Deps, "db" | "clock">, id: string) =>
  db
    .update(domainEvents)
    .set({ doneAt: clock.now() })
    .where(sql`idempotency_key = ${`announcement:${id}`} AND done_at IS NULL`);

/**
 * Takes back an announcement of the account's own page: from the queue, or from the page. @throws
 * AppError("not-found")
 */
export async function withdrawAnnouncement(
  deps: Deps,
  actor: Actor | null,
  hostId: string,
  id: string,
): Promise<void> {
  assertCan(actor, "host:claim");
  const host = await getManagedHost(deps, actor, hostId);
  const { db, clock } = deps;
  const isOpen = and(
    eq(hostAnnouncements.id, id),
    eq(hostAnnouncements.hostId, hostId),
    inArray(hostAnnouncements.status, ["pending", "approved"]),
  );
  const found = db.select({ id: hostAnnouncements.id }).from(hostAnnouncements).where(isOpen);
  if (!(await found.get())) throw new AppError("not-found");
  await runGuarded(deps, [
    auditWhere(
      deps,
      {
        actorId: actor.id,
        action: "announcement.withdrawn",
        entity: host.kind,
        entityId: hostId,
        sessionId: actor.sessionId,
      },
      found,
    ),
    db.update(hostAnnouncements).set({ status: "withdrawn", updatedAt: clock.now() }).where(isOpen),
    endTelling(deps, id),
    bumpHostPages(deps, host),
  ]);
  forgetSiteState(deps);
}

/**
 * Approves an announcement, which sends it, or rejects it with a reason; a sent one is taken down,
 * and its author's next one waits again. The author is notified. @param reason null approves
 * @throws AppError("conflict") unless it waits, or is sent and rejected, and if its author no
 * longer looks after the page, AppError("forbidden") for one's own, AppError("invalid") at `reason`
 */
export async function decideAnnouncement(
  deps: Deps,
  actor: Actor | null,
  id: string,
  reason: string | null,
): Promise<void> {
  assertCan(actor, "host:manage");
  const { db, clock } = deps;
  const row = await db.select().from(hostAnnouncements).where(eq(hostAnnouncements.id, id)).get();
  const isApproved = reason === null;
  if (!row || (row.status !== "pending" && (isApproved || row.status !== "approved")))
    throw new AppError("conflict");
  if (row.authorId === actor.id)
    throw new AppError("forbidden", [{ path: "", message: "errors:issue.ownClaim" }]);
  const said = isApproved ? null : checkedReason(reason);
  const host = await getHostOrThrow(deps, row.hostId);
  if (isApproved && !(await managesHost(deps, { ...actor, id: row.authorId }, row.hostId)))
    throw new AppError("conflict");
  const now = clock.now();
  const domainEvent = isApproved ? await announcedEvent(deps, host, row) : null;
  const asFound = and(eq(hostAnnouncements.id, id), eq(hostAnnouncements.status, row.status));
  const told = hostDecidedEvent(deps, host, {
    kind: isApproved ? "announcement-approved" : "announcement-rejected",
    authorId: row.authorId,
    actorId: actor.id,
    reason: said,
    idempotencyKey: `announcement-decided:${id}:${row.status}`,
  });
  await runGuarded(deps, [
    auditWhere(
      deps,
      {
        actorId: actor.id,
        action: isApproved ? "announcement.approved" : "announcement.rejected",
        entity: row.hostKind,
        entityId: row.hostId,
        metadata: { author: row.authorId },
        sessionId: actor.sessionId,
      },
      db.select({ id: hostAnnouncements.id }).from(hostAnnouncements).where(asFound),
    ),
    db
      .update(hostAnnouncements)
      .set({
        status: isApproved ? "approved" : "rejected",
        reason: said,
        decidedBy: actor.id,
        decidedAt: now,
        ...(isApproved && { sentAt: now }),
        updatedAt: now,
      })
      .where(asFound),
    domainEvent ? domainEvent.statement : endTelling(deps, id),
    told.statement,
    bumpHostPages(deps, host),
  ]);
  forgetSiteState(deps);
  for (const { id: eventId } of [told, ...(domainEvent ? [domainEvent] : [])])
    deps.later(enqueueDomainEvent(deps, eventId));
}

/** The latest announcements of a page, for its managers. */
export const listAnnouncements = (
  { db }: Pick<Deps, "db">,
  hostId: string,
): Promise<AnnouncementRow[]> =>
  db
    .select()
    .from(hostAnnouncements)
    .where(eq(hostAnnouncements.hostId, hostId))
    .orderBy(desc(hostAnnouncements.createdAt), desc(hostAnnouncements.id))
    .limit(LATEST);

/** With a name of its own: a batch of D1 returns one of two columns of a name. */
const AUTHOR = { id: sql<string>`${users.id}`.as("author"), name: users.displayName };

const named = ({ db }: Pick<Deps, "db">) =>
  db
    .select({ announcement: hostAnnouncements, host: NAMED_HOST, author: AUTHOR })
    .from(hostAnnouncements)
    .innerJoin(users, eq(users.id, hostAnnouncements.authorId))
    .leftJoin(venues, eq(venues.id, hostAnnouncements.hostId))
    .leftJoin(organizers, eq(organizers.id, hostAnnouncements.hostId))
    .leftJoin(cities, eq(cities.id, venues.cityId));

/** Announcements for staff: those that wait, the oldest first, and the latest that were sent. */
export async function listAnnouncementsToReview(deps: Pick<Deps, "db">, actor: Actor | null) {
  assertCan(actor, "host:manage");
  const [waiting, sent] = await deps.db.batch([
    // Written out, so that the partial indexes are taken.
    named(deps)
      .where(sql`${hostAnnouncements.status} = 'pending'`)
      .orderBy(asc(hostAnnouncements.createdAt), asc(hostAnnouncements.id))
      .limit(SHOWN),
    named(deps)
      .where(sql`${hostAnnouncements.status} = 'approved'`)
      .orderBy(desc(hostAnnouncements.sentAt))
      .limit(LATEST),
  ]);
  return { waiting, sent };
}
