import { and, desc, eq, inArray, isNull, lt, or, sql } from "drizzle-orm";
import * as v from "valibot";
import {
  EVENT_STATUSES,
  type EventStatus,
  type EventValues,
  eventDrafts,
  eventRevisions,
  events,
  users,
} from "../../../db/schema";
import { toIsoWithOffset } from "../../lib/dates/dates.server";
import { instantOf } from "../../lib/dates/written-times.server";
import type { Deps } from "../../lib/deps";
import { pickFields } from "../../lib/event/event-fields";
import { OWN_FIELD_NAMES } from "../../lib/event/field-groups";
import { decodeCursor, encodeCursor } from "../../lib/http/cursor";
import { paths } from "../../lib/paths";
import { type Actor, assertCan } from "../../lib/permissions";
import { hasWords, searchable, searchWords } from "../../lib/text/match-words";
import { citiesById } from "../cities/queries.server";
import type { EventRow } from "../events/list/list-events.server";
import { eventJson } from "../events/present/event-json.server";
import { coverOfValues } from "../events/present/present-event.server";
import { shownPicture } from "../media/media-files";
import { valuesOfEvent } from "./event-values.server";
import { type EventDraftRow, type OwnEvent, versionOf } from "./find-own-event.server";
import type { OwnEventJson } from "./schema";

/**
 * A written time as ISO 8601 with the city's offset; null without a time zone or for an impossible
 * time.
 */
function isoOf(written: string | null, timeZone: string | null): string | null {
  if (written === null || timeZone === null) return null;
  const at = instantOf(written, timeZone);
  return at === null ? null : toIsoWithOffset(at, timeZone);
}

/**
 * An event as its creator and staff get it from the API (decisions.md §12). `origin` makes the
 * cover's URL absolute.
 */
export function ownEventJson(own: OwnEvent, origin: string): OwnEventJson {
  const version = versionOf(own);
  if (own.draft) return { ...draftJson(own.draft, own, origin), version };
  const { event, revision, cities, creator } = own;
  return {
    ...eventJson(
      event,
      cities.get(event.cityId),
      origin,
      new Map(creator ? [[creator.id, creator.displayName]] : []),
    ),
    // The stored one, shown or not: what is read here is written back.
    ...(event.imageUrl !== null && { imageUrl: event.imageUrl }),
    description: { en: event.descriptionEn || null, fa: event.descriptionFa },
    venue: { en: event.venueEn || null, fa: event.venueFa },
    ...pickFields(valuesOfEvent(event, cities.get(event.cityId)), OWN_FIELD_NAMES),
    rejectionReason: event.rejectionReason,
    flagCount: event.flagCount,
    pendingRevision: revision && {
      status: revision.status,
      rejectionReason: revision.rejectionReason,
      values: { ...revision.values },
      updatedAt: new Date(revision.updatedAt).toISOString(),
    },
    machineTranslated: [...event.machineTranslated],
    needsLanguage: null,
    version,
  };
}

function draftJson(
  { id, values, machineTranslated, needsLanguage, createdAt, updatedAt }: EventDraftRow,
  { cities, creator }: Pick<OwnEvent, "cities" | "creator">,
  origin: string,
): Omit<OwnEventJson, "version"> {
  const city = [...cities.values()].find(({ slug }) => slug === values.city);
  const { city: _slug, startsAt, endsAt, title, ...rest } = values;
  const timeZone = city?.timeZone ?? null;
  return {
    ...rest,
    id,
    url: `${origin}${paths.event(id)}`,
    title: { en: title.en ?? "", fa: title.fa },
    city: city ? { slug: city.slug, name: { en: city.nameEn, fa: city.nameFa } } : null,
    startsAt: isoOf(startsAt, timeZone),
    endsAt: isoOf(endsAt, timeZone),
    timeZone,
    imageFocus: values.imageFocus,
    imageUrl:
      shownPicture(values.imageUrl) ??
      `${origin}${coverOfValues(id, { ...values, imageUrl: null })}`,
    status: "draft",
    lifecycle: "scheduled",
    isFeatured: false,
    isActive: true,
    viewCount: 0,
    interactionCount: 0,
    creator,
    createdAt: new Date(createdAt).toISOString(),
    updatedAt: new Date(updatedAt).toISOString(),
    rejectionReason: null,
    flagCount: 0,
    pendingRevision: null,
    machineTranslated: [...machineTranslated],
    needsLanguage,
  };
}

