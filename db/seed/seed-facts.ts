import { and, eq, isNull, sql } from "drizzle-orm";
import { rebuildSearch } from "../../app/modules/search/index-event.server";
import { phrasingsStatement } from "../../app/modules/search/renew-phrasings.server";
import type { Database } from "../client";
import { events } from "../schema";
import { SAMPLE_FACTS } from "./sample-facts";
import { SAMPLE_PHRASINGS } from "./sample-phrasings";
import { SAMPLE_TRAITS } from "./sample-traits";
import { inBatches, seedId } from "./seed-statements";

/**
 * Gives sample events that were seeded without traits theirs, unless a person has changed the event
 * since.
 */
export async function seedTraits(db: Database): Promise<void> {
  const ids = await Promise.all(
    [...SAMPLE_TRAITS].map(async ([name, traits]) => ({
      id: await seedId("event", name),
      ...traits,
    })),
  );
  const given = sql`FROM json_each(${JSON.stringify(ids)}) AS seed WHERE events.id = seed.value ->> 'id'`;
  const changed = await db.all(
    sql`UPDATE events SET traits = seed.value ->> 'traits', accessibility = seed.value ->> 'accessibility',
      child_age_from = seed.value ->> 'childAgeFrom', child_age_to = seed.value ->> 'childAgeTo'
      ${given} AND events.version = 1 AND events.traits = '[]' AND seed.value ->> 'traits' <> '[]' RETURNING events.id`,
  );
  if (changed.length > 0) await rebuildSearch(db);
}

/** Stores how people ask for the sample events, and indexes it. */
export async function seedPhrasings(db: Database, now: number): Promise<void> {
  const written = new Map(
    await Promise.all(
      [...SAMPLE_PHRASINGS].map(
        async ([name, phrasings]) => [await seedId("event", name), phrasings] as const,
      ),
    ),
  );
  const found = await db
    .select()
    .from(events)
    .where(sql`id IN (SELECT value FROM json_each(${JSON.stringify([...written.keys()])}))`);
  await inBatches(
    db,
    found.map((event) => phrasingsStatement(db, event, written.get(event.id) ?? [], "seed", now)),
  );
  await rebuildSearch(db);
}

/**
 * Gives sample events that were seeded without practical facts theirs, unless a person has changed
 * the event since.
 */
export async function seedFacts(db: Database): Promise<void> {
  const { id, version, attendance, doorsBefore, refundPolicy, soldOut } = events;
  const isWithout = and(
    eq(version, 1),
    eq(attendance, "in-person"),
    isNull(doorsBefore),
    isNull(refundPolicy),
    eq(soldOut, false),
  );
  let changed = 0;
  for (const [name, facts] of SAMPLE_FACTS) {
    const rows = await db
      .update(events)
      .set(facts)
      .where(and(eq(id, await seedId("event", name)), isWithout))
      .returning({ id });
    changed += rows.length;
  }
  if (changed > 0) await rebuildSearch(db);
}
