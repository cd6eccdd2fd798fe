import { eq } from "drizzle-orm";
import { type CandidateFinding, distinctPairs, ingestionCandidates } from "../../../../db/schema";
import type { Deps } from "../../../lib/deps";
import { AppError, staleError } from "../../../lib/errors";
import { type Actor, assertCan } from "../../../lib/permissions";
import { auditWhere } from "../../audit/audit-entry.server";
import { findCityById } from "../../cities/queries.server";
import { pairOf } from "../../events/duplicates/find-duplicates.server";
import { assertOwnFiles, withStoredPicture } from "../../media/own-files.server";
import { runGuarded } from "../../store/run-guarded.server";
import type { ParsedFieldName } from "../entries/parsed-event";
import { firstDateOf } from "../fields/read-series.server";
import { statusOf } from "./assess-candidate";
import {
  type CandidateValues,
  eventValuesOf,
  proposedTraitsOf,
  writtenByMachine,
} from "./candidate-values";
import { correctedCandidate } from "./corrected-candidate.server";
import {
  candidateUnchanged,
  isOpen,
  readCandidates,
  type StoredCandidate,
} from "./read-candidates.server";
import type { CandidateUpdate } from "./schema";

type Changes = Omit<CandidateUpdate, "version">;

/** Fields that belong together: an editor who corrected one has reviewed all. */
const GROUPS: readonly (readonly string[])[] = [
  ["title", "titleFa"],
  ["date", "time", "endDate", "endTime", "schedule"],
  ["price", "currency", "free"],
  ["venue", "venueFa"],
];
const groupOf = (field: string): readonly string[] =>
  GROUPS.find((group) => group.includes(field)) ?? [field];

/**
 * Applies an editor's changes to a candidate: clears issues of the changed fields and their origin.
 */
function correctedValues(values: CandidateValues, changes: Changes): CandidateValues {
  const written = Object.entries(changes).filter(([, value]) => value !== undefined);
  const changed = written.filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(values[name as keyof Changes]),
  );
  const corrected: CandidateValues = {
    ...values,
    ...Object.fromEntries(written),
    confidence: { ...values.confidence },
    origin: { ...values.origin },
  };
  const seen = new Set(written.flatMap(([name]) => groupOf(name)));
  corrected.issues = values.issues.filter(({ field }) => !seen.has(field));
  for (const [name] of written) corrected.confidence[name as keyof typeof corrected.confidence] = 1;
  for (const [name] of changed) delete corrected.origin[name as keyof typeof corrected.origin];
  // Free and price exclude each other: the changed one wins.
  if (changes.free === true) corrected.price = 0;
  else if (changes.price !== undefined) corrected.free = changes.price === 0;
  else if (changes.free === false && corrected.price === 0) corrected.price = null;
  // Day and hours follow from several dates.
  if (corrected.schedule) Object.assign(corrected, firstDateOf(corrected.schedule));
  // Another venue has another position.
  if (changed.some(([name]) => name === "venue") && changes.venueFa === undefined)
    corrected.venueFa = null;
  if (
    changed.some(([name]) => name === "venue" || name === "address") &&
    changes.latitude === undefined
  ) {
    corrected.latitude = null;
    corrected.longitude = null;
  }
  return corrected;
}

async function getOpen(
  deps: Pick<Deps, "db">,
  id: string,
  expectedVersion: number | null,
): Promise<StoredCandidate> {
  const [candidate] = await readCandidates(deps, [id]);
  if (!candidate) throw new AppError("not-found");
  if (!isOpen(candidate)) throw new AppError("conflict");
  if (expectedVersion !== null && expectedVersion !== candidate.version) throw staleError();
  return candidate;
}

/**
 * Corrects an undecided candidate and assesses it again: venue, duplicates, findings.
 * @param byMachine fields among the changes that a machine wrote
 * @throws not-found; conflict if it was decided, or changed since `version`; invalid
 */