/**
 * Tabs of /my-events (product.md §2); flagged events are among the rejected ones, with their own
 * badge.
 */
export const TABS = ["all", "drafts", "pending", "approved", "rejected"] as const;
export type Tab = (typeof TABS)[number];

const TAB_OF: Readonly<Record<EventStatus, Exclude<Tab, "all">>> = {
  draft: "drafts",
  pending: "pending",
  approved: "approved",
  rejected: "rejected",
  flagged: "rejected",
};

const PAGE = 20;
/**
 * Rows inspected for a search for words, which has no index; limits per tier keep the number lower.
 */
const INSPECTED_MAX = 1_000;

/** One row: a draft or a submitted event. */
export type OwnRow = { id: string; updatedAt: number; titleEn: string; needsAuthor: boolean } & (
  | { kind: "draft"; values: EventValues; needsLanguage: "en" | "fa" | null }
  | {
      kind: "event";
      event: OwnEventRow;
      revision: { status: "pending" | "rejected"; reason: string | null } | null;
    }
);

const COLUMNS = {
  id: events.id,
  cityId: events.cityId,
  titleEn: events.titleEn,
  titleFa: events.titleFa,
  venueEn: events.venueEn,
  venueFa: events.venueFa,
  startsAt: events.startsAt,
  endsAt: events.endsAt,
  timeZone: events.timeZone,
  allDay: events.allDay,
  schedule: events.schedule,
  occurrenceCount: events.occurrenceCount,
  imageUrl: events.imageUrl,
  imageFocus: events.imageFocus,
  categories: events.categories,
  tags: events.tags,
  status: events.status,
  lifecycle: events.lifecycle,
  rejectionReason: events.rejectionReason,
  viewCount: events.viewCount,
  saveCount: events.saveCount,
  submittedAt: events.submittedAt,
  updatedAt: events.updatedAt,
};
type OwnEventRow = Pick<EventRow, keyof typeof COLUMNS>;

/** SQL: the event needs its author: it or its last edit was rejected, and it is not over. */
const NEEDS_AUTHOR = sql<number>`(${events.isOver} = 0 AND (${events.status} = 'rejected' OR coalesce(${eventRevisions.status}, '') = 'rejected'))`;

const Cursor = v.strictTuple([
  v.picklist([0, 1]),
  v.pipe(v.number(), v.safeInteger()),
  v.pipe(v.string(), v.uuid()),
]);

interface OwnList {
  rows: OwnRow[];
  /** Totals per tab, independent of the search words. */
  counts: Record<Tab, number>;
  nextCursor: string | null;
}

/**
 * Drafts and events of an account in one list: those that need the author first, then by latest
 * change. One batch reads both by the author's index; per-account limits keep the lists small.
 * @throws bad-request for an invalid cursor
 */
