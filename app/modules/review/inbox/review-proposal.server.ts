import { eq } from "drizzle-orm";
import { sourceProposals, sources } from "../../../../db/schema";
import { listOf, localized } from "../../../i18n/locale";
import { translatorFor } from "../../../i18n/messages.server";
import { formatDate, formatTime } from "../../../lib/dates/dates.server";
import { AppError } from "../../../lib/errors";
import type { SignedInContext } from "../../../lib/http/request-context";
import { paths } from "../../../lib/paths";
import { valuesOfEvent } from "../../authoring/event-values.server";
import { getOwnEvent } from "../../authoring/find-own-event.server";
import { REASON_MAX } from "../../authoring/schema";
import { cityName, coverOf } from "../../events/present/present-event.server";
import { presentWritten } from "../moderation/shown-values.server";

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
      ? await getOwnEvent(deps, signedIn, found.proposal.eventId).catch((error) => {
          if (error instanceof AppError && error.code === "not-found") return null;
          throw error;
        })
      : null;
  if (!found || !own?.event)
    return { isOpen: false as const, sentence: t("moderation:decided.gone"), details: null };
  const { event, cities } = own;
  const { kind } = found.proposal;
  const city = cities.get(event.cityId);
  const title = localized({ en: event.titleEn, fa: event.titleFa }, locale);
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
    when: listOf(locale, [
      formatDate(event.startsAt, event.timeZone, { locale, calendar }),
      event.allDay ? t("events:allDay") : formatTime(event.startsAt, event.timeZone, locale),
    ]),
    where: listOf(locale, [
      localized({ en: event.venueEn, fa: event.venueFa }, locale),
      cityName(city, locale),
    ]),
    saved: t("moderation:saved", { count: event.saveCount }),
    creator: null,
    editedBy: null,
    page: paths.event(event.id),
    edit: paths.editEvent(event.id),
    hide: null,
    warning: null,
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
    written: presentWritten(valuesOfEvent(event, city), { locale, calendar, origin, cities, now }),
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
