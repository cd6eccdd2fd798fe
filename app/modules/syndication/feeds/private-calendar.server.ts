import { and, eq, isNull, lt, or, sql } from "drizzle-orm";
import {
  calendarFeeds,
  collectionEvents,
  collections,
  events,
  registrations,
  savedOccurrences,
  users,
} from "../../../../db/schema";
import type { Locale } from "../../../i18n/locale";
import { calendarTexts } from "../../../lib/dates/calendar-texts.server";
import { DAY, HOUR } from "../../../lib/dates/durations";
import type { Deps } from "../../../lib/deps";
import { AppError } from "../../../lib/errors";
import { paths } from "../../../lib/paths";
import { type Actor, assertCan } from "../../../lib/permissions";
import { citiesById } from "../../cities/queries.server";
import { eachOnce } from "../../events/event-columns.server";
import {
  createSecretToken,
  hashToken,
  isSecretToken,
} from "../../identity/tokens/user-tokens.server";
import { settingsOf } from "../../settings/platform-settings.server";
import { idIfSessionStays, runGuarded } from "../../store/run-guarded.server";
import { FEED_LIMITS, type FeedEvent } from "./feed";
import { wholeEvents } from "./find-feed-events.server";
import { writeIcs } from "./write-ics.server";

/**
 * Whether an address is in use is worth knowing to the hour; each reading would otherwise write.
 */
const READ_NOTED = HOUR;

/** Past events stay in subscribed calendars for this long, ms. */
const KEPT = 30 * DAY;

/** Dates of series that are read: people choose some of them, which may be far ahead. */
const SERIES_DATES = 3_000;

/**
 * A user's private calendar: saved and own events, and those with a place for them. Only the token authorizes. The language is the
 * address's, else the owner's, else the client's.
 * @throws AppError("not-found") for unknown tokens and for owners who may not sign in
 */
export async function readPrivateCalendar(
  { deps, locale: accepted, origin }: { deps: Deps; locale: Locale; origin: string },
  token: string,
  asked: Locale | null,
): Promise<{ text: string; locale: Locale }> {
  if (!isSecretToken(token)) throw new AppError("not-found");
  const tokenHash = await hashToken(token);
  const { db, clock } = deps;
  const now = clock.now();
  const owner = await db
    .select({
      id: calendarFeeds.userId,
      lastReadAt: calendarFeeds.lastReadAt,
      language: users.preferredLanguage,
    })
    .from(calendarFeeds)
    .innerJoin(users, eq(users.id, calendarFeeds.userId))
    .where(
      and(
        eq(calendarFeeds.tokenHash, tokenHash),
        eq(users.isActive, true),
        isNull(users.deletedAt),
      ),
    )
    .get();
  if (!owner) throw new AppError("not-found");
  const locale = asked ?? owner.language ?? accepted;
  const since = now - KEPT;
  const [saved, own, chosen, going] = await db.batch([
    db
      .selectDistinct({ id: events.id, startsAt: events.startsAt, isListed: events.isListed })
      .from(collections)
      .innerJoin(collectionEvents, eq(collectionEvents.collectionId, collections.id))
      .innerJoin(events, eq(events.id, collectionEvents.eventId))
      .where(
        and(
          eq(collections.ownerId, owner.id),
          eq(events.isListed, true),
          sql`+${events.endsAt} > ${since}`,
        ),
      )
      .orderBy(events.startsAt)
      .limit(FEED_LIMITS.entries + 1),
    db
      .select({ id: events.id, startsAt: events.startsAt, isListed: events.isListed })
      .from(events)
      .where(
        and(
          eq(events.creatorId, owner.id),
          isNull(events.deletedAt),
          sql`+${events.status} IN ('approved', 'pending', 'flagged')`,
          sql`+${events.endsAt} > ${since}`,
        ),
      )
      .orderBy(events.startsAt)
      .limit(FEED_LIMITS.entries + 1),
    db
      .select({ eventId: savedOccurrences.eventId, originalStart: savedOccurrences.originalStart })
      .from(savedOccurrences)
      .where(eq(savedOccurrences.userId, owner.id)),
    db
      .select({
        id: events.id,
        startsAt: events.startsAt,
        isListed: events.isListed,
        originalStart: sql<string>`substr(${registrations.occ}, 38)`,
      })
      .from(registrations)
      .innerJoin(events, eq(events.id, registrations.eventId))
      .where(
        and(
          eq(registrations.userId, owner.id),
          sql`+${registrations.state} = 'going'`,
          isNull(events.deletedAt),
          sql`+${events.endsAt} > ${since}`,
        ),
      )
      .orderBy(events.startsAt)
      .limit(FEED_LIMITS.entries + 1),
  ]);
  const isOwn = new Set<string>(own.map(({ id }) => id));
  const isSaved = new Set<string>(saved.map(({ id }) => id));
  const places = eachOnce([...own, ...saved, ...going]).sort(
    (a, b) => a.startsAt - b.startsAt || (a.id < b.id ? -1 : 1),
  );
  const shown = places.slice(0, FEED_LIMITS.entries);
  const [found, cities] = await Promise.all([
    wholeEvents(deps, shown, { format: "ics", from: since, most: SERIES_DATES }),
    citiesById(deps),
  ]);
  if (owner.lastReadAt === null || owner.lastReadAt < now - READ_NOTED)
    deps.later(noteReading(deps, tokenHash));
  const isUnlisted = new Set<string>(
    places.filter(({ isListed }) => !isListed).map(({ id }) => id),
  );
  // Of an event that is saved whole all dates stay; else a place is one more chosen date.
  const datesOf = (eventId: string): string[] => {
    const dates = chosen.filter((one) => one.eventId === eventId);
    if (dates.length === 0 && isSaved.has(eventId)) return [];
    return [...dates, ...going.filter(({ id }) => id === eventId)].map(
      ({ originalStart }) => originalStart,
    );
  };
  const t = calendarTexts(locale);
  const text = writeIcs({
    title: t("calendar:private.name", {
      site: (await settingsOf(deps)).branding.companyName[locale],
    }),
    description: t("calendar:private.description"),
    locale,
    origin,
    // The token would be in every copy of the file.
    url: null,
    page: `${origin}${paths.calendar()}`,
    events: found.map((event) => ({
      ...(isOwn.has(event.id) ? event : onChosenDates(event, datesOf(event.id))),
      isUnlisted: isUnlisted.has(event.id),
      isPrivate: going.some(({ id }) => id === event.id),
    })),
    isPast: false,
    hasMore: shown.length < places.length,
    pageAfter: () => null,
    now,
    cities,
  });
  return { text, locale };
}