export async function listOwnEvents(
  { db }: Pick<Deps, "db">,
  actor: Actor,
  { tab, q, cursor }: { tab: Tab; q: string; cursor: string | null },
): Promise<OwnList> {
  assertCan(actor, "event:create");
  const from = cursor === null ? null : decodeCursor(Cursor, cursor);
  const words = searchWords(q);
  const limit = words.length > 0 ? INSPECTED_MAX : PAGE + 1;
  const statuses = EVENT_STATUSES.filter((status) => tab === "all" || TAB_OF[status] === tab);
  const ownDrafts = eq(eventDrafts.creatorId, actor.id);
  const ownEvents = and(eq(events.creatorId, actor.id), isNull(events.deletedAt));
  const [drafts, submitted, draftCounts, statusCounts] = await db.batch([
    db
      .select({
        id: eventDrafts.id,
        titleEn: eventDrafts.titleEn,
        values: eventDrafts.values,
        needsLanguage: eventDrafts.needsLanguage,
        updatedAt: eventDrafts.updatedAt,
      })
      .from(eventDrafts)
      .where(
        and(
          ownDrafts,
          // Drafts never need the author, so they only appear in the second part of the order.
          from && from[0] === 0
            ? or(
                lt(eventDrafts.updatedAt, from[1]),
                and(eq(eventDrafts.updatedAt, from[1]), lt(eventDrafts.id, from[2])),
              )
            : undefined,
        ),
      )
      .orderBy(desc(eventDrafts.updatedAt), desc(eventDrafts.id))
      .limit(tab === "all" || tab === "drafts" ? limit : 0),
    db
      // Unique aliases: D1 batches overwrite columns of equal names.
      .select({
        ...COLUMNS,
        needsAuthor: NEEDS_AUTHOR.as("needs_author"),
        revisionStatus: sql<"pending" | "rejected" | null>`${eventRevisions.status}`.as(
          "revision_status",
        ),
        revisionReason: sql<string | null>`${eventRevisions.rejectionReason}`.as("revision_reason"),
      })
      .from(events)
      .leftJoin(eventRevisions, eq(eventRevisions.eventId, events.id))
      .where(
        and(
          ownEvents,
          tab === "all" ? undefined : inArray(events.status, statuses),
          from
            ? sql`(${NEEDS_AUTHOR}, ${events.updatedAt}, ${events.id}) < (${from[0]}, ${from[1]}, ${from[2]})`
            : undefined,
        ),
      )
      .orderBy(desc(NEEDS_AUTHOR), desc(events.updatedAt), desc(events.id))
      .limit(limit),
    db.select({ count: sql<number>`count(*)` }).from(eventDrafts).where(ownDrafts),
    db
      .select({ status: events.status, count: sql<number>`count(*)` })
      .from(events)
      .where(ownEvents)
      .groupBy(events.status),
  ]);
  const rows: OwnRow[] = [
    ...drafts.map((draft) => ({ kind: "draft" as const, needsAuthor: false, ...draft })),
    ...submitted.map(({ needsAuthor, revisionStatus, revisionReason, ...event }) => ({
      kind: "event" as const,
      id: event.id,
      titleEn: event.titleEn,
      updatedAt: event.updatedAt,
      needsAuthor: needsAuthor === 1,
      event,
      revision: revisionStatus && { status: revisionStatus, reason: revisionReason },
    })),
  ];
  const found = rows
    .filter((row) => words.length === 0 || hasWords(searchable(textOf(row)), words))
    .sort(
      (a, b) =>
        Number(b.needsAuthor) - Number(a.needsAuthor) ||
        b.updatedAt - a.updatedAt ||
        (a.id < b.id ? 1 : -1),
    );
  const shown = found.slice(0, PAGE);
  const last = shown.at(-1);
  return {
    rows: shown,
    counts: countsOf(draftCounts[0]?.count ?? 0, statusCounts),
    nextCursor:
      last && found.length > PAGE
        ? encodeCursor([Number(last.needsAuthor), last.updatedAt, last.id])
        : null,
  };
}

function textOf(row: OwnRow): string {
  const { title, venue } =
    row.kind === "draft"
      ? row.values
      : {
          title: { en: row.event.titleEn, fa: row.event.titleFa },
          venue: { en: row.event.venueEn, fa: row.event.venueFa },
        };
  return [title.en, title.fa, venue.en, venue.fa].filter(Boolean).join(" ");
}

function countsOf(
  drafts: number,
  statuses: readonly { status: EventStatus; count: number }[],
): Record<Tab, number> {
  const counts: Record<Tab, number> = { all: drafts, drafts, pending: 0, approved: 0, rejected: 0 };
  for (const { status, count } of statuses) {
    counts[TAB_OF[status]] += count;
    counts.all += count;
  }
  return counts;
}

/** Drafts of an account, latest change first. `createDraft` limits their number. */
export async function listDrafts(
  { db, memo }: Pick<Deps, "db" | "memo">,
  actor: Actor,
): Promise<OwnEvent[]> {
  assertCan(actor, "event:create");
  const found = await db
    .select({ draft: eventDrafts, displayName: users.displayName })
    .from(eventDrafts)
    .innerJoin(users, eq(users.id, eventDrafts.creatorId))
    .where(eq(eventDrafts.creatorId, actor.id))
    .orderBy(desc(eventDrafts.updatedAt));
  const cities = await citiesById({ db, memo });
  return found.map(({ draft, displayName }) => ({
    draft,
    event: null,
    revision: null,
    cities,
    creator: { id: actor.id, displayName },
  }));
}
