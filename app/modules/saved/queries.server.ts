import { and, asc, desc, eq, gt, inArray, or, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { collectionEvents, collections, eventOccurrences, events, users } from "../../../db/schema";
import { LOCALES, type Locale } from "../../i18n/locale";
import { translatorFor } from "../../i18n/messages.server";
import type { Deps } from "../../lib/deps";
import { AppError } from "../../lib/errors";
import type { SavedKey } from "../../lib/pages/saved-list";
import type { Actor } from "../../lib/permissions";
import { EVENT_JSON_COLUMNS } from "../events/event-columns.server";
import { type EventListRow, LIST_COLUMNS } from "../events/list/list-events.server";
import type { Saver } from "../events/present/present-event.server";
import type { CollectionColor, CollectionJson } from "./schema";

/**
 * The statement that creates a user's default collection if missing. Its name is empty until the
 * owner sets one.
 */
export function defaultCollectionStatement(
  { db, ids, clock }: Pick<Deps, "db" | "ids" | "clock">,
  ownerId: string,
) {
  const now = clock.now();
  return db
    .insert(collections)
    .values({
      id: ids.next(),
      ownerId,
      name: "",
      color: "anar",
      icon: "heart",
      isDefault: true,
      createdAt: now,
      updatedAt: now,
    })
    .onConflictDoNothing();
}

/**
 * The name that people read: the default collection's is in their language until its owner has
 * given it one.
 */
export function collectionName({ name }: { name: string }, locale: Locale): string {
  return name || translatorFor(locale)("common:favourites");
}

/**
 * The name to store: empty when it equals the default collection's built-in name in either
 * language.
 */
export function keptName(name: string, isDefault: boolean): string {
  return isDefault && LOCALES.some((locale) => collectionName({ name: "" }, locale) === name)
    ? ""
    : name;
}

export type CollectionRow = typeof collections.$inferSelect;
type Reader = Pick<Deps, "db">;

/** A user's own collection. @throws AppError("not-found") for all others, existing or not */
export async function getOwnCollection(
  { db }: Reader,
  actor: Pick<Actor, "id">,
  id: string,
): Promise<CollectionRow> {
  const found = await db
    .select()
    .from(collections)
    .where(and(eq(collections.id, id), eq(collections.ownerId, actor.id)))
    .get();
  if (!found) throw new AppError("not-found");
  return found;
}

/**
 * A readable collection with its owner: the reader's own, or a public one of an active account.
 * @throws AppError("not-found") for any other, existing or not
 */
export async function getReadableCollection({ db }: Reader, reader: Saver, id: string) {
  const isReadable = and(eq(collections.isPublic, true), eq(users.isActive, true));
  const found = await db
    .select({ collection: collections, owner: { id: users.id, displayName: users.displayName } })
    .from(collections)
    .innerJoin(users, eq(users.id, collections.ownerId))
    .where(
      and(
        eq(collections.id, id),
        reader ? or(eq(collections.ownerId, reader.id), isReadable) : isReadable,
      ),
    )
    .get();
  if (!found) throw new AppError("not-found");
  return { ...found, isOwn: reader?.id === found.owner.id };
}

/**
 * A user's collections: favourites first, then the others from the oldest. Creates the favourites
 * if missing.
 */
export async function listCollections(
  deps: Pick<Deps, "db" | "ids" | "clock">,
  actor: Pick<Actor, "id">,
): Promise<CollectionRow[]> {
  const { db } = deps;
  const all = () =>
    db
      .select()
      .from(collections)
      .where(eq(collections.ownerId, actor.id))
      .orderBy(desc(collections.isDefault), asc(collections.createdAt), asc(collections.id));
  const found = await all();
  if (found[0]?.isDefault) return found;
  const [, again] = await db.batch([defaultCollectionStatement(deps, actor.id), all()]);
  return again;
}

/** Events whose covers stand for a collection. */
const COVERS = 3;

/** The first public events of each of a user's collections, for their covers. */
export function coversOfCollections({ db }: Reader, actor: Pick<Actor, "id">) {
  const listed = alias(events, "listed");
  const first = db
    .select({ id: collectionEvents.eventId })
    .from(collectionEvents)
    .innerJoin(listed, and(eq(listed.id, collectionEvents.eventId), eq(listed.isListed, true)))
    .where(eq(collectionEvents.collectionId, collections.id))
    .orderBy(asc(collectionEvents.position), asc(collectionEvents.eventId))
    .limit(COVERS);
  return db
    .select({
      collectionId: collections.id,
      id: events.id,
      titleEn: events.titleEn,
      titleFa: events.titleFa,
      tags: events.tags,
      imageUrl: events.imageUrl,
      imageFocus: events.imageFocus,
      categories: events.categories,
    })
    .from(collections)
    .innerJoin(events, inArray(events.id, first))
    .where(eq(collections.ownerId, actor.id));
}

/** Which of a user's collections contain an event. */
export async function collectionsWith(
  { db }: Reader,
  actor: Pick<Actor, "id">,
  eventId: string,
): Promise<ReadonlySet<string>> {
  const found = await db
    .select({ id: collections.id })
    .from(collectionEvents)
    .innerJoin(collections, eq(collections.id, collectionEvents.collectionId))
    .where(and(eq(collectionEvents.eventId, eventId), eq(collections.ownerId, actor.id)));
  return new Set(found.map(({ id }) => id));
}

interface Part {
  offset: number;
  limit: number;
  /** Those that have left the public too: their owner may take them out. */
  withHidden: boolean;
}

/**
 * Events of a collection in their owner's order, for cards. One more than the limit says that there
 * are more.
 */
export function readCollection({ db }: Reader, id: string, { offset, limit, withHidden }: Part) {
  return db
    .select({ ...LIST_COLUMNS, isListed: events.isListed, place: collectionEvents.position })
    .from(collectionEvents)
    .innerJoin(events, eq(events.id, collectionEvents.eventId))
    .where(
      and(
        eq(collectionEvents.collectionId, id),
        withHidden ? undefined : eq(events.isListed, true),
      ),
    )
    .orderBy(asc(collectionEvents.position), asc(collectionEvents.eventId))
    .limit(limit + 1)
    .offset(offset);
}

/** The same for the API: public events behind a position, whole. */
export function readCollectionWhole({ db }: Reader, id: string, after: number, limit: number) {
  return db
    .select({ ...EVENT_JSON_COLUMNS, place: collectionEvents.position })
    .from(collectionEvents)
    .innerJoin(events, eq(events.id, collectionEvents.eventId))
    .where(
      and(
        eq(collectionEvents.collectionId, id),
        gt(collectionEvents.position, after),
        eq(events.isListed, true),
      ),
    )
    .orderBy(asc(collectionEvents.position), asc(collectionEvents.eventId))
    .limit(limit + 1);
}

/** A saved event, on its next day or on the date that was saved. */
export type SavedEntry = EventListRow & {
  /** The original start of the date that was saved; null for the event itself. */
  at: string | null;
};

/** What is saved: to come, the soonest first, and over, the latest first. */
export interface SavedEntries {
  toCome: SavedEntry[];
  over: SavedEntry[];
}

/** Most events of either kind on the page of what is saved; the collection lists all. */
const SAVED_SHOWN = { toCome: 100, over: 24 };

/**
 * The public events that an account, or a guest by the cookie, has saved; of one with several dates
 * those that were saved, if any.
 */
export async function readSaved(
  { db, clock }: Pick<Deps, "db" | "clock">,
  whose: Pick<Actor, "id"> | readonly SavedKey[],
): Promise<SavedEntries> {
  const now = clock.now();
  const keys = JSON.stringify("id" in whose ? [] : whose);
  const isMine =
    "id" in whose
      ? sql`${events.id} IN (SELECT held.event_id FROM collections c CROSS JOIN collection_events held ON held.collection_id = c.id WHERE c.owner_id = ${whose.id} AND c.is_default = 1)`
      : sql`${events.id} IN (SELECT value ->> 'id' FROM json_each(${keys}))`;
  const dates =
    "id" in whose
      ? sql`(SELECT event_id, original_start FROM saved_occurrences WHERE user_id = ${whose.id})`
      : sql`(SELECT value ->> 'id' AS event_id, value ->> 'at' AS original_start FROM json_each(${keys}))`;
  const read = (when: SQL, order: SQL, limit: number) =>
    db
      .select(LIST_COLUMNS)
      .from(events)
      .where(sql`${isMine} AND ${events.isListed} = 1 AND ${when}`)
      .orderBy(order)
      .limit(limit);
  const [coming, gone, chosen] = await db.batch([
    read(sql`${events.endsAt} > ${now}`, sql`${events.startsAt}`, SAVED_SHOWN.toCome),
    read(sql`${events.endsAt} <= ${now}`, sql`${events.startsAt} DESC`, SAVED_SHOWN.over),
    db
      .select({
        eventId: eventOccurrences.eventId,
        at: eventOccurrences.originalStart,
        startsAt: eventOccurrences.startsAt,
        endsAt: eventOccurrences.endsAt,
        localDay: eventOccurrences.localDay,
      })
      .from(sql`${dates} AS chosen`)
      .crossJoin(eventOccurrences)
      .where(
        sql`${eventOccurrences.eventId} = chosen.event_id AND ${eventOccurrences.originalStart} = chosen.original_start`,
      ),
  ]);
  const entries = [...coming, ...gone].flatMap((event): SavedEntry[] => {
    const own = chosen.filter(({ eventId }) => eventId === event.id);
    return own.length === 0
      ? [{ ...event, at: null }]
      : own.map(({ eventId: _, ...date }) => ({ ...event, ...date }));
  });
  const inTime = entries.sort((a, b) => a.startsAt - b.startsAt || (a.id < b.id ? -1 : 1));
  return {
    toCome: inTime.filter(({ endsAt }) => endsAt > now),
    over: inTime.filter(({ endsAt }) => endsAt <= now).reverse(),
  };
}

/**
 * A collection as the API returns it (decisions.md §12). @param locale of the default collection's
 * built-in name
 */
export function collectionJson(collection: CollectionRow, locale: Locale): CollectionJson {
  const { id, description, color, icon, isPublic, isDefault, eventCount } = collection;
  return {
    id,
    name: collectionName(collection, locale),
    description,
    color: color as CollectionColor,
    icon,
    isPublic,
    isDefault,
    eventCount,
  };
}
