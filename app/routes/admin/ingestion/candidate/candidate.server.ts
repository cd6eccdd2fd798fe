import { and, inArray, sql } from "drizzle-orm";
import { translatorFor } from "~/i18n/messages.server";
import { localDay } from "~/lib/dates/dates.server";
import type { RequestContext } from "~/lib/http/request-context";
import { pageHead } from "~/lib/pages/page-head.server";
import { paths } from "~/lib/paths";
import { assertCan } from "~/lib/permissions";
import { currencyOf, formatNumber } from "~/lib/text/money";
import { REASON_MAX } from "~/modules/authoring/schema";
import { findCityById } from "~/modules/cities/queries.server";
import { findCategory } from "~/modules/events/categories";
import type { CandidateValues } from "~/modules/ingestion/candidate-values";
import { correctionTexts } from "~/modules/ingestion/correction-fields.server";
import { OPEN_STATUSES } from "~/modules/ingestion/find-candidate-duplicates.server";
import { presentCandidate } from "~/modules/ingestion/present-candidate.server";
import { presentFacts, presentOrigins } from "~/modules/ingestion/present-entry.server";
import { getCandidate } from "~/modules/ingestion/queries.server";
import { isOpen, readCandidates } from "~/modules/ingestion/read-candidates.server";
import { shownPicture } from "~/modules/media/media-key";
import { MERGE_FIELD_NAMES, mergeLabelKey } from "~/modules/moderation/merge-fields";
import { type CandidateFinding, events, ingestionCandidates } from "../../../../../db/schema/index";
import { momentText } from "../present-run.server";
import { correctionChoices } from "../wizard-preview.server";

/** Maximum number of later candidates to compare. */
const MAX_LATER = 6;

/** Data of a candidate's page. @throws AppError("not-found") */
export async function candidateLoader(context: RequestContext, id: string) {
  const { deps, signedIn, locale, calendar, origin, seo } = context;
  assertCan(signedIn, "ingestion:manage");
  const t = translatorFor(locale);
  const candidate = await getCandidate(deps, signedIn, id);
  const values = candidate.values as unknown as CandidateValues;
  const [city, duplicates] = await Promise.all([findCityById(deps, candidate.cityId), duplicatesOf(context, candidate)]);
  const currency = currencyOf(city?.countryCode ?? "");
  const view = presentCandidate(candidate, city, context);
  return {
    head: pageHead({ origin, locale, seo }, paths.adminCandidate(id), {
      title: view.title,
      description: t("ingestion:candidates.lead"),
      noindex: true,
    }),
    candidate: view,
    picture: shownPicture(values.imageUrl),
    texts: { ...correctionTexts(values, currency, calendar), imageUrl: values.imageUrl ?? "" },
    choices: correctionChoices(context, currency),
    origins: presentOrigins(values, context),
    duplicates,
    mergedInto: mergedInto(candidate.findings),
    mergeFields: MERGE_FIELD_NAMES.map((name) => ({ name, label: t(mergeLabelKey(name)) })),
    decided: candidate.decidedAt === null ? null : t("ingestion:candidate.decided", { when: momentText(candidate.decidedAt, context) }),
    action: paths.adminCandidate(id),
    back: candidate.runId ? paths.adminIngestionRun(candidate.runId) : paths.adminCandidates(),
    duplicateReason: t("ingestion:candidate.duplicateReason"),
    reasonMax: REASON_MAX,
  };
}

/** URL of the candidate or event that the candidate was merged into, or null. */
function mergedInto(findings: readonly CandidateFinding[]): string | null {
  const found = findings.find(({ code }) => code === "merged-into");
  if (found?.candidate) return paths.adminCandidate(found.candidate);
  return found?.event ? paths.event(found.event) : null;
}

/** Possible duplicates of the candidate in their current state. */
async function duplicatesOf(context: RequestContext, { id: own, status, findings }: Awaited<ReturnType<typeof getCandidate>>) {
  const { deps, locale } = context;
  if (!isOpen({ status })) return [];
  const t = translatorFor(locale);
  const of = (name: "event" | "candidate") => findings.flatMap((finding) => finding[name] ?? []);
  const later = await laterDuplicates(deps, own);
  const seen = await readCandidates(deps, [...new Set([...of("candidate"), ...later.map(({ id }) => id)])]);
  // Approved candidates are listed as events. Rejected ones are no duplicates.
  const others = seen.filter((candidate) => isOpen(candidate));
  const eventIds = [...new Set([...of("event"), ...seen.flatMap(({ eventId }) => eventId ?? [])])];
  const score = (id: string) => findings.find((finding) => finding.event === id || finding.candidate === id)?.score;
  const rows =
    eventIds.length === 0
      ? []
      : await deps.db
          .select()
          .from(events)
          .where(inArray(events.id, sql`(SELECT value FROM json_each(${JSON.stringify(eventIds)}))`));
  const similarity = (id: string) => {
    const found = score(id) ?? later.find((candidate) => candidate.id === id)?.score;
    return found === undefined
      ? ""
      : t("ingestion:finding.likeness", { score: formatNumber(found, locale, { style: "percent", maximumFractionDigits: 0 }) });
  };
  const cityIds = new Map(await Promise.all(others.map(async ({ id, cityId }) => [id, await findCityById(deps, cityId)] as const)));
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
        similarity: similarity(row.id),
        ...presentFacts(factsOfEvent(row), context, row.currency ?? ""),
      })),
    ...others.map((other) => ({
      id: other.id,
      kind: "candidate" as const,
      isEarlier: later.every(({ id }) => id !== other.id),
      kindLabel: t(later.some(({ id }) => id === other.id) ? "ingestion:duplicate.later" : "ingestion:duplicate.candidate"),
      href: paths.adminCandidate(other.id),
      version: other.version,
      similarity: similarity(other.id),
      ...presentFacts(other.values as unknown as CandidateValues, context, currencyOf(cityIds.get(other.id)?.countryCode ?? "")),
    })),
  ];
}

/** Later candidates that name this one as a duplicate, with their similarity. Only the later one of a pair stores it. */
async function laterDuplicates({ db }: RequestContext["deps"], id: string) {
  const rows = await db
    .select({ id: ingestionCandidates.id, findings: ingestionCandidates.findings })
    .from(ingestionCandidates)
    .where(and(inArray(ingestionCandidates.status, [...OPEN_STATUSES]), sql`instr(${ingestionCandidates.findings}, ${id}) > 0`))
    .limit(MAX_LATER);
  return rows.map((row) => ({ id: row.id, score: row.findings.find(({ candidate }) => candidate === id)?.score }));
}

/** A stored event in the form of extracted facts. */
function factsOfEvent(row: typeof events.$inferSelect): Parameters<typeof presentFacts>[0] {
  const time = (at: number) => new Intl.DateTimeFormat("en-GB", { timeZone: row.timeZone, hour: "2-digit", minute: "2-digit" }).format(at);
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
