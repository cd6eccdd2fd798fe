import { and, eq, inArray, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import { eventDecisions, events, ingestionCandidates } from "../../../../db/schema";
import type { Deps } from "../../../lib/deps";
import { AppError, isRefusal, staleError } from "../../../lib/errors";
import type { HTTPIssue } from "../../../lib/http/form-failure";
import { type Actor, assertCan } from "../../../lib/permissions";
import { auditEntry } from "../../audit/audit-entry.server";
import { announceChange } from "../../authoring/announce-change.server";
import { composeEvent } from "../../authoring/compose-event.server";
import { refreshCities } from "../../cities/complete-city.server";
import { type City, findCityById } from "../../cities/queries.server";
import { linkHostsStatements } from "../../hosts/link-hosts.server";
import { assertOwnFiles } from "../../media/own-files.server";
import { isRemotePicture, remotePictureStatement } from "../../media/remote-pictures.server";
import { occurrenceStatements } from "../../schedule/occurrence-statements.server";
import { addEventsStatements } from "../../search/index-event.server";
import { renewMeaningStatements } from "../../search/renew-meanings.server";
import { renewPhrasingsStatements } from "../../search/renew-phrasings.server";
import { settingsOf } from "../../settings/platform-settings.server";
import { bumpCityVersions } from "../../store/content-version.server";
import { runGuarded } from "../../store/run-guarded.server";
import { checkCandidate } from "./candidate-context.server";
import {
  type CandidateValues,
  eventValuesOf,
  machineMarks,
  proposedTraitsOf,
} from "./candidate-values";
import { OPEN_STATUSES } from "./find-candidate-duplicates.server";
import { isOpen, readCandidates, type StoredCandidate } from "./read-candidates.server";

/** Candidates per batch. If one of them was decided meanwhile, each gets its own batch. */
const TOGETHER = 20;
/** Maximum number of events announced to rooms. */
const ANNOUNCED = 50;

type EventInsert = typeof events.$inferInsert;

interface Prepared {
  candidate: StoredCandidate;
  city: City;
  event: EventInsert;
  statements: [BatchItem<"sqlite">, ...BatchItem<"sqlite">[]];
}

/** Result for one of many candidates. */
export type BulkResult =
  | { id: string; ok: true; eventId: string | null }
  | {
      id: string;
      ok: false;
      code: "not-found" | "conflict" | "invalid";
      issues: readonly HTTPIssue[];
    };

/**
 * Approves a candidate as an editorial event, which has no creator. The event keeps the run's id
 * and the source's URL.
 * @param expectedVersion version that the editor saw; null skips the check
 * @param following statements for the end of the batch
 * @returns id of the event
 * @throws not-found; conflict if it was decided or changed; invalid with the missing values
 */
export async function approveCandidate(
  deps: Deps,
  actor: Actor | null,
  id: string,
  expectedVersion: number | null = null,
  following: readonly BatchItem<"sqlite">[] = [],
): Promise<string> {
  assertCan(actor, "ingestion:manage");
  const [candidate] = await readCandidates(deps, [id]);
  if (!candidate) throw new AppError("not-found");
  if (expectedVersion !== null && expectedVersion !== candidate.version) throw staleError();
  const prepared = await prepare(deps, actor, candidate);
  await publish(deps, [prepared], following);
  return prepared.event.id;
}

/** Version of each candidate that the editor saw, by id; missing ids skip the check. */
export type ExpectedVersions = ReadonlyMap<string, number>;

/**
 * A candidate of a bulk request. @throws not-found; conflict if it changed since the editor saw it
 */
export function candidateAtVersion(
  candidates: ReadonlyMap<string, StoredCandidate>,
  id: string,
  expectedVersion: ExpectedVersions,
): StoredCandidate {
  const candidate = candidates.get(id);
  if (!candidate) throw new AppError("not-found");
  if ((expectedVersion.get(id) ?? candidate.version) !== candidate.version) throw staleError();
  return candidate;
}

/** Approves up to 100 candidates independently: a failure does not affect the others. */
export async function approveCandidates(
  deps: Deps,
  actor: Actor | null,
  ids: readonly string[],
  expectedVersion: ExpectedVersions = new Map(),
): Promise<BulkResult[]> {
  assertCan(actor, "ingestion:manage");
  const candidates = new Map(
    (await readCandidates(deps, ids)).map((candidate) => [candidate.id, candidate]),
  );
  const results = new Map<string, BulkResult>();
  const ready: Prepared[] = [];
  await Promise.all(
    ids.map(async (id) => {
      try {
        ready.push(await prepare(deps, actor, candidateAtVersion(candidates, id, expectedVersion)));
      } catch (error) {
        results.set(id, bulkFailureOf(id, error));
      }
    }),
  );
  for (let start = 0; start < ready.length; start += TOGETHER) {
    const group = ready.slice(start, start + TOGETHER);
    const isDone = await publish(deps, group).then(
      () => true,
      (error: unknown) => {
        assertExpected(error);
        return false;
      },
    );
    for (const one of group) {
      const { id } = one.candidate;
      const outcome = isDone ? Promise.resolve() : publish(deps, [one]);
      results.set(
        id,
        await outcome.then(
          (): BulkResult => ({ id, ok: true, eventId: one.event.id }),
          (error: unknown) => bulkFailureOf(id, error),
        ),
      );
    }
  }
  return ids.flatMap((id) => results.get(id) ?? []);
}

type ExpectedFailure = AppError & { code: Extract<BulkResult, { ok: false }>["code"] };

/** Asserts an expected failure of one candidate. @throws all other errors */
function assertExpected(error: unknown): asserts error is ExpectedFailure {
  if (!isRefusal(error)) throw error;
  if (error.code !== "not-found" && error.code !== "conflict" && error.code !== "invalid")
    throw error;
}

/** Result for a failed candidate. @throws unexpected errors */
export function bulkFailureOf(id: string, error: unknown): BulkResult {
  assertExpected(error);
  return { id, ok: false, code: error.code, issues: error.issues };
}

/**
 * Publishes candidates without a person's decision, such as those of a trusted source. @returns
 * results by candidate
 */
export async function publishCandidates(
  deps: Deps,
  candidates: readonly StoredCandidate[],
  reason: Record<string, unknown>,
): Promise<BulkResult[]> {
  const results: BulkResult[] = [];
  for (const candidate of candidates)
    try {
      const prepared = await prepare(deps, null, candidate, reason);
      await publish(deps, [prepared]);
      results.push({ id: candidate.id, ok: true, eventId: prepared.event.id });
    } catch (error) {
      results.push(bulkFailureOf(candidate.id, error));
    }
  return results;
}

/** @param actor null for the product itself, with its reason */
async function prepare(
  deps: Deps,
  actor: Actor | null,
  candidate: StoredCandidate,
  reason?: Record<string, unknown>,
): Promise<Prepared> {
  const { db, ids, clock } = deps;
  if (!isOpen(candidate)) throw new AppError("conflict");
  const [city, settings] = await Promise.all([
    findCityById(deps, candidate.cityId),
    settingsOf(deps),
  ]);
  if (!city) throw new AppError("conflict");
  const now = clock.now();
  const stored = candidate.values as unknown as CandidateValues;
  const values = eventValuesOf(stored, city.slug);
  // Without a deciding moderator, pictures belong to the user who started the run.
  const creatorId = candidate.creatorId;
  const { issues, facts } = checkCandidate(values, { city, settings, now });
  if (!facts) throw new AppError("invalid", issues);
  if (actor) await assertOwnFiles(deps, actor, values);
  const eventId = ids.next();
  const decisionId = ids.next();
  const columns = await composeEvent(deps, eventId, values, facts);
  const event: EventInsert = {
    ...columns,
    venueId: columns.venueId ?? candidate.venueId,
    status: "approved",
    creatorId: null,
    decisionId,
    ingestionRunId: candidate.runId,
    sourceUrl: stored.url,
    machineTranslated: machineMarks(stored, values),
    // Without any of the answer's, the rules propose whenever the event is opened.
    proposedTraits:
      stored.confirmedTraits || stored.proposedTraits.length > 0
        ? proposedTraitsOf(stored, values, city.countryCode)
        : null,
    submittedAt: now,
    publishedAt: now,
    createdAt: now,
    updatedAt: now,
  };
  const asFound = and(
    eq(ingestionCandidates.id, candidate.id),
    eq(ingestionCandidates.version, candidate.version),
    inArray(ingestionCandidates.status, [...OPEN_STATUSES]),
  );
  return {
    candidate,
    city,
    event,
    statements: [
      // Guard: null fails the batch if the candidate was decided or corrected meanwhile.
      db.insert(eventDecisions).values({
        id: decisionId,
        eventId: sql`(SELECT ${eventId} FROM ingestion_candidates WHERE ${asFound})`,
        action: "approve",
        actorId: actor?.id ?? null,
        fromStatus: "pending",
        toStatus: "approved",
        createdAt: now,
      }),
      db.insert(events).values(event),
      ...occurrenceStatements(db, eventId, facts.occurrences, now),
      db
        .update(ingestionCandidates)
        .set({
          status: "approved",
          eventId,
          decidedBy: actor?.id ?? null,
          decidedAt: now,
          version: candidate.version + 1,
          updatedAt: now,
        })
        .where(eq(ingestionCandidates.id, candidate.id)),
      auditEntry(deps, {
        actorId: actor?.id ?? null,
        action: "candidate.approved",
        entity: "candidate",
        entityId: candidate.id,
        metadata: {
          before: { status: candidate.status },
          after: { status: "approved" },
          event: eventId,
          run: candidate.runId,
          ...reason,
        },
        sessionId: actor?.sessionId ?? null,
      }),
      ...(isRemotePicture(values.imageUrl)
        ? [
            remotePictureStatement(deps, {
              kind: "event",
              entityId: eventId,
              url: values.imageUrl,
              ownerId: actor?.id ?? creatorId,
            }),
          ]
        : []),
      ...candidate.findings.flatMap(({ candidate: earlier, score }) =>
        earlier ? [flagEarlier(deps, earlier, eventId, score ?? 0)] : [],
      ),
    ],
  };
}

/**
 * Adds the new event as a possible duplicate to an earlier, similar candidate: only the later one
 * refers to the other.
 */
const flagEarlier = ({ db }: Pick<Deps, "db">, id: string, eventId: string, score: number) =>
  db
    .update(ingestionCandidates)
    .set({
      status: "flagged",
      findings: sql`json_insert(${ingestionCandidates.findings}, '$[#]', json_object('code', 'duplicate-event', 'field', NULL, 'event', ${eventId}, 'score', ${score}))`,
    })
    .where(
      and(eq(ingestionCandidates.id, id), inArray(ingestionCandidates.status, [...OPEN_STATUSES])),
    );

/**
 * Writes prepared candidates in one batch, with the public data. @throws conflict if one was
 * decided meanwhile
 */
async function publish(
  deps: Deps,
  prepared: readonly Prepared[],
  following: readonly BatchItem<"sqlite">[] = [],
): Promise<void> {
  const { db, clock } = deps;
  const [first, ...rest] = prepared.flatMap(({ statements }) => statements);
  if (!first) return;
  const cities = new Map(prepared.map(({ city }) => [city.id, city]));
  await runGuarded(deps, [
    first,
    ...rest,
    ...addEventsStatements(
      db,
      prepared.map(({ event, city }) => ({ event, city })),
      new Set(),
    ),
    ...prepared.flatMap(({ event }) => [
      ...renewPhrasingsStatements(deps, event),
      ...renewMeaningStatements(deps, event),
    ]),
    ...linkHostsStatements(
      deps,
      prepared.map(({ event }) => event),
    ),
    ...[...cities.keys()].map((cityId) => refreshCities(db, clock.now(), cityId)),
    bumpCityVersions(db, [...cities.keys()]),
    ...following,
  ]);
  for (const { city, event } of prepared.slice(0, ANNOUNCED))
    announceChange(deps, city.slug, event.id, "created");
}
