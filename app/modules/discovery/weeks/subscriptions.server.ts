import { and, eq, isNull, lt, sql } from "drizzle-orm";
import { cities, users, weekSubscribers } from "../../../../db/schema";
import type { Locale } from "../../../i18n/locale";
import { DAY } from "../../../lib/dates/durations";
import type { Deps } from "../../../lib/deps";
import { AppError } from "../../../lib/errors";
import { paths } from "../../../lib/paths";
import type { Actor } from "../../../lib/permissions";
import { purgeOf } from "../../../lib/runtime/purge-rounds.server";
import type { City } from "../../cities/queries.server";
import { cityName } from "../../events/present/present-event.server";
import { normalizeEmail } from "../../identity/email-address";
import { networkOf } from "../../identity/network";
import { countAttempt } from "../../identity/sign-in/attempts.server";
import {
  enqueueMail,
  mailStatement,
  readWeekToken,
  weekToken,
} from "../../mail/enqueue-mail.server";
import { mailboxOf } from "../../mail/mail-budget.server";

/** How long an unconfirmed address is kept, and how long its link works, ms. */
const UNCONFIRMED = 7 * DAY;
/** Emails with such a link that one address gets in a day, and one network causes. */
const OF_ADDRESS = 3;
const OF_NETWORK = 20;

/** Whether a user gets a city's picks by email. */
export async function isSubscribed(
  { db }: Pick<Deps, "db">,
  userId: string,
  cityId: string,
): Promise<boolean> {
  const found = await db
    .select({ id: weekSubscribers.id })
    .from(weekSubscribers)
    .where(and(eq(weekSubscribers.userId, userId), eq(weekSubscribers.cityId, cityId)))
    .get();
  return found !== undefined;
}

/** Confirmed subscribers by city. */
export async function subscriberCounts({ db }: Pick<Deps, "db">): Promise<Map<string, number>> {
  const rows = await db
    .select({
      cityId: weekSubscribers.cityId,
      count: sql<number>`count(${weekSubscribers.confirmedAt})`,
    })
    .from(weekSubscribers)
    .groupBy(weekSubscribers.cityId);
  return new Map(rows.map(({ cityId, count }) => [cityId, count]));
}

/** Subscribes an account with a confirmed address to a city's picks. Idempotent. */
export async function subscribeAccount(
  deps: Pick<Deps, "db" | "clock" | "ids">,
  actor: Actor,
  city: City,
  locale: Locale,
): Promise<void> {
  const { db, clock, ids } = deps;
  const user = await db
    .select({ email: users.email })
    .from(users)
    .where(eq(users.id, actor.id))
    .get();
  if (!user?.email || !actor.isVerified) throw new AppError("forbidden");
  const now = clock.now();
  await db
    .insert(weekSubscribers)
    .values({
      id: ids.next(),
      cityId: city.id,
      email: user.email,
      locale,
      userId: actor.id,
      confirmedAt: now,
      createdAt: now,
    })
    // The same person may have subscribed as a visitor.
    .onConflictDoUpdate({
      target: [weekSubscribers.email, weekSubscribers.cityId],
      set: {
        userId: actor.id,
        locale,
        confirmedAt: sql`coalesce(${weekSubscribers.confirmedAt}, ${now})`,
      },
    });
}

/** Ends an account's subscription to a city's picks. Idempotent. */
export async function unsubscribeAccount(
  { db }: Pick<Deps, "db">,
  userId: string,
  cityId: string,
): Promise<void> {
  await db
    .delete(weekSubscribers)
    .where(and(eq(weekSubscribers.userId, userId), eq(weekSubscribers.cityId, cityId)));
}

/**
 * Takes a visitor's address for a city's picks and emails a link to confirm it. The same answer for
 * known and unknown addresses; one that is confirmed gets no email.
 * @param address of the network that asks
 * @throws AppError("invalid") for an invalid address, AppError("too-many-requests") past the day's
 * emails
 */
export async function subscribeAddress(
  deps: Deps,
  {
    email: typed,
    city,
    locale,
    address,
  }: { email: string; city: City; locale: Locale; address: string },
): Promise<void> {
  const { db, clock, ids } = deps;
  const email = normalizeEmail(typed);
  if (email === null)
    throw new AppError("invalid", [{ path: "email", message: "errors:issue.email" }]);
  await countAttempt(
    deps,
    [
      { name: `week-confirmation ${mailboxOf(email)}`, limit: OF_ADDRESS },
      { name: `week-confirmation ${networkOf(address)}`, limit: OF_NETWORK },
    ],
    DAY,
  );
  const now = clock.now();
  const row = await db
    .insert(weekSubscribers)
    .values({ id: ids.next(), cityId: city.id, email, locale, createdAt: now })
    .onConflictDoUpdate({
      target: [weekSubscribers.email, weekSubscribers.cityId],
      set: { locale },
      // Anyone may enter a subscriber's address: once it is confirmed, the form changes nothing.
      setWhere: isNull(weekSubscribers.confirmedAt),
    })
    .returning()
    .get();
  if (!row) return;
  const { id, statements } = await mailStatement(deps, {
    kind: "confirmWeek",
    to: email,
    userId: null,
    locale,
    link: deps.siteUrl + paths.weekSubscription(await weekToken(deps, row.id)),
    values: { city: cityName(city, locale) },
    isSecret: true,
  });
  await db.batch([...statements]);
  enqueueMail(deps, id);
}

/** A subscription, as its link finds it. */
interface WeekSubscription {
  id: string;
  city: City;
  isConfirmed: boolean;
}

/**
 * The subscription of a link; null where it is invalid or ended. Reading it changes nothing, since
 * scanners open links.
 */
export async function weekSubscriptionOf(
  deps: Pick<Deps, "db" | "vault">,
  token: string | null,
): Promise<WeekSubscription | null> {
  const id = await readWeekToken(deps, token);
  if (id === null) return null;
  const found = await deps.db
    .select({ city: cities, confirmedAt: weekSubscribers.confirmedAt })
    .from(weekSubscribers)
    .innerJoin(cities, eq(cities.id, weekSubscribers.cityId))
    .where(eq(weekSubscribers.id, id))
    .get();
  return found ? { id, city: found.city, isConfirmed: found.confirmedAt !== null } : null;
}

/**
 * Confirms the subscription of a link, or ends it. Idempotent. @returns whether the link is one of
 * ours
 */
export async function setWeekSubscription(
  deps: Pick<Deps, "db" | "vault" | "clock">,
  token: string | null,
  wanted: boolean,
): Promise<boolean> {
  const { db, clock } = deps;
  const id = await readWeekToken(deps, token);
  if (id === null) return false;
  if (!wanted) await db.delete(weekSubscribers).where(eq(weekSubscribers.id, id));
  else
    await db
      .update(weekSubscribers)
      .set({ confirmedAt: clock.now() })
      .where(and(eq(weekSubscribers.id, id), isNull(weekSubscribers.confirmedAt)));
  return true;
}

/** Addresses that were never confirmed. */
export const weekSubscribersPurge = purgeOf(weekSubscribers, (at) =>
  and(isNull(weekSubscribers.confirmedAt), lt(weekSubscribers.createdAt, at - UNCONFIRMED)),
);
