import { asc, eq, sql } from "drizzle-orm";
import { notificationRules, users } from "../../../../db/schema";
import type { Deps } from "../../../lib/deps";
import { AppError } from "../../../lib/errors";
import { type Actor, assertCan } from "../../../lib/permissions";
import type { NotifiedEvent } from "../../events/present/notified-event.server";
import { settingsOf } from "../../settings/platform-settings.server";
import { findAudience, type Recipient } from "../audience.server";
import {
  type ChannelChoice,
  chooseChannels,
  type DomainEventKind,
  type Exclusion,
  isUrgent,
  notificationKind,
  ruleFor,
} from "../choose-channels";
import { digestSlotAt, notificationReader, readersDay } from "../digest-times.server";
import { isUnderCap } from "../notification-statements.server";
import { type Rule, SHIPPED_RULES, shippedRule, storedRule } from "./active-rules.server";

type Row = typeof notificationRules.$inferSelect;

/** A rule as staff see it. */
export interface RuleState extends Rule {
  isShipped: boolean;
  /** UTC ms; null for unchanged shipped rules. */
  updatedAt: number | null;
  updatedBy: { id: string; displayName: string } | null;
}

const select = ({ db }: Pick<Deps, "db">) =>
  db
    .select({ rule: notificationRules, by: users.displayName })
    .from(notificationRules)
    .leftJoin(users, eq(users.id, notificationRules.updatedBy));

const stateOf = ({ rule, by }: { rule: Row; by: string | null }): RuleState => ({
  ...storedRule(rule),
  isShipped: shippedRule(rule.key) !== undefined,
  updatedAt: rule.updatedAt,
  updatedBy: rule.updatedBy === null ? null : { id: rule.updatedBy, displayName: by ?? "" },
});

const untouched = (rule: Rule): RuleState => ({
  ...rule,
  isShipped: true,
  updatedAt: null,
  updatedBy: null,
});

/** All rules by key, unchanged shipped ones included. @throws AppError("forbidden") */
export async function listRules(deps: Pick<Deps, "db">, actor: Actor | null): Promise<RuleState[]> {
  assertCan(actor, "notification-rule:manage");
  const rows = await select(deps).orderBy(asc(notificationRules.key));
  const stored = rows.map(stateOf);
  const keys = new Set(stored.map(({ key }) => key));
  return [...SHIPPED_RULES.filter(({ key }) => !keys.has(key)).map(untouched), ...stored].sort(
    (a, b) => (a.key < b.key ? -1 : 1),
  );
}

/** @throws AppError("forbidden"), AppError("not-found") */
export async function getRule(
  deps: Pick<Deps, "db">,
  actor: Actor | null,
  key: string,
): Promise<RuleState> {
  assertCan(actor, "notification-rule:manage");
  const row = await select(deps).where(eq(notificationRules.key, key)).get();
  if (row) return stateOf(row);
  const shipped = shippedRule(key);
  if (shipped) return untouched(shipped);
  throw new AppError("not-found");
}

/** Limit of listed users. */
const SHOWN = 50;
/** People counted at most; beyond them the number is "more than". */
const LOOKED_AT = 10_000;
const PAGE = 500;

/** The users that a rule would notify now, and the number of excluded ones by reason. */
interface Reach {
  people: (Recipient & ChannelChoice)[];
  total: number;
  /** False when the audience exceeds the examined part. */
  isAll: boolean;
  leftOut: Map<Exclusion, number>;
}

/** Which of these users have reached the rule's daily cap. */
async function cappedAmong(
  { db, clock }: Deps,
  rule: Rule,
  people: readonly Recipient[],
): Promise<Set<string>> {
  if (rule.capPerDay === null || people.length === 0) return new Set();
  const days = people.map((person) => {
    const { from, to } = readersDay(clock.now(), notificationReader(person).timeZone);
    return [person.id, from, to];
  });
  const [id, from, to] = [sql`(day.value ->> 0)`, sql`(day.value ->> 1)`, sql`(day.value ->> 2)`];
  const rows = await db.all<{ id: string }>(
    sql`SELECT ${id} AS id FROM json_each(${JSON.stringify(days)}) day WHERE NOT ${isUnderCap({ domainEventId: null, rule }, id, from, to)}`,
  );
  return new Set(rows.map((row) => row.id));
}

/**
 * The users that a rule would notify now of an event, by the same choice as real notifications.
 * Read-only.
 */
export async function reachOf(
  deps: Deps,
  asked: Rule,
  kind: DomainEventKind,
  about: NotifiedEvent | null,
): Promise<Reach> {
  const rule = ruleFor(asked, { kind }, about?.event.startsAt ?? null, deps.clock.now());
  const { notifications } = await settingsOf(deps);
  const found: Reach = { people: [], total: 0, isAll: true, leftOut: new Map() };
  // The future actor is unknown.
  const domainEvent = {
    kind,
    eventId: about?.event.id ?? null,
    ...(kind === "event-dates-added" &&
      about && { values: { followed: `series:${about.event.id}` } }),
    actorId: notificationKind(kind).isOfCreator ? (about?.creatorId ?? null) : null,
  };
  let looked = 0;
  for (let after: string | null = ""; after !== null; ) {
    if (looked >= LOOKED_AT) return { ...found, isAll: false };
    const page = await findAudience(deps, rule, domainEvent, after, PAGE);
    const capped = await cappedAmong(deps, rule, page.people);
    for (const person of page.people) {
      const digestDueAt = digestSlotAt(rule, person, deps.clock.now());
      const choice = chooseChannels({ ...person, digestDueAt }, rule, kind, {
        mailsAreOn: notifications.enableEmailNotifications,
        sendsPushes: deps.push !== null,
        startsAt: about?.event.startsAt ?? null,
        isUrgent: isUrgent(rule, { kind }),
        isCapped: capped.has(person.id),
      });
      for (const reason of choice.without)
        found.leftOut.set(reason, (found.leftOut.get(reason) ?? 0) + 1);
      if (choice.ways.length === 0) continue;
      found.total += 1;
      if (found.people.length < SHOWN) found.people.push({ ...person, ...choice });
    }
    looked += PAGE;
    after = page.after;
  }
  return found;
}
