import { eq, inArray } from "drizzle-orm";
import { candidateDuplicates } from "~/components/candidate/candidate-duplicates.server";
import { listOf, localized } from "~/i18n/locale";
import { translatorFor } from "~/i18n/messages.server";
import { formatDate, formatTime } from "~/lib/dates/dates.server";
import { orNull } from "~/lib/errors";
import type { SignedInContext } from "~/lib/http/request-context";
import { paths } from "~/lib/paths";
import { citiesById } from "~/modules/cities/queries.server";
import { findDuplicates, subjectOfRow } from "~/modules/events/duplicates/find-duplicates.server";
import { cityName, coverOf } from "~/modules/events/present/present-event.server";
import { getCandidate } from "~/modules/intake/ingestion/queries.server";
import { duplicatePairs, events, type InboxKind } from "../../../db/schema";

/**
 * Likeness, 0 to 1, from which publishing one event beside the other needs a second confirmation.
 */
const SURE = 0.9;
const MOST = 4;

/**
 * Events and candidates, as cards, that a new or flagged event or a candidate is almost certainly
 * the same as. Others, and what is gone, have none.
 */
export async function sureDuplicates(
  context: SignedInContext,
  { kind, id }: { kind: InboxKind; id: string },
) {
  const { deps } = context;
  if (kind === "candidate") return sureOfCandidate(context, id);
  const event = await deps.db.select().from(events).where(eq(events.id, id)).get();
  // Approval of any other status makes nothing public.
  if (event?.status !== "pending" && event?.status !== "flagged") return [];
  const found = await findDuplicates(deps, subjectOfRow(event), {
    timeZone: event.timeZone,
    authorId: null,
    most: MOST,
  });
  const sure = found.filter(
    ({ comparison }) => comparison.relation === "duplicate" && comparison.score >= SURE,
  );
  return cardsOf(
    context,
    sure.map(({ event: other }) => other.id),
  );
}

async function sureOfCandidate(context: SignedInContext, id: string) {
  const { deps, signedIn, locale } = context;
  const candidate = await orNull(getCandidate(deps, signedIn, id));
  const found = candidate ? await candidateDuplicates(context, candidate) : [];
  const sure = found.filter(({ score }) => score >= SURE);
  const t = translatorFor(locale);
  // Candidates are compared within a city.
  const city = cityName((await citiesById(deps)).get(candidate?.cityId ?? ""), locale);
  const ofEvents = sure.filter((other) => other.kind === "event").map((other) => other.id);
  return [
    ...(await cardsOf(context, ofEvents)),
    ...sure
      .filter((other) => other.kind === "candidate")
      .map((other) => ({
        id: other.id,
        href: other.href,
        title: other.title,
        titleLang: locale === "fa" && other.titleLang === "en" ? ("en" as const) : undefined,
        cover: coverOf({
          id: other.id,
          imageUrl: other.imageUrl,
          titleEn: other.title,
          titleFa: null,
          tags: [],
          categories: [],
        }),
        focus: "center",
        when: listOf(locale, [
          other.dates ?? other.day?.own ?? t("ingestion:entry.noDate"),
          other.time ?? t("ingestion:entry.noTime"),
        ]),
        where: listOf(locale, [other.venue ?? t("ingestion:entry.noVenue"), city]),
        status: "pending" as const,
        statusLabel: other.kindLabel,
      })),
  ];
}

/** The other event of a pair that is almost certainly the same, as a card. @param other its id */
export async function surePair(context: SignedInContext, id: string, other: string) {
  const pair = await context.deps.db
    .select()
    .from(duplicatePairs)
    .where(eq(duplicatePairs.id, id))
    .get();
  if (!pair || pair.score < SURE || (pair.firstId !== other && pair.secondId !== other)) return [];
  return cardsOf(context, [other]);
}

/** Events as compact cards, in the order of their ids. */
async function cardsOf({ deps, locale, calendar }: SignedInContext, ids: readonly string[]) {
  if (ids.length === 0) return [];
  const [rows, cities] = await Promise.all([
    deps.db
      .select()
      .from(events)
      .where(inArray(events.id, [...ids])),
    citiesById(deps),
  ]);
  const t = translatorFor(locale);
  return rows
    .sort((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id))
    .map((event) => ({
      id: event.id,
      href: paths.event(event.id),
      title: localized({ en: event.titleEn, fa: event.titleFa }, locale),
      titleLang: locale === "fa" && !event.titleFa ? ("en" as const) : undefined,
      cover: coverOf(event),
      focus: event.imageFocus,
      when: listOf(locale, [
        formatDate(event.startsAt, event.timeZone, { locale, calendar }),
        event.allDay ? t("events:allDay") : formatTime(event.startsAt, event.timeZone, locale),
      ]),
      where: listOf(locale, [
        localized({ en: event.venueEn, fa: event.venueFa }, locale),
        cityName(cities.get(event.cityId), locale),
      ]),
      status: event.status,
      statusLabel: t(`authoring:status.${event.status}`),
    }));
}
