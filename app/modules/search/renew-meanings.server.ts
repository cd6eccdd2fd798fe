import { asc, eq, gt } from "drizzle-orm";
import { events } from "../../../db/schema";
import type { Deps } from "../../lib/deps";
import { type JobValues, jobStatement } from "../jobs/jobs.server";

/** Events of a step of the sweep. */
const ROUND = 50;

type MeantEvent = typeof events.$inferSelect;

/**
 * The statements, for the batch of a change, that list its vector to be renewed or removed; none
 * without an index by meaning.
 */
export const renewMeaningStatements = (
  deps: Pick<Deps, "db" | "ids" | "clock"> & Partial<Pick<Deps, "meaning">>,
  { id }: Pick<MeantEvent, "id">,
) => (deps.meaning ? [jobStatement(deps, "event.meaning", { eventId: id }).statement] : []);

/** What an event means, in both languages. */
const textOf = ({
  titleEn,
  titleFa,
  categories,
  tags,
  descriptionEn,
  descriptionFa,
}: MeantEvent): string =>
  [titleEn, titleFa, categories.join(", "), tags.join(", "), descriptionEn, descriptionFa]
    .filter(Boolean)
    .join("\n");

async function renew({ meaning }: Pick<Deps, "meaning">, found: readonly MeantEvent[]) {
  const listed = found.filter(({ isListed }) => isListed);
  await meaning?.renew(listed.map((event) => ({ id: event.id, text: textOf(event) })));
  const others = found.filter(({ isListed }) => !isListed).map(({ id }) => id);
  if (others.length > 0) await meaning?.remove(others);
}

/** Renews the vector of a changed event, or removes that of one that is no longer listed. */
export async function renewMeaning(
  deps: Pick<Deps, "db" | "meaning">,
  { eventId }: JobValues["event.meaning"],
): Promise<null> {
  const found = await deps.db.select().from(events).where(eq(events.id, eventId));
  if (found.length > 0) await renew(deps, found);
  else await deps.meaning?.remove([eventId]);
  return null;
}

/**
 * Renews and removes vectors of all events, a round per call: for those of before the index, and
 * for changes whose job was given up. Vectors of unchanged texts are not made again.
 * @returns the remaining work, or null
 */
export async function sweepMeanings(
  deps: Pick<Deps, "db" | "meaning">,
  { after }: JobValues["meanings.sweep"],
): Promise<JobValues["meanings.sweep"] | null> {
  if (!deps.meaning) return null;
  const found = await deps.db
    .select()
    .from(events)
    .where(gt(events.id, after))
    .orderBy(asc(events.id))
    .limit(ROUND);
  const last = found.at(-1);
  if (!last) return null;
  await renew(deps, found);
  return found.length === ROUND ? { after: last.id } : null;
}

/** Lists the nightly sweep; nothing without an index by meaning. */
export async function beginMeaningSweep(
  deps: Pick<Deps, "db" | "ids" | "clock" | "meaning">,
): Promise<void> {
  if (deps.meaning) await jobStatement(deps, "meanings.sweep", { after: "" }).statement;
}
