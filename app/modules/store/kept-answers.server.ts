import { and, eq, isNotNull, lt, lte, or, sql } from "drizzle-orm";
import { keptAnswers } from "../../../db/schema";
import { DAY, MINUTE } from "../../lib/dates/durations";
import type { Deps } from "../../lib/deps";
import { AppError } from "../../lib/errors";
import { purgeOf } from "../../lib/runtime/purge-rounds.server";

/** Age at which an unanswered request counts as dead, ms: longer than any may run. */
const CLAIM = MINUTE;

/** Identifies a repeated request of a client. */
export interface KeyedRequest {
  /** The caller; keys are scoped to it. */
  caller: string;
  /** Method and path. */
  address: string;
  /** The client's key. */
  key: string;
  body: Uint8Array<ArrayBuffer>;
}

export interface KeptAnswer {
  status: number;
  contentType: string | null;
  body: string | null;
}

/** The right to answer a request for the first time. */
export interface Claim {
  key: string;
  requestId: string;
  /** The id for a created resource: stable when a request is repeated after a crash. */
  subjectId: string;
}

const sha256 = async (bytes: Uint8Array<ArrayBuffer>) =>
  Buffer.from(await crypto.subtle.digest("SHA-256", bytes)).toString("hex");

/** A UUIDv7 of a moment with the fingerprint as its random part. */
function idFrom(moment: number, fingerprint: string): string {
  const time = moment.toString(16).padStart(12, "0");
  return `${time.slice(0, 8)}-${time.slice(8)}-7${fingerprint.slice(0, 3)}-8${fingerprint.slice(3, 6)}-${fingerprint.slice(6, 18)}`;
}

/**
 * Claims a request's key, or returns its stored response. Of concurrent requests one gets the
 * claim. Bodies are compared by keyed hash, since they may contain passwords.
 * @throws AppError("invalid") for a key with another body, AppError("conflict") while the first
 * request runs
 */
export async function claimRequest(
  { db, clock, ids, vault }: Pick<Deps, "db" | "clock" | "ids" | "vault">,
  { caller, address, key: chosen, body }: KeyedRequest,
): Promise<{ claim: Claim } | { answer: KeptAnswer }> {
  const now = clock.now();
  const [key, requestHash] = await Promise.all([
    vault.fingerprint(`idempotency ${JSON.stringify([caller, address, chosen])}`),
    vault.fingerprint(`idempotency body ${await sha256(body)}`),
  ]);
  const row = {
    requestHash,
    requestId: ids.next(),
    status: null,
    contentType: null,
    body: null,
    createdAt: now,
    expiresAt: now + CLAIM,
  };
  const claimed = await db
    .insert(keptAnswers)
    .values({ key, ...row })
    .onConflictDoUpdate({
      target: keptAnswers.key,
      // Keeps the id of an abandoned request, so that the retry creates the same resource.
      set: {
        ...row,
        createdAt: sql`iif(status IS NULL AND request_hash = ${requestHash}, created_at, ${now})`,
      },
      setWhere: lte(keptAnswers.expiresAt, now),
    })
    .returning({ requestId: keptAnswers.requestId, createdAt: keptAnswers.createdAt })
    .get();
  if (claimed)
    return {
      claim: { key, requestId: claimed.requestId, subjectId: idFrom(claimed.createdAt, key) },
    };
  const known = await db.select().from(keptAnswers).where(eq(keptAnswers.key, key)).get();
  // Gone in between: the first request has failed, and the next attempt is a first one.
  if (!known)
    throw new AppError(
      "conflict",
      [{ path: "Idempotency-Key", message: "errors:issue.keyRunning" }],
      1,
    );
  if (known.requestHash !== requestHash)
    throw new AppError("invalid", [{ path: "Idempotency-Key", message: "errors:issue.keyReused" }]);
  if (known.status === null)
    throw new AppError(
      "conflict",
      [{ path: "Idempotency-Key", message: "errors:issue.keyRunning" }],
      1,
    );
  return { answer: { status: known.status, contentType: known.contentType, body: known.body } };
}

const own = ({ key, requestId }: Claim) =>
  and(eq(keptAnswers.key, key), eq(keptAnswers.requestId, requestId));

/** Stores the response for a day. */
export async function keepAnswer(
  { db, clock }: Pick<Deps, "db" | "clock">,
  claim: Claim,
  answer: KeptAnswer,
): Promise<void> {
  await db
    .update(keptAnswers)
    .set({ ...answer, expiresAt: clock.now() + DAY })
    .where(own(claim));
}

/** Gives the right back: the request has failed, so that it may be sent again under its key. */
export async function dropClaim({ db }: Pick<Deps, "db">, claim: Claim): Promise<void> {
  await db.delete(keptAnswers).where(own(claim));
}

/** Expired responses, and abandoned claims after a day, the time in which a client may retry. */
export const answersPurge = purgeOf(keptAnswers, (at) =>
  and(
    lt(keptAnswers.expiresAt, at),
    or(isNotNull(keptAnswers.status), lt(keptAnswers.expiresAt, at - DAY)),
  ),
);