/** An event with the dates that its reader chose or has a place on; with all of them without any. */
function onChosenDates(event: FeedEvent, dates: readonly string[]): FeedEvent {
  const own = new Set(dates);
  // An event without a schedule has one date.
  if (own.size === 0 || !event.schedule) return event;
  const { occurrences = [], unread, ...rest } = event;
  const last = occurrences.at(-1)?.originalStart ?? "";
  const isAll = [...own].every((originalStart) => originalStart <= last);
  return {
    ...rest,
    occurrences: occurrences.filter(({ originalStart }) => own.has(originalStart)),
    ...(unread && !isAll ? { unread: { ...unread, count: null } } : null),
  };
}

async function noteReading(
  { db, clock }: Pick<Deps, "db" | "clock">,
  tokenHash: string,
): Promise<void> {
  const now = clock.now();
  await db
    .update(calendarFeeds)
    .set({ lastReadAt: now })
    .where(
      and(
        eq(calendarFeeds.tokenHash, tokenHash),
        or(
          isNull(calendarFeeds.lastReadAt),
          lt(sql`+${calendarFeeds.lastReadAt}`, now - READ_NOTED),
        ),
      ),
    );
}

/**
 * Makes an address, or a new one in the place of the one there is, which ends at once. @throws
 * AppError("unauthorized"), AppError("forbidden") for an unverified account
 */
export async function renewPrivateCalendar(
  { db, clock, random, vault }: Deps,
  actor: Actor | null,
): Promise<string> {
  assertCan(actor, "access:make");
  const token = createSecretToken(random);
  const made = {
    tokenHash: await hashToken(token),
    sealedToken: await vault.seal(token),
    createdAt: clock.now(),
    lastReadAt: null,
  };
  await runGuarded({ db }, [
    db
      .insert(calendarFeeds)
      .values({ userId: idIfSessionStays(actor), ...made })
      .onConflictDoUpdate({ target: calendarFeeds.userId, set: made }),
  ]);
  return token;
}

/** Revokes the address. @throws AppError("unauthorized") */
export async function revokePrivateCalendar(
  { db }: Pick<Deps, "db">,
  actor: Actor | null,
): Promise<void> {
  assertCan(actor, "account:manage");
  await db.delete(calendarFeeds).where(eq(calendarFeeds.userId, actor.id));
}

/**
 * The address as its owner may see it; null when there is none, or when the deployment's secret has
 * changed.
 */
export async function findPrivateCalendar(
  { db, vault }: Pick<Deps, "db" | "vault">,
  actor: Actor | null,
) {
  assertCan(actor, "account:manage");
  const row = await db.select().from(calendarFeeds).where(eq(calendarFeeds.userId, actor.id)).get();
  if (!row) return null;
  const token = await vault.open(row.sealedToken).catch(() => null);
  return { token, createdAt: row.createdAt, lastReadAt: row.lastReadAt };
}
