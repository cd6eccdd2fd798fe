import { eq } from "drizzle-orm";
import { duplicatePairs, events, type InboxKind } from "../../../db/schema";
import { localized } from "../../i18n/locale";
import { AppError } from "../../lib/errors";
import type { SignedInContext } from "../../lib/http/request-context";
import { findDuplicates, subjectOfRow } from "../duplicates/find-duplicates.server";
import { candidateDuplicates } from "../ingestion/candidate-duplicates.server";
import { getCandidate } from "../ingestion/queries.server";

/** Likeness, 0 to 1, from which publishing one event beside the other is asked twice. */
const SURE = 0.9;
const MOST = 4;

/** Events and candidates that a new event or candidate is almost certainly the same as. Others, and what is gone, have none. */
export async function sureDuplicates(context: SignedInContext, { kind, id }: { kind: InboxKind; id: string }) {
  const { deps, signedIn, locale } = context;
  if (kind === "candidate") {
    const candidate = await getCandidate(deps, signedIn, id).catch((error) => {
      if (error instanceof AppError && error.code === "not-found") return null;
      throw error;
    });
    const found = candidate ? await candidateDuplicates(context, candidate) : [];
    return found.filter(({ score }) => score >= SURE).map(({ id: other, title }) => ({ id: other, title }));
  }
  const event = kind === "new" && (await deps.db.select().from(events).where(eq(events.id, id)).get());
  if (!event) return [];
  const found = await findDuplicates(deps, subjectOfRow(event), { timeZone: event.timeZone, authorId: null, most: MOST });
  return found
    .filter(({ comparison }) => comparison.relation === "duplicate" && comparison.score >= SURE)
    .map(({ event: other }) => ({ id: other.id, title: localized({ en: other.titleEn, fa: other.titleFa }, locale) }));
}

/** The other event of a pair that is almost certainly the same. @param other its id */
export async function surePair({ deps, locale }: SignedInContext, id: string, other: string) {
  const pair = await deps.db.select().from(duplicatePairs).where(eq(duplicatePairs.id, id)).get();
  if (!pair || pair.score < SURE || (pair.firstId !== other && pair.secondId !== other)) return [];
  const event = await deps.db.select().from(events).where(eq(events.id, other)).get();
  return event ? [{ id: other, title: localized({ en: event.titleEn, fa: event.titleFa }, locale) }] : [];
}
