import { and, asc, eq, isNull, lte, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import { domainEvents, type RuleAudience } from "../../../db/schema";
import { HOUR, MINUTE } from "../../lib/dates/durations";
import type { Deps, JobMessage } from "../../lib/deps";
import { isOutage, isolateFailures } from "../../lib/http/isolate-failures";
import { hasAllowance } from "../../lib/runtime/allowance";
import { describeError, log } from "../../lib/runtime/log";
import { findNotifiedEvent, type NotifiedEvent } from "../events/present/notified-event.server";
import { CLAIM, deadLetterStatement, lastErrorOf } from "../jobs/queue.server";
import { settingsOf } from "../settings/platform-settings.server";
import { type AudiencePage, findAudience, type Recipient } from "./audience.server";
import { notificationKind, ruleFor } from "./choose-channels";
import { cityNotificationStatement } from "./city-notifications.server";
import type { DomainEventRow } from "./domain-events.server";
import { notificationStatements } from "./notification-statements.server";
import { prepareNotifications } from "./prepare-notifications.server";
import type { Rule } from "./rules/active-rules.server";
import { activeRules } from "./rules/active-rules.server";
import { GUESTS, guestPage, mailedAsGuests } from "./tell-guests.server";

/** Recipients per batch. */
const CHUNK = 100;
/** Waits after failures, ms; after the last one the domain event is given up. */
const WAITS = [MINUTE, 2 * MINUTE, 5 * MINUTE, 15 * MINUTE, HOUR, 6 * HOUR];
/** Domain events per sweep, and recipients of each. */
const SWEEP = 20;
export const PEOPLE_AT_ONCE = 2_000;
/** What a chunk asks at most: its rooms are told one by one. */
const PAGE = 300;

/** Whether a rule is about this event. */
export function fits(
  { conditions }: Pick<Rule, "conditions">,
  about: NotifiedEvent | null,
): boolean {
  const { cities, categories, featuredOnly } = conditions;
  if (!about) return cities.length === 0 && categories.length === 0 && !featuredOnly;
  return (
    (cities.length === 0 || (about.city !== undefined && cities.includes(about.city.slug))) &&
    (categories.length === 0 ||
      about.event.categories.some((category) => categories.includes(category))) &&
    (!featuredOnly || about.event.isFeatured)
  );
}

/**
 * Applies the rules of a due domain event to some recipients after claiming it. Each chunk is one
 * batch that stores its notifications and the progress, with unique keys, so a crash or a
 * concurrent run notifies no one twice and omits no one (quality.md §3).
 * @param most approximate number of recipients
 * @returns `more` when unfinished
 */
export async function expandDomainEvent(
  deps: Deps,
  id: string,
  most: number,
): Promise<"done" | "more" | "skipped"> {
  const { db, clock } = deps;
  const now = clock.now();
  const { attempts, kind, lastError: before } = domainEvents;
  const claimed = await db
    .update(domainEvents)
    .set({ dueAt: now + CLAIM, attempts: sql`${attempts} + 1` })
    .where(and(eq(domainEvents.id, id), isNull(domainEvents.doneAt), lte(domainEvents.dueAt, now)))
    .returning({ id: domainEvents.id, kind, attempts, lastError: before })
    .get();
  if (!claimed) return "skipped";
  if (claimed.attempts > WAITS.length) {
    await giveUp(deps, claimed, claimed.lastError ?? "Its senders died again and again.");
    return "done";
  }
  try {
    // Apart from the claim, so that a row that cannot be read counts as tried.
    const domainEvent = await db.select().from(domainEvents).where(eq(domainEvents.id, id)).get();
    if (!domainEvent) return "skipped";
    return (await deliverToAll(deps, domainEvent, most)) ? "done" : "more";
  } catch (error) {
    const lastError = lastErrorOf(error);
    log("warn", "news.retried", { id, kind: claimed.kind, error: lastError });
    const wait = WAITS[claimed.attempts - 1] ?? MINUTE;
    await db
      .update(domainEvents)
      .set({ lastError, dueAt: clock.now() + wait })
      .where(and(eq(domainEvents.id, id), isNull(domainEvents.doneAt)));
    throw error;
  }
}

/** The event on the date of a series that a notification is about. */
function atItsDate(
  about: NotifiedEvent,
  { values }: Pick<DomainEventRow, "values">,
): NotifiedEvent {
  const {
    occurrences,
    startsAt,
    endsAt = startsAt,
  } = values as { occurrences?: unknown; startsAt?: number; endsAt?: number };
  if (occurrences === undefined || startsAt === undefined || endsAt === undefined) return about;
  return { ...about, event: { ...about.event, startsAt, endsAt }, isDate: true };
}

/** Whether a rule is about a domain event: a host's message is for guests, or for savers alone. */
const isMeant = ({ audience }: Rule, { kind, values }: DomainEventRow): boolean =>
  kind !== "event-message" || (values.to === "savers" && audience === "savers");

/** The rules that match a domain event, in the order of their keys, with their context. */
async function openRules(deps: Deps, domainEvent: DomainEventRow) {
  const [rules, about, { notifications }] = await Promise.all([
    activeRules(deps, domainEvent.trigger),
    domainEvent.eventId === null ? null : findNotifiedEvent(deps, domainEvent.eventId),
    settingsOf(deps),
  ]);
  // Skip events whose page no longer exists.
  const isGone =
    domainEvent.eventId !== null &&
    !notificationKind(domainEvent.kind).isOfHidden &&
    !about?.event.isListed;
  // In the order of their keys, so that one that has been added or taken away meanwhile moves none
  // of the others.
  const open = isGone
    ? []
    : rules.filter((rule) => fits(rule, about) && isMeant(rule, domainEvent)).sort(byKey);
  return {
    context: {
      about: about && atItsDate(about, domainEvent),
      mailsAreOn: notifications.enableEmailNotifications,
      rules: open,
    },
    open,
    isGone,
  };
}

/** @returns whether all recipients are done */
async function deliverToAll(
  deps: Deps,
  domainEvent: DomainEventRow,
  most: number,
): Promise<boolean> {
  const { context, open: fitting, isGone } = await openRules(deps, domainEvent);
  const { about } = context;
  const start = domainEvent.position;
  const { isOfCity } = notificationKind(domainEvent.kind);
  const open = fitting.filter(
    (rule) => (!isOfCity || goesOut(rule)) && (start === null || rule.key >= start.rule),
  );
  if (isOfCity && about && start === null && fitting.length > 0) {
    const { statement, dispatch } = cityNotificationStatement(deps, domainEvent, about, fitting);
    const [rows] = await deps.db.batch([
      statement,
      ...(open.length === 0 ? [progress(deps, domainEvent, null, false)] : []),
    ]);
    dispatch(rows);
    if (open.length === 0) return true;
  }
  let delivery = 0;
  // Guests hold a place, so they learn of a change before those who saved the event.
  let guest: string | null = start === null ? "" : start.rule === GUESTS ? start.after : null;
  while (guest !== null && !isGone) {
    const page = await guestPage(deps, domainEvent, guest, CHUNK);
    guest = page.after;
    delivery += page.people;
    const next = guest === null ? open[0]?.key : GUESTS;
    const isEnough = next !== undefined && (delivery >= most || !hasAllowance(deps, PAGE));
    if (page.statements.length > 0) {
      const position = next === undefined ? null : { rule: next, after: guest ?? "" };
      await deps.db.batch([progress(deps, domainEvent, position, isEnough), ...page.statements]);
      page.dispatch();
    }
    if (isEnough) return false;
  }
  for (const [place, rule] of open.entries()) {
    let after: string | null = start?.rule === rule.key ? start.after : "";
    while (after !== null) {
      const from: string = after;
      const page: AudiencePage = await findAudience(deps, rule, domainEvent, from, CHUNK);
      after = page.after;
      delivery += page.people.length;
      const next = after === null ? open[place + 1] : rule;
      const isEnough = next !== undefined && (delivery >= most || !hasAllowance(deps, PAGE));
      const position = next && { rule: next.key, after: after ?? "" };
      const advance = progress(deps, domainEvent, position ?? null, isEnough);
      await deliverPage(
        deps,
        { domainEvent, rule, ...context },
        { people: page.people, from },
        advance,
      );
      if (isEnough) return false;
    }
  }
  if (open.length === 0) await progress(deps, domainEvent, null, false);
  return true;
}

/** Whether a rule sends instantly; the rest of a city's notification is its shared row. */
const goesOut = ({ channels, timing }: Rule): boolean =>
  timing === "instant" && (channels.includes("email") || channels.includes("push"));

/**
 * Audiences whose digests list the event by an earlier rule: of two rules that mail, the first
 * wins.
 */
const digestedBefore = ({ rules, rule: { key, audience: own } }: DeliveryContext): RuleAudience[] =>
  // Followers have chosen for themselves when they are mailed.
  (own === "followers" ? [] : rules)
    .filter(
      (rule) => rule.key < key && rule.channels.includes("email") && rule.timing !== "instant",
    )
    .map(({ audience }) => audience);

const byKey = (a: Rule, b: Rule) => (a.key < b.key ? -1 : 1);

/**
 * The statement that stores a domain event's progress; null is done. @param leaves whether the next
 * worker may continue immediately
 */
function progress(
  { db, clock }: Pick<Deps, "db" | "clock">,
  domainEvent: DomainEventRow,
  position: DomainEventRow["position"],
  leaves: boolean,
) {
  const now = clock.now();
  return db
    .update(domainEvents)
    .set(
      position === null
        ? { doneAt: now, lastError: null }
        : {
            position,
            attempts: 0,
            lastError: null,
            dueAt: leaves ? now : sql`max(${domainEvents.dueAt}, ${now + CLAIM})`,
          },
    )
    .where(and(eq(domainEvents.id, domainEvent.id), isNull(domainEvents.doneAt)));
}

interface DeliveryContext {
  domainEvent: DomainEventRow;
  rule: Rule;
  about: NotifiedEvent | null;
  mailsAreOn: boolean;
  /** All matching rules, in the order of their keys. */
  rules: readonly Rule[];
}

/** Prepares and stores the notifications of some recipients, with `advance` in the same batch. */
async function deliverTo(
  deps: Deps,
  given: DeliveryContext,
  people: readonly Recipient[],
  advance: readonly BatchItem<"sqlite">[],
): Promise<void> {
  const { rule: asked, domainEvent, about } = given;
  const startsAt = about?.event.startsAt ?? null;
  const rule = ruleFor(asked, domainEvent, startsAt, deps.clock.now());
  const delivery = { ...given, rule };
  const chosen = await prepareNotifications(deps, delivery, people);
  const guests = await mailedAsGuests(
    deps,
    domainEvent,
    chosen.mails.map(({ userId }) => userId),
  );
  const prepared = { ...chosen, mails: chosen.mails.filter(({ userId }) => !guests.has(userId)) };
  // Lists and digests merge the shared row.
  const pending = notificationKind(delivery.domainEvent.kind).isOfCity
    ? notificationStatements(
        deps,
        { ...delivery, digestedBy: digestedBefore(delivery) },
        { ...prepared, inApp: [], digests: [] },
      )
    : notificationStatements(deps, delivery, prepared);
  const [first, ...rest] = [...advance, ...pending.statements];
  if (!first) return;
  const results = (await deps.db.batch([first, ...rest])) as unknown[][];
  pending.dispatch(results.slice(advance.length));
}

/**
 * Notifies a page of recipients, in one batch with the progress. A failing recipient goes to the
 * dead letters, and the others are notified.
 */
async function deliverPage(
  deps: Deps,
  delivery: DeliveryContext,
  { people, from }: { people: readonly Recipient[]; from: string },
  advance: BatchItem<"sqlite">,
): Promise<void> {
  try {
    return await deliverTo(deps, delivery, people, [advance]);
  } catch (error) {
    if (people.length === 0 || isOutage(error)) throw error;
  }
  const letters: BatchItem<"sqlite">[] = [];
  await isolateFailures(
    people,
    (part) => deliverTo(deps, delivery, part, []),
    async ({ id: person }, error) => {
      const { domainEvent, rule } = delivery;
      log("error", "news.set-aside", {
        id: domainEvent.id,
        kind: domainEvent.kind,
        person,
        ...describeError(error),
      });
      const letter = {
        type: "news.tell",
        id: deps.ids.next(),
        cause: domainEvent.id,
        rule: rule.key,
        after: from,
        person,
      } as const;
      letters.push(deadLetterStatement(deps, "notification-causes", [letter], lastErrorOf(error)));
    },
  );
  await deps.db.batch([advance, ...letters]);
}

/** Retries a recipient from the dead letters. */
export async function retryRecipient(
  deps: Deps,
  { cause: id, rule: key, after, person }: Extract<JobMessage, { type: "news.tell" }>,
): Promise<void> {
  const domainEvent = await deps.db
    .select()
    .from(domainEvents)
    .where(eq(domainEvents.id, id))
    .get();
  if (!domainEvent) return;
  const { open, context } = await openRules(deps, domainEvent);
  const rule = open.find((one) => one.key === key);
  if (!rule) return;
  const { people } = await findAudience(deps, rule, domainEvent, after, CHUNK);
  await deliverTo(
    deps,
    { domainEvent, rule, ...context },
    people.filter((one) => one.id === person),
    [],
  );
}

/**
 * Gives up a domain event and writes its dead letter in one batch, so that staff see it and can
 * retry.
 */
async function giveUp(
  deps: Deps,
  domainEvent: Pick<DomainEventRow, "id" | "kind">,
  lastError: string,
): Promise<void> {
  log("error", "news.dead", { id: domainEvent.id, kind: domainEvent.kind, error: lastError });
  await deps.db.batch([
    deps.db
      .update(domainEvents)
      .set({ doneAt: deps.clock.now(), lastError })
      .where(and(eq(domainEvents.id, domainEvent.id), isNull(domainEvents.doneAt))),
    deadLetterStatement(
      deps,
      "notification-causes",
      [{ type: "news.expand", id: domainEvent.id, again: true }],
      lastError,
    ),
  ]);
}

/** Every minute: continues domain events that the queue lost or whose worker died. */
export async function sweepDomainEvents(
  deps: Deps,
): Promise<{ domainEvents: number; failed: number }> {
  const due = await deps.db
    .select({ id: domainEvents.id })
    .from(domainEvents)
    // Written out, so that the partial index is taken.
    .where(and(sql`done_at IS NULL`, lte(domainEvents.dueAt, deps.clock.now())))
    .orderBy(asc(domainEvents.dueAt), asc(domainEvents.id))
    .limit(SWEEP);
  let failed = 0;
  for (const { id } of due) {
    if (!hasAllowance(deps, PAGE)) break;
    try {
      if ((await expandDomainEvent(deps, id, PEOPLE_AT_ONCE)) === "more")
        await deps.jobs.send({ type: "news.expand", id });
    } catch {
      failed += 1;
    }
  }
  return { domainEvents: due.length, failed };
}
