import { and, between, desc, eq, inArray, or, sql } from "drizzle-orm";
import {
  type CandidateFinding,
  type CandidateStatus,
  distinctPairs,
  ingestionCandidates,
  ingestionRuns,
} from "../../../../db/schema";
import type { Deps } from "../../../lib/deps";
import type { City } from "../../cities/queries.server";
import { profileEvent } from "../../events/duplicates/compare-events";
import type { EventSubject } from "../../events/duplicates/event-subject";
import {
  findDuplicatesOfRun,
  pairOf,
  subjectOfValues,
} from "../../events/duplicates/find-duplicates.server";
import { dayAway, findPairs } from "../../events/duplicates/find-pairs";
import type { VenueBook } from "../../events/duplicates/venue-similarity";
import { type CandidateValues, eventValuesOf } from "./candidate-values";

/** Statuses without a decision. */
export const OPEN_STATUSES = [
  "pending_review",
  "auto_approved",
  "flagged",
  "pending_retry",
] as const satisfies CandidateStatus[];

/** Maximum number of undecided candidates compared. */
const MAX_OPEN = 3_000;
/** Maximum number of possible duplicates per candidate. */
const MAX_DUPLICATES = 3;

/** A candidate for comparison. */
export interface ComparedCandidate {
  id: string;
  runId: string;
  position: number;
  values: CandidateValues;
  venueId: string | null;
}

const subjectOf = ({ id, values, venueId }: ComparedCandidate, city: City): EventSubject | null => {
  const subject = subjectOfValues(id, eventValuesOf(values, city.slug), city);
  return subject && { ...subject, venueId };
};

/**
 * Whether `one` precedes `other`, by run and position: the later of two duplicates gets the
 * finding.
 */
const isEarlier = (one: ComparedCandidate, other: ComparedCandidate): boolean =>
  one.runId < other.runId || (one.runId === other.runId && one.position < other.position);

/**
 * Statement: undecided candidates of the city and days, from this run and earlier ones: those
 * nearest to a day that is compared first.
 * @param days sorted
 */
const openCandidates = (
  { db }: Pick<Deps, "db">,
  cityId: string,
  runId: string,
  days: readonly string[],
) =>
  db
    .select({
      id: ingestionCandidates.id,
      runId: ingestionCandidates.runId,
      position: ingestionCandidates.position,
      values: ingestionCandidates.values,
      venueId: ingestionCandidates.venueId,
    })
    .from(ingestionCandidates)
    .innerJoin(ingestionRuns, eq(ingestionRuns.id, ingestionCandidates.runId))
    .where(
      and(
        inArray(ingestionCandidates.status, [...OPEN_STATUSES]),
        eq(ingestionRuns.cityId, cityId),
        // Later runs compare themselves with this one.
        sql`${ingestionCandidates.runId} <= ${runId}`,
        between(
          ingestionCandidates.localDay,
          dayAway(days[0] ?? "", -1),
          dayAway(days.at(-1) ?? "", 1),
        ),
      ),
    )
    .orderBy(
      sql`(SELECT min(abs(julianday(${ingestionCandidates.localDay}) - julianday(value))) FROM json_each(${JSON.stringify(days)}))`,
      desc(ingestionCandidates.id),
    )
    .limit(MAX_OPEN);

/**
 * Possible duplicates of a run's candidates: stored events and earlier candidates of any run. Skips
 * pairs judged distinct.
 * @param candidates candidates of one city; those without title or day are skipped
 * @returns findings by candidate id, best first
 */
export async function findCandidateDuplicates(
  deps: Pick<Deps, "db">,
  city: City,
  book: VenueBook,
  candidates: readonly ComparedCandidate[],
): Promise<Map<string, CandidateFinding[]>> {
  const duplicates = new Map<string, CandidateFinding[]>();
  const subjects = candidates.flatMap((candidate) => subjectOf(candidate, city) ?? []);
  const days = [...new Set(subjects.map(({ localDay }) => localDay))].sort();
  const runId = candidates[0]?.runId;
  if (days.length === 0 || runId === undefined) return duplicates;
  const [{ existing, profiles }, open] = await Promise.all([
    findDuplicatesOfRun(deps, city, subjects),
    openCandidates(deps, city.id, runId, days),
  ]);
  const known = new Map(candidates.map((candidate) => [candidate.id, candidate]));
  const others = open
    .filter(({ id }) => !known.has(id))
    .map((row) => ({ ...row, values: row.values as unknown as CandidateValues }));
  for (const candidate of others) known.set(candidate.id, candidate);
  const among = others.flatMap((candidate) => {
    const subject = subjectOf(candidate, city);
    return subject ? [profileEvent(subject, book)] : [];
  });

  const found: { id: string; finding: CandidateFinding; other: string }[] = [];
  for (const [id, events] of existing)
    for (const { event, comparison } of events)
      if (comparison.relation === "duplicate")
        found.push({
          id,
          other: event.id,
          finding: {
            code: "duplicate-event",
            field: null,
            event: event.id,
            score: comparison.score,
          },
        });
  for (const { a, b, comparison } of findPairs(profiles, [...profiles, ...among])) {
    const [one, other] = [known.get(a.subject.id), known.get(b.subject.id)];
    if (comparison.relation !== "duplicate" || !one || !other || !isEarlier(other, one)) continue;
    found.push({
      id: one.id,
      other: other.id,
      finding: {
        code: "duplicate-candidate",
        field: null,
        candidate: other.id,
        score: comparison.score,
      },
    });
  }
  const judged = await judgedPairs(deps, found);
  for (const { id, other, finding } of found) {
    if (judged.has(pairKey(id, other))) continue;
    const list = duplicates.get(id) ?? [];
    if (list.length < MAX_DUPLICATES) duplicates.set(id, [...list, finding]);
  }
  return duplicates;
}

const pairKey = (one: string, other: string): string => Object.values(pairOf(one, other)).join(" ");

/** Keys of the pairs judged distinct. */
async function judgedPairs(
  { db }: Pick<Deps, "db">,
  pairs: readonly { id: string; other: string }[],
): Promise<Set<string>> {
  if (pairs.length === 0) return new Set();
  const ids = JSON.stringify([...new Set(pairs.map(({ id }) => id))]);
  const wanted = sql`(SELECT value FROM json_each(${ids}))`;
  const rows = await db
    .select({ firstId: distinctPairs.firstId, secondId: distinctPairs.secondId })
    .from(distinctPairs)
    .where(or(inArray(distinctPairs.firstId, wanted), inArray(distinctPairs.secondId, wanted)));
  return new Set(rows.map(({ firstId, secondId }) => pairKey(firstId, secondId)));
}
