import { eq } from "drizzle-orm";
import { candidateDuplicates } from "~/components/candidate/candidate-duplicates.server";
import { presentCandidate } from "~/components/candidate/present-candidate.server";
import { presentCaseFacts } from "~/components/moderation/case-facts.server";
import { isolated, presentBlocks } from "~/components/moderation/event-details.server";
import {
  type Change,
  presentChanges,
  presentWritten,
  startOf,
} from "~/components/moderation/shown-values.server";
import { listOf, localized } from "~/i18n/locale";
import { translatorFor } from "~/i18n/messages.server";
import { formatDate, formatTime } from "~/lib/dates/dates.server";
import { orNull } from "~/lib/errors";
import type { SignedInContext } from "~/lib/http/request-context";
import { paths } from "~/lib/paths";
import { formatNumber } from "~/lib/text/money";
import { valuesOfEvent } from "~/modules/authoring/event-values.server";
import { getOwnEvent, type OwnEvent, versionOf } from "~/modules/authoring/find-own-event.server";
import { citiesById } from "~/modules/cities/queries.server";
import { REASON_MAX } from "~/modules/events/decision.server";
import {
  MERGE_FIELD_NAMES,
  mergeChoiceOf,
  mergeLabelKey,
} from "~/modules/events/duplicates/merge-fields";
import {
  cityName,
  coverOf,
  coverOfValues,
  presentTraits,
} from "~/modules/events/present/present-event.server";
import { checkCandidate } from "~/modules/intake/ingestion/candidate-context.server";
import {
  type CandidateValues,
  eventValuesOf,
  machineMarks,
  proposedTraitsOf,
} from "~/modules/intake/ingestion/candidate-values";
import { getCandidate } from "~/modules/intake/ingestion/queries.server";
import { settingsOf } from "~/modules/settings/platform-settings.server";
import { duplicatePairs, sourceProposals, sources } from "../../../../db/schema";

/** Reasons to reject a candidate. No organizer reads them. */
const FOUND_PRESETS = ["notAnEvent", "notPublic", "wrongCity", "unsure", "duplicate"] as const;

/**
 * A candidate of ingestion as a case of the inbox; a decided one as a sentence only.
 * @param preset name of a reason to begin with
 */
export async function reviewCandidate(
  context: SignedInContext,
  id: string,
  preset: string | null = null,
) {
  const { deps, signedIn, locale, calendar, origin } = context;
  const t = translatorFor(locale);
  const candidate = await orNull(getCandidate(deps, signedIn, id));
  const details = candidate && paths.adminCandidate(id);
  const cities = await citiesById(deps);
  const city = candidate ? cities.get(candidate.cityId) : undefined;
  const view = candidate && presentCandidate(candidate, city, context);
  if (!candidate || !details || !city || !view?.isOpen)
    return {
      isOpen: false as const,
      sentence: view ? view.statusLabel : t("moderation:decided.gone"),
      details,
    };
  const stored = candidate.values as unknown as CandidateValues;
  const values = eventValuesOf(stored, city.slug);
  const [similar, settings] = await Promise.all([
    candidateDuplicates(context, candidate),
    settingsOf(deps),
  ]);
  const { issues, facts } = checkCandidate(values, { city, settings, now: deps.clock.now() });
  return {
    isOpen: true as const,
    id,
    kind: "candidate" as const,
    kindLabel: view.statusLabel,
    version: candidate.version,
    title: view.title,
    titleLang: view.titleLang === "en" ? ("en" as const) : undefined,
    cover: coverOfValues(id, values),
    focus: values.imageFocus,
    facts: presentCaseFacts(
      values,
      {
        city,
        when:
          view.dates || view.day
            ? listOf(locale, [
                view.dates ?? view.day?.own ?? "",
                view.time ?? t("ingestion:entry.noTime"),
              ])
            : null,
        start: startOf(values, cities, deps.clock.now()),
        timeZone: city.timeZone,
      },
      { locale, calendar },
    ),
    saved: null,
    creator: null,
    editedBy: null,
    page: null,
    edit: details,
    hide: null,
    warning: null,
    blocked: facts ? [] : presentBlocks(issues, locale),
    findings: view.findings.map(({ key, field, text }) => ({
      key,
      text: field ? `${field}: ${text}` : text,
    })),
    reports: [],
    changes: null,
    written: presentWritten(
      values,
      { locale, calendar, origin, cities, now: deps.clock.now() },
      machineMarks(stored, values),
    ),
    duplicates: similar.map((other) => ({
      id: other.id,
      version: other.version,
      href: other.href,
      title: other.title,
      when: listOf(locale, [
        other.dates ?? other.day?.own ?? t("ingestion:entry.noDate"),
        ...(other.time ? [other.time] : []),
      ]),
      where: other.venue ?? t("ingestion:entry.noVenue"),
      status: other.kind === "event" ? ("approved" as const) : ("pending" as const),
      statusLabel: other.kindLabel,
      isCandidate: other.kind === "candidate",
      relation: t("moderation:duplicate.relation.duplicate"),
      reasons: other.similarity.trim(),
    })),
    history: [],
    notes: null,
    proposals: presentTraits(proposedTraitsOf(stored, values, city.countryCode), locale),
    presets: FOUND_PRESETS.map((name) => ({
      name,
      label: t(`moderation:foundPreset.${name}.label`),
      text: t(`moderation:foundPreset.${name}.text`),
    })),
    merge: {
      fields: MERGE_FIELD_NAMES.map((name) => ({ name, label: t(mergeLabelKey(name)) })),
      reason: t("ingestion:candidate.duplicateReason"),
    },
    hostLanguage: null,
    reason: FOUND_PRESETS.some((name) => name === preset)
      ? t(`moderation:foundPreset.${preset as (typeof FOUND_PRESETS)[number]}.text`)
      : "",
    reasonMax: REASON_MAX,
  };
}

