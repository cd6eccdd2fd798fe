import { and, eq, inArray, sql } from "drizzle-orm";
import { notificationRules, users } from "../../../db/schema";
import type { Deps } from "../../lib/deps";
import { AppError } from "../../lib/errors";
import type { HTTPIssue } from "../../lib/http-issue";
import { type Actor, assertCan, ROLES } from "../../lib/permissions";
import { auditEntry } from "../audit/audit-entry.server";
import { listCities } from "../cities/queries.server";
import { hasTemplate } from "../mail-templates/templates.server";
import type { Rule } from "./rule";
import { forgetRules, getRule, type RuleState } from "./rules.server";
import { isDigest, type RuleInput, type RuleUpdate } from "./schema";
import { shippedRule } from "./shipped-rules";

type Write = Pick<Deps, "db" | "memo" | "clock" | "ids">;
type Values = Omit<Rule, "key" | "version">;

const PERMISSION = "notification-rule:manage";

const valuesOf = ({
  name,
  trigger,
  audience,
  conditions,
  channels,
  timing,
  templateKey,
  capPerDay,
  quietHours,
  isActive,
}: Values): Values => ({
  name,
  trigger,
  audience,
  conditions,
  channels,
  timing,
  templateKey,
  capPerDay,
  quietHours,
  isActive,
});

/** Whether a rule sends a mail at once to people who have only said where they live or what they like. */
const mailsEveryone = ({ isActive, audience, channels, timing, conditions }: Values): boolean =>
  isActive &&
  channels.includes("email") &&
  timing === "instant" &&
  (audience === "city-followers" || audience === "interested") &&
  conditions.cities.length === 0 &&
  conditions.categories.length === 0 &&
  !conditions.featuredOnly;

/** How many people a rule may mail that leaves nobody out: those who take mail about new events and follow or like anything. */
async function countMailed({ db }: Pick<Deps, "db">, audience: "city-followers" | "interested"): Promise<number> {
  const chosen = audience === "city-followers" ? users.cities : users.interests;
  const row = await db
    .select({ count: sql<number>`count(*)` })
    .from(users)
    .where(
      // By role, so that an index is taken: everybody has one.
      sql`${inArray(users.role, [...ROLES])} AND ${users.isActive} = 1 AND ${users.deletedAt} IS NULL AND ${users.emailVerifiedAt} IS NOT NULL AND ${users.mailRefusedAt} IS NULL AND ${chosen} <> '[]' AND ${users.notificationPreferences} ->> 'emailEnabled' = 1 AND instr(${users.notificationPreferences}, '"newEvents"') > 0`,
    )
    .get();
  return row?.count ?? 0;
}

/** What is wrong with a rule beyond its single fields. */
async function issuesOf(deps: Pick<Deps, "db" | "memo">, rule: Values): Promise<HTTPIssue[]> {
  const issues: HTTPIssue[] = [];
  const refuse = (path: string, message: string) => void issues.push({ path, message });
  if (isDigest(rule.trigger)) {
    if (rule.channels.some((channel) => channel !== "email")) refuse("channels", "errors:issue.digestChannel");
    if (rule.timing !== rule.trigger.slice("digest.".length)) refuse("timing", "errors:issue.digestTiming");
    if (rule.audience === "staff" || rule.audience === "creator") refuse("audience", "errors:issue.ruleAudience");
  } else if ((rule.trigger === "ingestion.completed" || rule.trigger === "event.flagged") !== (rule.audience === "staff")) {
    // What staff alone see is told to staff alone, and they are told of nothing else.
    refuse("audience", "errors:issue.ruleAudience");
  }
  const known = new Set((await listCities(deps)).map(({ slug }) => slug));
  if (rule.conditions.cities.some((slug) => !known.has(slug))) refuse("conditions", "errors:issue.city");
  if (rule.templateKey !== null && !(await hasTemplate(deps, rule.templateKey))) refuse("templateKey", "errors:issue.noTemplate");
  return issues;
}

/** @throws AppError("invalid"), AppError("conflict") where somebody must first say that they mean everyone */
async function assertSensible(
  deps: Pick<Deps, "db" | "memo">,
  rule: Values,
  before: Values | null,
  confirmed: number | null,
): Promise<void> {
  const issues = await issuesOf(deps, rule);
  if (issues.length > 0) throw new AppError("invalid", issues);
  if (!mailsEveryone(rule) || (before && mailsEveryone(before) && before.audience === rule.audience)) return;
  const count = await countMailed(deps, rule.audience as "city-followers" | "interested");
  if (confirmed !== count)
    throw new AppError("conflict", [{ path: "confirmedRecipients", message: "errors:issue.mailsEveryone", values: { count } }]);
}

const failsAt = (error: unknown, where: string): boolean => {
  for (let cause = error; cause instanceof Error; cause = cause.cause) if (cause.message.includes(where)) return true;
  return false;
};

