import { inArray, type SQL, sql } from "drizzle-orm";
import { users } from "../../../../db/schema";
import type { Deps } from "../../../lib/deps";
import { AppError } from "../../../lib/errors";
import type { HTTPIssue } from "../../../lib/http/form-failure";
import { ROLES } from "../../../lib/permissions";
import { EVENTLESS_TRIGGERS, INSTANT_TRIGGERS } from "../../../lib/text/rule-in-words";
import { listCities } from "../../cities/queries.server";
import { CATEGORY_TOPICS } from "../audience.server";
import { hasTemplate } from "../templates/templates.server";
import { isAudienceAllowed, type RuleValues } from "./active-rules.server";
import { isDigest } from "./schema";

/** Share of its audience from which a rule with instant mails needs a confirmation. */
const MANY = 1 / 2;

type Broadcast = RuleValues & { audience: "city-followers" | "interested" };

/** Whether a rule mails instantly to users who only stated a city or interests. */
const isBroadcast = (rule: RuleValues): rule is Broadcast =>
  rule.isActive &&
  rule.channels.includes("email") &&
  rule.timing === "instant" &&
  (rule.audience === "city-followers" || rule.audience === "interested");

const has = (topic: SQL) =>
  sql`EXISTS (SELECT 1 FROM user_topics t WHERE t.user_id = ${users.id} AND ${topic})`;
const among = (topics: readonly string[]) =>
  sql`t.topic IN (SELECT value FROM json_each(${JSON.stringify(topics)}))`;
const ANY_CITY = sql`t.topic >= 'city:' AND t.topic < 'city;'`;
const ANY_INTEREST = sql`t.topic >= 'interest:' AND t.topic < 'interest;'`;

/**
 * Whom some event that fits the rule would reach, as `audienceOf` finds them for one event. Whether
 * it is featured says nothing of people.
 */
function reachedBy({ audience, conditions }: Pick<Broadcast, "audience" | "conditions">): SQL {
  const cities =
    conditions.cities.length === 0
      ? ANY_CITY
      : among(conditions.cities.map((slug) => `city:${slug}`));
  if (audience === "city-followers") return has(cities);
  const meant: readonly string[] = conditions.categories;
  const topics = CATEGORY_TOPICS.flatMap(([category, topic]) =>
    meant.includes(category) ? [topic] : [],
  );
  const likes = has(meant.length === 0 ? ANY_INTEREST : among(topics));
  return conditions.cities.length === 0
    ? likes
    : sql`${likes} AND (${has(cities)} OR NOT ${has(ANY_CITY)})`;
}

const EVERYONE: Broadcast["conditions"] = { cities: [], categories: [], featuredOnly: false };

/** How many people the rules reach who get mail about new events. */
async function countMailed(
  { db }: Pick<Deps, "db">,
  rules: readonly Pick<Broadcast, "audience" | "conditions">[],
): Promise<number[]> {
  const counts = Object.fromEntries(
    rules.map((rule, at) => [`n${at}`, sql<number>`coalesce(sum(${reachedBy(rule)}), 0)`]),
  );
  const row = await db
    .select(counts)
    .from(users)
    .where(
      // All roles, so that the query uses the index by role.
      sql`${inArray(users.role, [...ROLES])} AND ${users.isActive} = 1 AND ${users.deletedAt} IS NULL AND ${users.emailVerifiedAt} IS NOT NULL AND ${users.mailRefusedAt} IS NULL AND ${users.notificationPreferences} ->> 'emailEnabled' = 1 AND instr(${users.notificationPreferences}, '"newEvents"') > 0`,
    )
    .get();
  return rules.map((_, at) => row?.[`n${at}`] ?? 0);
}

/**
 * The number of instant mails of a rule when it is so large that staff must confirm it; null
 * otherwise.
 */
async function asksFor(
  deps: Pick<Deps, "db">,
  rule: RuleValues,
  before: RuleValues | null,
): Promise<number | null> {
  if (!isBroadcast(rule)) return null;
  const { audience } = rule;
  const wasBroadcast = before !== null && isBroadcast(before) && before.audience === audience;
  const [count = 0, all = 0, already = 0] = await countMailed(deps, [
    rule,
    { audience, conditions: EVERYONE },
    ...(wasBroadcast ? [before] : []),
  ]);
  if (wasBroadcast && count <= already) return null;
  return count >= all * MANY ? count : null;
}

/** Issues of a rule beyond single fields, such as values without effect. */
async function issuesOf(
  deps: Pick<Deps, "db" | "memo">,
  key: string,
  rule: RuleValues,
): Promise<HTTPIssue[]> {
  const issues: HTTPIssue[] = [];
  const refuse = (path: string, message: string) => void issues.push({ path, message });
  const { cities, categories, featuredOnly } = rule.conditions;
  const hasConditions = cities.length > 0 || categories.length > 0 || featuredOnly;
  if (!isAudienceAllowed(rule)) refuse("audience", "errors:issue.ruleAudience");
  if (isDigest(rule.trigger)) {
    // Each digest has one rule, so that users get one digest a day.
    if (key !== rule.trigger) refuse("trigger", "errors:issue.digestRule");
    if (rule.channels.some((channel) => channel !== "email"))
      refuse("channels", "errors:issue.digestChannel");
    if (rule.timing !== rule.trigger.slice("digest.".length))
      refuse("timing", "errors:issue.digestTiming");
    if (hasConditions) refuse("conditions", "errors:issue.digestConditions");
    if (rule.capPerDay !== null) refuse("capPerDay", "errors:issue.digestLimits");
    if (rule.quietHours !== null) refuse("quietHours", "errors:issue.digestLimits");
  } else if (EVENTLESS_TRIGGERS.includes(rule.trigger) && hasConditions)
    refuse("conditions", "errors:issue.runConditions");
  if (
    !INSTANT_TRIGGERS.includes(rule.trigger) &&
    rule.timing !== "instant" &&
    rule.channels.every((channel) => channel === "push")
  )
    refuse("channels", "errors:issue.pushWaits");
  const known = new Set((await listCities(deps)).map(({ slug }) => slug));
  if (rule.conditions.cities.some((slug) => !known.has(slug)))
    refuse("conditions", "errors:issue.city");
  if (rule.templateKey !== null && !(await hasTemplate(deps, rule.templateKey)))
    refuse("templateKey", "errors:issue.noTemplate");
  return issues;
}

/**
 * Validates a rule before it is written.
 * @throws AppError("invalid"), AppError("conflict") when staff must confirm the number of
 * recipients
 */
export async function assertSensible(
  deps: Pick<Deps, "db" | "memo">,
  key: string,
  rule: RuleValues,
  before: RuleValues | null,
  confirmed: number | null,
): Promise<void> {
  const issues = await issuesOf(deps, key, rule);
  if (issues.length > 0) throw new AppError("invalid", issues);
  const count = await asksFor(deps, rule, before);
  if (count !== null && confirmed !== count)
    throw new AppError("conflict", [
      { path: "confirmedRecipients", message: "errors:issue.mailsEveryone", values: { count } },
    ]);
}
