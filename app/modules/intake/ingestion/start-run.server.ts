import { eq } from "drizzle-orm";
import { ingestionCandidates, ingestionRuns } from "../../../../db/schema";
import { MINUTE } from "../../../lib/dates/durations";
import type { Deps } from "../../../lib/deps";
import { AppError, isRefusal, tooLarge } from "../../../lib/errors";
import { type Actor, assertCan } from "../../../lib/permissions";
import { auditEntry } from "../../audit/audit-entry.server";
import { enqueue } from "../../jobs/queue.server";
import { insertJson, runGuarded } from "../../store/run-guarded.server";
import { ANSWER_MAX } from "../entries/parse-answer.server";
import type { ParsedEvent } from "../entries/parsed-event";
import { type CandidateValues, candidateValuesOf } from "./candidate-values";
import { correctedEvents } from "./corrected-events.server";
import { textStatements } from "./ingestion-texts.server";
import { answerContext, cityOf, readAnswer } from "./parse-response.server";
import { logStatement } from "./run-log.server";
import type { StartRun } from "./schema";
import { RUN_EVENTS_MAX } from "./wizard";

/** Time within which the same content counts as a repeated submission, ms. */
const DOUBLE_CLICK = MINUTE;
/** Characters per parameter: a parameter holds 2 MB, and a UTF-16 unit takes up to three bytes. */
const PART = 400_000;

/** Events of a new run: the corrected ones if given, else parsed from the answer. */
function eventsOf(
  deps: Pick<Deps, "clock">,
  city: Awaited<ReturnType<typeof cityOf>>,
  input: StartRun,
): ParsedEvent[] {
  const context = answerContext(deps, city, input.metadata.month);
  if (new TextEncoder().encode(input.rawResponse).length > ANSWER_MAX) throw tooLarge(ANSWER_MAX);
  if (input.events.length > RUN_EVENTS_MAX) throw tooMany(input.events.length);
  if (input.events.length === 0) {
    if (input.rawResponse.trim() === "") {
      const message = "errors:answer.noEvents";
      throw new AppError("invalid", [{ path: "rawResponse", message }], undefined, { message });
    }
    return readAnswer(input.rawResponse, context);
  }
  return correctedEvents(input.events, originalOf(input, context), context);
}

/**
 * Entries of the answer beside corrected ones, for their origin only; an invalid answer yields
 * none.
 */
function originalOf(input: StartRun, context: ReturnType<typeof answerContext>): ParsedEvent[] {
  try {
    return input.rawResponse.trim() === "" ? [] : readAnswer(input.rawResponse, context);
  } catch (error) {
    if (isRefusal(error)) return [];
    throw error;
  }
}

function tooMany(found: number): AppError {
  const sentence = { message: "errors:answer.tooMany", values: { max: RUN_EVENTS_MAX, found } };
  return new AppError("invalid", [{ path: "events", ...sentence }], undefined, sentence);
}

const hashOf = async (text: string): Promise<string> =>
  Buffer.from(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text))).toString(
    "hex",
  );

/**
 * Starts a run. Stores its candidates before it enqueues the run, so that nothing is lost
 * (decisions.md §11).
 * @param key idempotency key, such as a wizard's id; null treats the same content within a minute
 * as one run
 * @returns id of the run
 * @throws invalid with the messages of product.md §8, or beyond 500 events; too-large over 2 MB
 */
export async function startRun(
  deps: Deps,
  actor: Actor | null,
  input: StartRun,
  key: string | null,
): Promise<string> {
  assertCan(actor, "ingestion:manage");
  const city = await cityOf(deps, input.city);
  const events = eventsOf(deps, city, input);
  if (events.length > RUN_EVENTS_MAX) throw tooMany(events.length);
  if (key !== null) {
    const wanted = `key ${actor.id} ${key}`;
    return (
      (await createRun(deps, actor, input, city.id, events, wanted)) ??
      (await runOfKey(deps, wanted)).id
    );
  }
  for (let wanted = `content ${actor.id} ${await hashOf(JSON.stringify(input))}`; ; ) {
    const created = await createRun(deps, actor, input, city.id, events, wanted);
    if (created) return created;
    const earlier = await runOfKey(deps, wanted);
    if (earlier.createdAt > deps.clock.now() - DOUBLE_CLICK) return earlier.id;
    // Deterministic, so that two repeated submissions derive the same key and one finds the other's
    // run.
    wanted = `content ${actor.id} ${await hashOf(`${wanted} after ${earlier.id}`)}`;
  }
}