const audited = (deps: Write, actor: Actor, action: string, key: string, before: Values | null, after: Values | null) =>
  auditEntry(deps, {
    actorId: actor.id,
    action: `notification-rule.${action}`,
    entity: "notification-rule",
    entityId: key,
    metadata: { before: before && valuesOf(before), after: after && valuesOf(after) },
    sessionId: actor.sessionId,
  });

async function insertRule(deps: Write, actor: Actor, key: string, rule: Values, before: RuleState | null): Promise<void> {
  const now = deps.clock.now();
  await deps.db.batch([
    deps.db.insert(notificationRules).values({ ...valuesOf(rule), key, createdAt: now, updatedAt: now, updatedBy: actor.id }),
    audited(deps, actor, before ? "changed" : "created", key, before, rule),
  ]);
  forgetRules(deps.memo);
}

/**
 * Makes a rule. @throws AppError("forbidden"), AppError("invalid"), AppError("conflict") where there is one of that key,
 * or where it mails everyone and nobody has confirmed how many that are
 */
export async function createRule(deps: Write, actor: Actor | null, { key, confirmedRecipients, ...rule }: RuleInput): Promise<void> {
  assertCan(actor, PERMISSION);
  const taken = () => new AppError("conflict", [{ path: "key", message: "errors:issue.ruleTaken" }]);
  if (shippedRule(key)) throw taken();
  await assertSensible(deps, rule, null, confirmedRecipients);
  await insertRule(deps, actor, key, rule, null).catch((error: unknown) => {
    throw failsAt(error, "UNIQUE constraint failed: notification_rules.key") ? taken() : error;
  });
}

/**
 * Changes what is given of a rule; a shipped one is stored then, and takes the place of what was shipped.
 * @throws AppError("forbidden"), AppError("not-found"), AppError("invalid"), AppError("conflict") where somebody was
 * faster, or where it would mail everyone from now on and nobody has confirmed how many that are
 */
export async function saveRule(
  deps: Write,
  actor: Actor | null,
  key: string,
  { version, confirmedRecipients, ...changes }: RuleUpdate,
): Promise<void> {
  assertCan(actor, PERMISSION);
  const before = await getRule(deps, actor, key);
  const stale = () => new AppError("conflict", [{ path: "version", message: "errors:issue.stale" }]);
  if (version !== undefined && version !== before.version) throw stale();
  const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
  const after: Values = { ...valuesOf(before), ...given };
  await assertSensible(deps, after, before, confirmedRecipients);
  try {
    if (before.version === 0) await insertRule(deps, actor, key, after, before);
    else await replaceRule(deps, actor, before, after);
  } catch (error) {
    throw failsAt(error, "constraint failed: notification_rules") ? stale() : error;
  }
}

async function replaceRule(deps: Write, actor: Actor, before: RuleState, after: Values): Promise<void> {
  const { db, clock } = deps;
  const { key, version } = before;
  // Where it is not as it was found there is no row to copy the key from, and the statement fails with its batch.
  const asFound = sql`(${db
    .select({ key: notificationRules.key })
    .from(notificationRules)
    .where(and(eq(notificationRules.key, key), eq(notificationRules.version, version)))})`;
  const values = { ...valuesOf(after), updatedAt: clock.now(), updatedBy: actor.id };
  await db.batch([
    db
      .insert(notificationRules)
      .values({ ...values, key: asFound, createdAt: clock.now() })
      .onConflictDoUpdate({ target: notificationRules.key, set: { ...values, version: version + 1 } }),
    audited(deps, actor, "changed", key, before, after),
  ]);
  forgetRules(deps.memo);
}

async function removeRule(deps: Write, actor: Actor, before: RuleState): Promise<void> {
  await deps.db.batch([
    deps.db.delete(notificationRules).where(eq(notificationRules.key, before.key)),
    audited(deps, actor, before.isShipped ? "reset" : "deleted", before.key, before, shippedRule(before.key) ?? null),
  ]);
  forgetRules(deps.memo);
}

/** Brings a shipped rule back as it was shipped. @throws AppError("forbidden"), AppError("not-found") where it is so, or is none */
export async function resetRule(deps: Write, actor: Actor | null, key: string): Promise<void> {
  assertCan(actor, PERMISSION);
  const before = await getRule(deps, actor, key);
  if (!before.isShipped || before.version === 0) throw new AppError("not-found");
  await removeRule(deps, actor, before);
}

/**
 * Deletes a rule that staff have made. @throws AppError("forbidden"), AppError("not-found"), AppError("conflict") for a
 * shipped one, which can be reset or switched off
 */
export async function deleteRule(deps: Write, actor: Actor | null, key: string): Promise<void> {
  assertCan(actor, PERMISSION);
  const before = await getRule(deps, actor, key);
  if (before.isShipped) throw new AppError("conflict");
  await removeRule(deps, actor, before);
}