/**
 * A draft that needs a language: its title, a sentence, and the page in which an editor adds it and
 * submits it in its author's name.
 */
export async function reviewHandedOver({ deps, signedIn, locale }: SignedInContext, id: string) {
  const t = translatorFor(locale);
  const own = await orNull(getOwnEvent(deps, signedIn, id));
  const draft = own?.draft;
  const language = draft?.needsLanguage;
  if (!language)
    return { isOpen: false as const, sentence: t("moderation:decided.gone"), details: null };
  const { title } = draft.values;
  return {
    isOpen: false as const,
    sentence: t(`authoring:handOver.editor.${language}`, {
      name: isolated(own?.creator?.displayName ?? ""),
    }),
    details: paths.finishEvent(id),
    title: localized({ en: title.en ?? title.fa ?? "", fa: title.fa }, locale),
    /** Label of the link to the page. */
    add: t(`moderation:inbox.add.${language}`),
  };
}

type Side = OwnEvent & { draft: null };

async function findSide({ deps, signedIn }: SignedInContext, id: string): Promise<Side | null> {
  const own = await orNull(getOwnEvent(deps, signedIn, id));
  return own?.event?.isListed ? own : null;
}

/**
 * Two public events that look alike, field by field. The one that more people saved, or the older
 * one, is proposed to stay.
 */
export async function reviewPair(context: SignedInContext, id: string) {
  const { deps, locale, calendar, origin } = context;
  const t = translatorFor(locale);
  const pair = await deps.db.select().from(duplicatePairs).where(eq(duplicatePairs.id, id)).get();
  const [one, other] = pair
    ? await Promise.all([findSide(context, pair.firstId), findSide(context, pair.secondId)])
    : [null, null];
  if (!pair || !one || !other)
    return { isOpen: false as const, sentence: t("moderation:decided.gone"), details: null };
  const isSwapped = other.event.saveCount > one.event.saveCount;
  const [keep, drop] = isSwapped ? [other, one] : [one, other];
  const shown = { locale, calendar, origin, cities: keep.cities, now: deps.clock.now() };
  const values = ({ event, cities }: Side) => valuesOfEvent(event, cities.get(event.cityId));
  const choices = new Map<string, { name: string; label: string; fields: Change[] }>();
  for (const change of presentChanges(values(keep), values(drop), shown)) {
    const choice = mergeChoiceOf(change.name);
    if (choice === null) continue;
    const group = choices.get(choice) ?? {
      name: choice,
      label: t(mergeLabelKey(choice)),
      fields: [],
    };
    group.fields.push(change);
    choices.set(choice, group);
  }
  return {
    isOpen: true as const,
    kind: "duplicate" as const,
    id,
    likeness: t("moderation:inbox.pair.likeness", {
      score: formatNumber(pair.score, locale, { style: "percent", maximumFractionDigits: 0 }),
    }),
    keep: presentSide(keep, context),
    drop: presentSide(drop, context),
    choices: [...choices.values()],
  };
}

