import { listOf } from "../../../i18n/locale";
import { translatorFor } from "../../../i18n/messages.server";
import { AppError } from "../../../lib/errors";
import type { SignedInContext } from "../../../lib/http/request-context";
import { paths } from "../../../lib/paths";
import { REASON_MAX } from "../../authoring/schema";
import { citiesById } from "../../cities/queries.server";
import { MERGE_FIELD_NAMES, mergeLabelKey } from "../../events/duplicates/merge-fields";
import { coverOf, presentTraits } from "../../events/present/present-event.server";
import { candidateDuplicates } from "../../intake/ingestion/candidate-duplicates.server";
import {
  type CandidateValues,
  eventValuesOf,
  machineMarks,
  proposedTraitsOf,
} from "../../intake/ingestion/candidate-values";
import { presentCandidate } from "../../intake/ingestion/present-candidate.server";
import { getCandidate } from "../../intake/ingestion/queries.server";
import { presentWritten } from "../moderation/shown-values.server";

/** A candidate of ingestion as a case of the inbox; a decided one as a sentence only. */
export async function reviewCandidate(context: SignedInContext, id: string) {
  const { deps, signedIn, locale, calendar, origin } = context;
  const t = translatorFor(locale);
  const candidate = await getCandidate(deps, signedIn, id).catch((error) => {
    if (error instanceof AppError && error.code === "not-found") return null;
    throw error;
  });
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
  const similar = await candidateDuplicates(context, candidate);
  return {
    isOpen: true as const,
    id,
    kind: "candidate" as const,
    kindLabel: view.statusLabel,
    version: candidate.version,
    title: view.title,
    titleLang: view.titleLang === "en" ? ("en" as const) : undefined,
    cover: coverOf({ id, imageUrl: values.imageUrl, categories: values.categories }),
    focus: values.imageFocus,
    when: listOf(locale, [
      view.dates ?? view.day?.own ?? t("ingestion:entry.noDate"),
      view.time ?? t("ingestion:entry.noTime"),
    ]),
    where: listOf(locale, [view.venue ?? t("ingestion:entry.noVenue"), view.city]),
    saved: null,
    creator: null,
    editedBy: null,
    page: null,
    edit: details,
    hide: null,
    warning: null,
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
    presets: [],
    merge: {
      fields: MERGE_FIELD_NAMES.map((name) => ({ name, label: t(mergeLabelKey(name)) })),
      reason: t("ingestion:candidate.duplicateReason"),
    },
    hostLanguage: null,
    reason: "",
    reasonMax: REASON_MAX,
  };
}
