import { and, asc, eq, gt, inArray, type SQL, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import { cities, eventDrafts, users } from "../../../db/schema";
import type { Deps } from "../../lib/deps";
import type { AppError } from "../../lib/errors";
import { runGuarded } from "../guarded-batch/run-guarded.server";
import type { JobValues } from "../queues/jobs.server";
import { currentSlugOf } from "./queries.server";

/** People whose followed cities one step looks through: no index knows who follows a city. */
const PEOPLE = 5_000;

/** From which slug to which; null where the city is gone for good. */
interface Move {
  from: string;
  into: string | null;
}

/** The followed cities without `from`, which has become `into`. */
const withoutFormer = ({ from, into }: Move): SQL =>
  into === null
    ? sql`(SELECT json_group_array(value) FROM json_each(${users.cities}) WHERE value <> ${from})`
    : sql`(SELECT json_group_array(DISTINCT iif(value = ${from}, ${into}, value)) FROM json_each(${users.cities}))`;

/**
 * Gives those who follow a city another one in its place, or none, and their drafts with them: a bounded part of all people.
 * @param options guards of the batch, and what each means
 * @returns the last person that was looked at; null where that was everybody
 */
export async function moveFollowers(
  deps: Pick<Deps, "db">,
  move: Move,
  after: string,
  limit: number,
  { guards = [], refusals }: { guards?: readonly BatchItem<"sqlite">[]; refusals?: Record<string, () => AppError> } = {},
): Promise<string | null> {
  const { db } = deps;
  const { from, into } = move;
  const people = db.select({ id: users.id }).from(users).where(gt(users.id, after)).orderBy(asc(users.id)).limit(limit);
  const end = await db
    .select({ id: users.id })
    .from(users)
    .where(gt(users.id, after))
    .orderBy(asc(users.id))
    .limit(1)
    .offset(limit - 1)
    .get();
  const followed = db
    .update(users)
    .set({ cities: withoutFormer(move) })
    .where(and(inArray(users.id, people), sql`instr(${users.cities}, ${`"${from}"`}) > 0`));
  const drafts = db
    .update(eventDrafts)
    .set({ values: sql`json_set(${eventDrafts.values}, '$.city', ${into})` })
    .where(and(inArray(eventDrafts.creatorId, people), sql`${eventDrafts.values} ->> '$.city' = ${from}`));
  await runGuarded(deps, [followed, drafts, ...guards], refusals);
  return end?.id ?? null;
}

/**
 * Once a city is gone: takes its slug out of the lists of those who follow it, those included who have begun to on the way,
 * a round of people a step. Where it was merged, the other city takes its place, or what that has become. Safe to do twice.
 * @returns what is left to do
 */
export async function leaveFormerCity(
  deps: Pick<Deps, "db">,
  values: JobValues["city.followers"],
  limit = PEOPLE,
): Promise<JobValues["city.followers"] | null> {
  const { from, into, after } = values;
  const isCity = async (slug: string) =>
    (await deps.db.select({ id: cities.id }).from(cities).where(eq(cities.slug, slug)).get()) !== undefined;
  // Somebody has given the slug to another city meanwhile: who follows it may mean that one.
  if (await isCity(from)) return null;
  const target = into === null || (await isCity(into)) ? into : await currentSlugOf(deps, into);
  const next = await moveFollowers(deps, { from, into: target }, after ?? "", limit);
  return next === null ? null : { ...values, after: next };
}
