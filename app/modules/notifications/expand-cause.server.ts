import { and, asc, eq, isNull, lte, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import { notificationCauses } from "../../../db/schema";
import type { Deps } from "../../lib/deps";
import { HOUR, MINUTE } from "../../lib/durations";
import { log } from "../../lib/log";
import { findNotifiedEvent, type NotifiedEvent } from "../events/notified-event.server";
import { activeRules, type Rule } from "../notification-rules/rules.server";
import { deadLetterStatement } from "../queues/dead-letters.server";
import { CLAIM, lastErrorOf } from "../queues/outbox.server";
import { settingsOf } from "../settings/platform-settings.server";
import { type AudiencePage, audienceOf } from "./audience.server";
import type { CauseRow } from "./causes.server";
import { newsKind } from "./news-kinds";
import { notificationStatements } from "./notification-statements.server";
import { type PreparedNotifications, prepareNotifications } from "./prepare-notifications.server";

/** People of one batch. */
const CHUNK = 100;
/** Waits after failures, ms; past the last one a cause is given up. */
const WAITS = [MINUTE, 2 * MINUTE, 5 * MINUTE, 15 * MINUTE, HOUR, 6 * HOUR];
/** Causes that one sweep takes up, and people whom it tells of each. */
const SWEEP = 20;
export const PEOPLE_AT_ONCE = 2_000;

/** Whether a rule is about this event. */
export function fits({ conditions }: Pick<Rule, "conditions">, about: NotifiedEvent | null): boolean {
  const { cities, categories, featuredOnly } = conditions;
  if (!about) return cities.length === 0 && categories.length === 0 && !featuredOnly;
  return (
    (cities.length === 0 || (about.city !== undefined && cities.includes(about.city.slug))) &&
    (categories.length === 0 || about.event.categories.some((category) => categories.includes(category))) &&
    (!featuredOnly || about.event.isFeatured)
  );
}

/**
 * Carries out the rules of a cause for some people, if it is due and nobody else is at it. Each chunk is one batch that
 * stores what it tells and how far it has come, and each piece has a key of its own: whoever dies in the middle, or two
 * who are at it at once, tell nobody twice and leave nobody out (quality.md §3).
 * @param most people, about
 * @returns `more` where it is not through
 */
export async function expandCause(deps: Deps, id: string, most: number): Promise<"done" | "more" | "skipped"> {
  const { db, clock } = deps;
  const now = clock.now();
  const cause = await db
    .update(notificationCauses)
    .set({ dueAt: now + CLAIM, attempts: sql`${notificationCauses.attempts} + 1` })
    .where(and(eq(notificationCauses.id, id), isNull(notificationCauses.doneAt), lte(notificationCauses.dueAt, now)))
    .returning()
    .get();
  if (!cause) return "skipped";
  if (cause.attempts > WAITS.length) {
    await giveUp(deps, cause, cause.lastError ?? "Its senders died again and again.");
    return "done";
  }
  try {
    return (await tellAll(deps, cause, most)) ? "done" : "more";
  } catch (error) {
    const lastError = lastErrorOf(error);
    log("warn", "news.retried", { id, kind: cause.kind, error: lastError });
    const wait = WAITS[cause.attempts - 1] ?? MINUTE;
    await db
      .update(notificationCauses)
      .set({ lastError, dueAt: clock.now() + wait })
      .where(and(eq(notificationCauses.id, id), isNull(notificationCauses.doneAt)));
    throw error;
  }
}

/** @returns whether all have been told */
async function tellAll(deps: Deps, cause: CauseRow, most: number): Promise<boolean> {
  const [rules, about, { notifications }] = await Promise.all([
    activeRules(deps, cause.trigger),
    cause.eventId === null ? null : findNotifiedEvent(deps, cause.eventId),
    settingsOf(deps),
  ]);
  const context = { about, mailsAreOn: notifications.enableEmailNotifications };
  // Nobody is sent to a page that is not there (any more).
  const isGone = cause.eventId !== null && !newsKind(cause.kind).isOfHidden && !about?.event.isListed;
  const start = cause.position;
  // In the order of their keys, so that one that has been added or taken away meanwhile moves none of the others.
  const open = isGone ? [] : rules.filter((rule) => fits(rule, about) && (start === null || rule.key >= start.rule)).sort(byKey);
  let told = 0;
  for (const [place, rule] of open.entries()) {
    let after: string | null = start?.rule === rule.key ? start.after : "";
    while (after !== null) {
      const page: AudiencePage = await audienceOf(deps, rule, cause, after, CHUNK);
      const prepared = await prepareNotifications(deps, { cause, rule, ...context }, page.people);
      after = page.after;
      told += page.people.length;
      const next = after === null ? open[place + 1] : rule;
      const isEnough = told >= most && next !== undefined;
      const position = next && { rule: next.key, after: after ?? "" };
      await store(deps, { cause, rule, prepared }, progress(deps, cause, position ?? null, isEnough));
      if (isEnough) return false;
    }
  }
  if (open.length === 0) await progress(deps, cause, null, false);
  return true;
}

const byKey = (a: Rule, b: Rule) => (a.key < b.key ? -1 : 1);

/** The statement that says how far a cause has come; null is through. @param leaves whether whoever comes next may go on at once */
function progress({ db, clock }: Pick<Deps, "db" | "clock">, cause: CauseRow, position: CauseRow["position"], leaves: boolean) {
  const now = clock.now();
  return db
    .update(notificationCauses)
    .set(
      position === null
        ? { doneAt: now, lastError: null }
        : { position, attempts: 0, lastError: null, dueAt: leaves ? now : sql`max(${notificationCauses.dueAt}, ${now + CLAIM})` },
    )
    .where(and(eq(notificationCauses.id, cause.id), isNull(notificationCauses.doneAt)));
}

async function store(
  deps: Deps,
  { cause, rule, prepared }: { cause: CauseRow; rule: Rule; prepared: PreparedNotifications },
  advance: BatchItem<"sqlite">,
): Promise<void> {
  const pending = notificationStatements(deps, { cause, rule }, prepared);
  const results = (await deps.db.batch([advance, ...pending.statements])) as unknown[][];
  pending.dispatch(results.slice(1));
}

/** Gives a cause up, where staff see it and can have it taken up again: both or neither, else nobody would ever see it. */
async function giveUp(deps: Deps, cause: CauseRow, lastError: string): Promise<void> {
  log("error", "news.dead", { id: cause.id, kind: cause.kind, error: lastError });
  await deps.db.batch([
    deps.db
      .update(notificationCauses)
      .set({ doneAt: deps.clock.now(), lastError })
      .where(and(eq(notificationCauses.id, cause.id), isNull(notificationCauses.doneAt))),
    deadLetterStatement(deps, "notification-causes", [{ type: "news.expand", id: cause.id, again: true }]),
  ]);
}

/** Every minute: goes on with what nobody is at, since the queue has lost it or its machine has died. */
export async function sweepCauses(deps: Deps): Promise<{ causes: number; failed: number }> {
  const due = await deps.db
    .select({ id: notificationCauses.id })
    .from(notificationCauses)
    // Written out, so that the partial index is taken.
    .where(and(sql`done_at IS NULL`, lte(notificationCauses.dueAt, deps.clock.now())))
    .orderBy(asc(notificationCauses.dueAt), asc(notificationCauses.id))
    .limit(SWEEP);
  let failed = 0;
  for (const { id } of due)
    try {
      if ((await expandCause(deps, id, PEOPLE_AT_ONCE)) === "more") await deps.jobs.send({ type: "news.expand", id });
    } catch {
      failed += 1;
    }
  return { causes: due.length, failed };
}
