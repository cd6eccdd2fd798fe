import { and, inArray, sql } from "drizzle-orm";
import { events, ingestionCandidates } from "../../../db/schema";
import { translatorFor } from "../../i18n/messages.server";
import { localDay } from "../../lib/dates/dates.server";
import type { Deps } from "../../lib/deps";
import { findCategory } from "../../lib/event/categories";
import type { RequestContext } from "../../lib/http/request-context";
import { paths } from "../../lib/paths";
import { currencyOf, formatNumber } from "../../lib/text/money";
import { findCityById } from "../../modules/cities/queries.server";
import type { CandidateValues } from "../../modules/intake/ingestion/candidate-values";
import { OPEN_STATUSES } from "../../modules/intake/ingestion/find-candidate-duplicates.server";
import type { CandidateRow } from "../../modules/intake/ingestion/queries.server";
import { isOpen, readCandidates } from "../../modules/intake/ingestion/read-candidates.server";
import { presentFacts } from "./present-entry.server";

/** Maximum number of later candidates to compare. */
const MAX_LATER = 6;

/**
 * Possible duplicates of a candidate in their current state: events, earlier and later candidates,
 * each with its likeness, 0 to 1.
 */
export async function candidateDuplicates(
  context: Pick<RequestContext, "deps" | "locale" | "calendar">,
  { id: own, status, findings }: Pick<CandidateRow, "id" | "status" | "findings">,
) {
  const { deps, locale } = context;
  if (!isOpen({ status })) return [];
  const t = translatorFor(locale);
  const of = (name: "event" | "candidate") => findings.flatMap((finding) => finding[name] ?? []);
  const later = await laterDuplicates(deps, own);
  const seen = await readCandidates(deps, [
    ...new Set([...of("candidate"), ...later.map(({ id }) => id)]),
  ]);
  // Approved candidates are listed as events. Rejected ones are no duplicates.
  const others = seen.filter((candidate) => isOpen(candidate));
  const eventIds = [...new Set([...of("event"), ...seen.flatMap(({ eventId }) => eventId ?? [])])];
  const score = (id: string) =>
    findings.find((finding) => finding.event === id || finding.candidate === id)?.score;
  const rows =
    eventIds.length === 0
      ? []
      : await deps.db
          .select()
          .from(events)
          .where(
            inArray(events.id, sql`(SELECT value FROM json_each(${JSON.stringify(eventIds)}))`),
          );
  const scoreOf = (id: string) =>
    score(id) ?? later.find((candidate) => candidate.id === id)?.score;
  const similarity = (id: string) => {
    const found = scoreOf(id);
    return found === undefined
      ? ""
      : t("ingestion:finding.likeness", {
          score: formatNumber(found, locale, { style: "percent", maximumFractionDigits: 0 }),
        });
  };
  const cityIds = new Map(
    await Promise.all(
      others.map(async ({ id, cityId }) => [id, await findCityById(deps, cityId)] as const),
    ),
  );
  return [
    ...rows
      .filter(({ deletedAt }) => deletedAt === null)
      .map((row) => ({
        id: row.id,
        kind: "event" as const,
        isEarlier: true,
        kindLabel: t("ingestion:duplicate.event"),
        href: paths.event(row.id),
        version: row.version,
        score: scoreOf(row.id) ?? 0,
        similarity: similarity(row.id),
        ...presentFacts(factsOfEvent(row), context, row.currency ?? ""),
      })),
    ...others.map((other) => ({
      id: other.id,
      kind: "candidate" as const,
      isEarlier: later.every(({ id }) => id !== other.id),
      kindLabel: t(
        later.some(({ id }) => id === other.id)
          ? "ingestion:duplicate.later"
          : "ingestion:duplicate.candidate",
      ),
      href: paths.adminCandidate(other.id),
      version: other.version,
      score: scoreOf(other.id) ?? 0,
      similarity: similarity(other.id),
      ...presentFacts(
        other.values as unknown as CandidateValues,
        context,
        currencyOf(cityIds.get(other.id)?.countryCode ?? ""),
      ),
    })),
  ].sort((one, other) => other.score - one.score);
}

/**
 * Later candidates that name this one as a duplicate, with their similarity. Only the later one of
 * a pair stores it.
 */
async function laterDuplicates({ db }: Pick<Deps, "db">, id: string) {
  const rows = await db
    .select({ id: ingestionCandidates.id, findings: ingestionCandidates.findings })
    .from(ingestionCandidates)
    .where(
      and(
        inArray(ingestionCandidates.status, [...OPEN_STATUSES]),
        sql`instr(${ingestionCandidates.findings}, ${id}) > 0`,
      ),
    )
    .limit(MAX_LATER);
  return rows.map((row) => ({
    id: row.id,
    score: row.findings.find(({ candidate }) => candidate === id)?.score,
  }));
}

/** A stored event in the form of extracted facts. */
function factsOfEvent(row: typeof events.$inferSelect): Parameters<typeof presentFacts>[0] {
  const time = (at: number) =>
    new Intl.DateTimeFormat("en-GB", {
      timeZone: row.timeZone,
      hour: "2-digit",
      minute: "2-digit",
    }).format(at);
  // A whole-day event ends at the following midnight.
  const last = localDay(row.endsAt - 1, row.timeZone);
  return {
    title: row.titleEn,
    titleFa: row.titleFa,
    description: row.descriptionEn,
    descriptionFa: row.descriptionFa,
    category: findCategory(row.categories[0] ?? "")?.name ?? null,
    date: localDay(row.startsAt, row.timeZone),
    time: row.allDay ? null : time(row.startsAt),
    endDate: row.allDay ? last : localDay(row.endsAt, row.timeZone),
    endTime: row.allDay ? null : time(row.endsAt),
    schedule: row.schedule,
    price: row.price,
    currency: row.currency,
    free: row.price === 0,
    venue: row.venueEn,
    address: row.addressEn,
    url: row.sourceUrl ?? row.ticketUrl,
    imageUrl: row.imageUrl,
    tags: row.tags,
    organizer: row.organizerEn,
  };
}