function presentSide(own: Side, { locale, calendar }: SignedInContext) {
  const { event, cities } = own;
  const t = translatorFor(locale);
  return {
    id: event.id,
    version: event.version,
    /** As a merge checks the dropped event. */
    seen: versionOf(own),
    title: localized({ en: event.titleEn, fa: event.titleFa }, locale),
    titleLang: locale === "fa" && !event.titleFa ? ("en" as const) : undefined,
    cover: coverOf(event),
    href: paths.event(event.id),
    edit: paths.editEvent(event.id),
    facts: listOf(locale, [
      formatDate(event.startsAt, event.timeZone, { locale, calendar }),
      event.allDay ? t("events:allDay") : formatTime(event.startsAt, event.timeZone, locale),
      cityName(cities.get(event.cityId), locale),
    ]),
    saved: t("moderation:saved", { count: event.saveCount }),
  };
}

/** A source's change of plan as a case of the inbox; a decided one as a sentence only. */
export async function reviewProposal(context: SignedInContext, id: string) {
  const { deps, signedIn, locale, calendar, origin } = context;
  const t = translatorFor(locale);
  const found = await deps.db
    .select({ proposal: sourceProposals, source: sources.name })
    .from(sourceProposals)
    .innerJoin(sources, eq(sources.id, sourceProposals.sourceId))
    .where(eq(sourceProposals.id, id))
    .get();
  const own =
    found?.proposal.status === "open"
      ? await orNull(getOwnEvent(deps, signedIn, found.proposal.eventId))
      : null;
  if (!found || !own?.event)
    return { isOpen: false as const, sentence: t("moderation:decided.gone"), details: null };
  const { event, cities } = own;
  const { kind } = found.proposal;
  const city = cities.get(event.cityId);
  const title = localized({ en: event.titleEn, fa: event.titleFa }, locale);
  const values = valuesOfEvent(event, city);
  const now = deps.clock.now();
  const isBefore =
    event.lifecycle === "scheduled"
      ? t("moderation:inbox.plan.scheduled")
      : t(`events:${event.lifecycle}`);
  return {
    isOpen: true as const,
    id,
    kind: "plan" as const,
    kindLabel: t("moderation:inbox.kind.plan"),
    version: 0,
    title,
    titleLang: locale === "fa" && !event.titleFa ? ("en" as const) : undefined,
    cover: coverOf(event),
    focus: event.imageFocus,
    facts: presentCaseFacts(
      values,
      {
        city,
        when: listOf(locale, [
          formatDate(event.startsAt, event.timeZone, { locale, calendar }),
          event.allDay ? t("events:allDay") : formatTime(event.startsAt, event.timeZone, locale),
        ]),
        start: event.startsAt,
        timeZone: event.timeZone,
      },
      { locale, calendar },
    ),
    saved: t("moderation:saved", { count: event.saveCount }),
    creator: null,
    editedBy: null,
    page: paths.event(event.id),
    edit: paths.editEvent(event.id),
    hide: null,
    warning: null,
    blocked: [],
    findings: [],
    reports: [],
    changes: [
      {
        name: "plan",
        label: t("moderation:inbox.plan.field"),
        before: { parts: [{ text: isBefore, isChanged: true }], image: null },
        after: { parts: [{ text: t(`sources:proposal.${kind}`), isChanged: true }], image: null },
      },
    ],
    written: presentWritten(values, { locale, calendar, origin, cities, now }),
    duplicates: [],
    history: [],
    notes: null,
    proposals: [],
    presets: [],
    merge: null,
    hostLanguage: null,
    reason: t(`moderation:inbox.plan.message.${kind}`, { title, source: found.source }),
    reasonMax: REASON_MAX,
  };
}
