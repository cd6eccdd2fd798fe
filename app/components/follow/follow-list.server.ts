import type { Locale } from "../../i18n/locale";
import { translatorFor } from "../../i18n/messages.server";
import type { TextKey } from "../../i18n/translate";
import { calendarTexts } from "../../lib/dates/calendar-texts.server";
import type { RequestContext } from "../../lib/http/request-context";
import type { FeedLinksView, ListFollowView } from "../../lib/pages/views";
import { type FeedFormat, paths } from "../../lib/paths";
import { type EventQuery, eventQueryParams } from "../../modules/events/schema";
import { followedAmong } from "../../modules/hosts/follows/follow.server";

interface LinkContext {
  origin: string;
  locale: Locale;
}

/** The same address for programs that keep calendars: it opens them. */
const webcalOf = (url: string): string => url.replace(/^https?:/, "webcal:");

/** The page of Google Calendar that adds a calendar by its address. */
const googleUrl = (url: string): string =>
  `https://calendar.google.com/calendar/render?${new URLSearchParams({ cid: webcalOf(url) })}`;

/** Absolute addresses of one calendar by protocol. */
export const calendarAddresses = (url: string) => ({
  ics: url,
  webcal: webcalOf(url),
  google: googleUrl(url),
});

/**
 * The feeds of a list with their labels.
 * @param title the list's title
 * @param embed address of the embed builder, if any
 * @param pathOf its path in a format with its language, since feed readers have none
 */
export function feedLinks(
  { origin, locale }: LinkContext,
  title: string,
  pathOf: (format: FeedFormat) => string,
  embed: string | null = null,
): FeedLinksView {
  const t = calendarTexts(locale);
  return {
    title,
    ...calendarAddresses(`${origin}${pathOf("ics")}`),
    atom: `${origin}${pathOf("atom")}`,
    rss: `${origin}${pathOf("rss")}`,
    json: `${origin}${pathOf("json")}`,
    embed,
    words: {
      open: t("calendar:subscribe.open"),
      lead: t("calendar:subscribe.lead"),
      webcal: t("calendar:subscribe.webcal"),
      google: t("calendar:subscribe.google"),
      ics: t("calendar:subscribe.ics"),
      readers: t("calendar:subscribe.readers"),
      note: t("calendar:subscribe.note"),
      embed: t("calendar:subscribe.embed"),
    },
  };
}

/**
 * Feed links of a list, of its city or its category. Null for lists by position, which calendars
 * must not store.
 */
export function listFeedLinks(
  context: LinkContext,
  title: string,
  query: EventQuery,
  fixed: { city?: string; category?: string } = {},
): FeedLinksView | null {
  if (query.latitude !== null || query.bounds !== null) return null;
  const params = { ...eventQueryParams(query), cursor: null, limit: null, lang: context.locale };
  const pathOf = (format: FeedFormat) => {
    if (fixed.city) return paths.cityFeed(fixed.city, format, { ...params, city: null });
    if (fixed.category)
      return paths.categoryFeed(fixed.category, format, { ...params, category: null });
    return paths.eventsFeed(format, params);
  };
  const embed = paths.embedBuilder({
    city: fixed.city ?? query.city,
    category: params.category[0],
  });
  return feedLinks(context, title, pathOf, embed);
}

interface FollowedList {
  followTopic: string | null;
  nothing: object | null;
}

/** The list with the form that follows it, or ends that. */
export async function withListFollow<List extends FollowedList>(
  { deps, locale, signedIn }: RequestContext,
  { followTopic: topic, ...list }: List,
  returnTo: string,
): Promise<Omit<List, "followTopic"> & { follow: ListFollowView | null }> {
  if (topic === null) return { ...list, follow: null };
  const isOn = (await followedAmong(deps, signedIn, [topic])).has(topic);
  return {
    ...list,
    follow: formOf(
      topic,
      isOn,
      returnTo,
      locale,
      list.nothing ? "common:follow.whenThereIs" : "common:follow.list",
    ),
  };
}

interface Followable {
  topic: string | null;
}

type Followed<Part> = Omit<Part, "topic"> & { follow: ListFollowView | null };

/**
 * Parts of an event's page, the cards of its organizer and venue and its dates, each with the form
 * that follows it.
 */
export async function withEventFollows<Card extends Followable, Dates extends Followable>(
  { deps, locale, signedIn }: RequestContext,
  { hosts, showings }: { hosts: readonly Card[]; showings: Dates | null },
  returnTo: string,
): Promise<{ hosts: Followed<Card>[]; showings: Followed<Dates> | null }> {
  const followed = await followedAmong(
    deps,
    signedIn,
    [...hosts, ...(showings ? [showings] : [])].flatMap(({ topic }) => topic ?? []),
  );
  const followOf = (topic: string | null, label: TextKey<"common">, labelOn?: TextKey<"common">) =>
    topic === null ? null : formOf(topic, followed.has(topic), returnTo, locale, label, labelOn);
  const dates = ({ topic, ...rest }: Dates) => ({
    ...rest,
    follow: followOf(topic, "common:follow.dates", "common:follow.datesOn"),
  });
  return {
    hosts: hosts.map(({ topic, ...card }) => ({
      ...card,
      follow: followOf(topic, "common:follow.follow"),
    })),
    showings: showings && dates(showings),
  };
}

/** The form's URL holds everything, so it works without JavaScript. */
const formOf = (
  topic: string,
  isOn: boolean,
  returnTo: string,
  locale: Locale,
  label: TextKey<"common">,
  labelOn: TextKey<"common"> = "common:follow.on",
): ListFollowView => ({
  action: paths.follow({ topic, returnTo }),
  intent: isOn ? "unfollow" : "follow",
  label: translatorFor(locale)(isOn ? labelOn : label),
});