async function runOfKey({ db }: Pick<Deps, "db">, key: string) {
  const run = await db
    .select({ id: ingestionRuns.id, createdAt: ingestionRuns.createdAt })
    .from(ingestionRuns)
    .where(eq(ingestionRuns.idempotencyKey, key))
    .get();
  // Deleted meanwhile.
  if (!run) throw new AppError("conflict");
  return run;
}

/** @returns id of the run; null if the key exists */
async function createRun(
  deps: Deps,
  actor: Actor,
  input: StartRun,
  cityId: string,
  events: readonly ParsedEvent[],
  idempotencyKey: string,
): Promise<string | null> {
  const { db, ids, clock } = deps;
  const id = ids.next();
  const now = clock.now();
  const { month, aiProvider } = input.metadata;
  const run = {
    id,
    source: input.source,
    cityId,
    month,
    provider: aiProvider,
    categories: input.config.categories,
    eventsCount: events.length,
    idempotencyKey,
    dueAt: now,
    creatorId: actor.id,
    createdAt: now,
    updatedAt: now,
  };
  const isTaken = new AppError("conflict");
  try {
    await runGuarded(
      deps,
      [
        db.insert(ingestionRuns).values(run),
        ...candidateStatements(deps, id, events),
        ...textStatements(deps, id, input.rawResponse),
        logStatement(deps, id, [
          { level: "info", code: "run-created", values: { events: events.length } },
        ]),
        auditEntry(deps, {
          actorId: actor.id,
          action: "ingestion.started",
          entity: "ingestion-run",
          entityId: id,
          metadata: { city: input.city, month, provider: aiProvider, events: events.length },
          sessionId: actor.sessionId,
        }),
      ],
      { "ingestion_runs.idempotency_key": () => isTaken },
    );
  } catch (error) {
    if (error === isTaken) return null;
    throw error;
  }
  enqueueRun(deps, id);
  return id;
}

/** Enqueues a run for processing. The queue may lose it: the cron sweeps the rest. */
export const enqueueRun = (deps: Pick<Deps, "jobs" | "later">, id: string): void =>
  enqueue(deps, { type: "ingestion.run", id }, "ingestion.not-enqueued");

const candidateStatements = (
  deps: Pick<Deps, "db" | "ids" | "clock">,
  runId: string,
  events: readonly ParsedEvent[],
) =>
  insertCandidates(
    deps,
    runId,
    events.map((event) => ({ id: deps.ids.next(), values: candidateValuesOf(event) })),
  );

/** Statements that insert the candidates of a new run, to be assessed. */
export function insertCandidates(
  { db, clock }: Pick<Deps, "db" | "clock">,
  runId: string,
  candidates: readonly { id: string; values: CandidateValues }[],
) {
  const now = clock.now();
  const rows = candidates.map(({ id, values }, position) =>
    JSON.stringify({
      id,
      runId,
      position,
      values,
      status: "waiting",
      findings: [],
      localDay: values.date,
      version: 1,
      createdAt: now,
      updatedAt: now,
    }),
  );
  return rowParts(rows).map((part) => insertJson(db, ingestionCandidates, `[${part.join(",")}]`));
}

/** Groups rows of JSON so that each group fits into one parameter. */
export function rowParts(rows: readonly string[]): string[][] {
  const parts: string[][] = [];
  let length = Number.POSITIVE_INFINITY;
  for (const row of rows) {
    if (length + row.length > PART) {
      parts.push([]);
      length = 0;
    }
    parts.at(-1)?.push(row);
    length += row.length;
  }
  return parts;
}