export async function editCandidate(
  deps: Deps,
  actor: Actor | null,
  id: string,
  { version, ...asked }: CandidateUpdate,
  byMachine: readonly ParsedFieldName[] = [],
): Promise<void> {
  assertCan(actor, "ingestion:manage");
  const candidate = await getOpen(deps, id, version);
  const city = await findCityById(deps, candidate.cityId);
  if (!city) throw new AppError("conflict");
  const before = candidate.values as unknown as CandidateValues;
  const picture = { imageUrl: asked.imageUrl ?? null, videoUrl: null };
  await assertOwnFiles(deps, actor, picture, { imageUrl: before.imageUrl });
  const { imageUrl } = await withStoredPicture(deps, actor, picture, before.imageUrl, "editorial");
  const changes = asked.imageUrl ? { ...asked, imageUrl } : asked;
  const corrected = await correctedCandidate(
    deps,
    city,
    candidate,
    writtenByMachine(correctedValues(before, changes), byMachine),
  );
  const changed = (Object.keys(changes) as (keyof typeof changes)[]).filter(
    (name) =>
      changes[name] !== undefined && JSON.stringify(changes[name]) !== JSON.stringify(before[name]),
  );
  await runGuarded(deps, [
    auditWhere(
      deps,
      {
        actorId: actor.id,
        action: "candidate.edited",
        entity: "candidate",
        entityId: id,
        metadata: {
          before: Object.fromEntries(changed.map((name) => [name, before[name]])),
          after: Object.fromEntries(changed.map((name) => [name, changes[name]])),
        },
        sessionId: actor.sessionId,
      },
      candidateUnchanged(candidate),
    ),
    deps.db.update(ingestionCandidates).set(corrected).where(eq(ingestionCandidates.id, id)),
  ]);
}

/**
 * Confirms proposed traits of an undecided candidate as facts of its event, and drops its other
 * proposals.
 * @param expectedVersion version that the editor saw; null skips the check
 * @throws not-found; conflict if it was decided, confirmed or changed meanwhile
 */
export async function confirmCandidateTraits(
  deps: Deps,
  actor: Actor,
  id: string,
  keys: readonly string[],
  expectedVersion: number | null = null,
): Promise<void> {
  assertCan(actor, "ingestion:manage");
  const candidate = await getOpen(deps, id, expectedVersion);
  const city = await findCityById(deps, candidate.cityId);
  const values = candidate.values as unknown as CandidateValues;
  if (!city || values.confirmedTraits) throw new AppError("conflict");
  const proposed = proposedTraitsOf(values, eventValuesOf(values, city.slug), city.countryCode);
  const confirmedTraits = proposed.filter((key) => keys.includes(key));
  await runGuarded(deps, [
    auditWhere(
      deps,
      {
        actorId: actor.id,
        action: "candidate.edited",
        entity: "candidate",
        entityId: id,
        metadata: { before: { traits: [] }, after: { traits: confirmedTraits } },
        sessionId: actor.sessionId,
      },
      candidateUnchanged(candidate),
    ),
    deps.db
      .update(ingestionCandidates)
      .set({
        values: { ...candidate.values, confirmedTraits },
        version: candidate.version + 1,
        updatedAt: deps.clock.now(),
      })
      .where(eq(ingestionCandidates.id, id)),
  ]);
}

/**
 * Marks a candidate and a similar event or candidate as distinct: the pair is not reported again.
 * @param other id of an event or candidate
 * @throws not-found; conflict
 */
export async function markCandidateDistinct(
  deps: Deps,
  actor: Actor | null,
  id: string,
  other: string,
  expectedVersion: number | null = null,
): Promise<void> {
  assertCan(actor, "ingestion:manage");
  const candidate = await getOpen(deps, id, expectedVersion);
  const isAbout = (finding: CandidateFinding) =>
    finding.event === other || finding.candidate === other;
  if (!candidate.findings.some(isAbout)) {
    // Of two similar candidates, the finding is stored with the later one.
    const [later] = await readCandidates(deps, [other]);
    if (!later?.findings.some((finding) => finding.candidate === id))
      throw new AppError("conflict");
    await markCandidateDistinct(deps, actor, other, id);
    return;
  }
  const findings = candidate.findings.filter((finding) => !isAbout(finding));
  const now = deps.clock.now();
  await runGuarded(deps, [
    auditWhere(
      deps,
      {
        actorId: actor.id,
        action: "candidate.kept-apart",
        entity: "candidate",
        entityId: id,
        metadata: { other },
        sessionId: actor.sessionId,
      },
      candidateUnchanged(candidate),
    ),
    deps.db
      .insert(distinctPairs)
      .values({ ...pairOf(id, other), decidedBy: actor.id, createdAt: now })
      .onConflictDoNothing(),
    deps.db
      .update(ingestionCandidates)
      .set({
        findings,
        status: statusOf(findings, false),
        version: candidate.version + 1,
        updatedAt: now,
      })
      .where(eq(ingestionCandidates.id, id)),
  ]);
}
