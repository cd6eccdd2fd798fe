import { eq } from "drizzle-orm";
import { duplicatePairs } from "../../../../db/schema";
import { listOf, localized } from "../../../i18n/locale";
import { translatorFor } from "../../../i18n/messages.server";
import { formatDate, formatTime } from "../../../lib/dates/dates.server";
import { AppError } from "../../../lib/errors";
import type { SignedInContext } from "../../../lib/http/request-context";
import { paths } from "../../../lib/paths";
import { formatNumber } from "../../../lib/text/money";
import { valuesOfEvent } from "../../authoring/event-values.server";
import { getOwnEvent, type OwnEvent, versionOf } from "../../authoring/find-own-event.server";
import { mergeChoiceOf, mergeLabelKey } from "../../events/duplicates/merge-fields";
import { cityName, coverOf } from "../../events/present/present-event.server";
import { type Change, presentChanges } from "../moderation/shown-values.server";

type Side = OwnEvent & { draft: null };

async function findSide({ deps, signedIn }: SignedInContext, id: string): Promise<Side | null> {
  const own = await getOwnEvent(deps, signedIn, id).catch((error) => {
    if (error instanceof AppError && error.code === "not-found") return null;
    throw error;
  });
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
