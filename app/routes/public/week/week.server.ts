import { redirect } from "@remix-run/cloudflare";
import { translatorFor } from "~/i18n/messages.server";
import { formatDate, inOtherCalendar, isThursdayWeekend } from "~/lib/dates/dates.server";
import { weekCardId } from "~/lib/drawing/card-address";
import { AppError } from "~/lib/errors";
import { redirectWithToast } from "~/lib/http/flash.server";
import { formAnswer } from "~/lib/http/form-answer.server";
import { fieldOf, readForm } from "~/lib/http/read-form.server";
import type { RequestContext } from "~/lib/http/request-context";
import { cityScope } from "~/lib/pages/content-scope";
import { pageHead } from "~/lib/pages/page-head.server";
import { paths } from "~/lib/paths";
import { formatNumber } from "~/lib/text/money";
import {
  type City,
  citiesById,
  currentSlugOf,
  findCityBySlug,
} from "~/modules/cities/queries.server";
import { type NumberedWeek, numberedWeekOf } from "~/modules/discovery/weeks/numbered-week";
import { TEN } from "~/modules/discovery/weeks/propose-picks.server";
import {
  editorText,
  pickedBy,
  readPublishedWeek,
  weekDays,
  weekName,
  weekTitle,
} from "~/modules/discovery/weeks/published-week.server";
import { earlierWeeks } from "~/modules/discovery/weeks/queries.server";
import {
  isSubscribed,
  subscribeAccount,
  subscribeAddress,
  unsubscribeAccount,
} from "~/modules/discovery/weeks/subscriptions.server";
import { eventFacts } from "~/modules/events/present/event-facts.server";
import {
  cityName,
  coverOf,
  presentCard,
  savedAmong,
} from "~/modules/events/present/present-event.server";
import { cardHead } from "~/modules/syndication/cards/card-facts.server";
import { weekCard } from "~/modules/syndication/cards/read-card.server";
import { LATEST_WEEK } from "~/modules/syndication/embed/schema";

const EARLIER = 6;

async function cityOf(
  { deps }: Pick<RequestContext, "deps">,
  slug: string,
  week?: string,
): Promise<City> {
  const city = await findCityBySlug(deps, slug);
  if (city) return city;
  const current = await currentSlugOf(deps, slug);
  if (current === null) throw new AppError("not-found");
  throw redirect(paths.cityWeek(current, week), 301);
}

/**
 * Data of a week's picks of a city.
 * @param key the week; left out for the latest one that is published
 * @throws AppError("not-found") for an unknown city or a week without published picks
 */
export async function weekLoader(context: RequestContext, slug: string, key: string | undefined) {
  const { deps, locale, calendar, origin, seo, signedIn, timeZone } = context;
  const city = await cityOf(context, slug, key);
  const now = deps.clock.now();
  const published = await readPublishedWeek(deps, city, key ?? null);
  if (key !== undefined && !published) throw new AppError("not-found");
  const { week, found, picks } = published ?? { week: null, found: null, picks: [] };
  const [saved, cities, earlier, isOn] = await Promise.all([
    savedAmong(
      deps,
      signedIn,
      picks.map(({ event }) => event.id),
    ),
    citiesById(deps),
    week ? earlierWeeks(deps, city.id, week.first, EARLIER) : [],
    signedIn ? isSubscribed(deps, signedIn.id, city.id) : false,
  ]);
  const reader = { locale, calendar };
  const t = translatorFor(locale);
  const name = cityName(city, locale);
  const words = pageWords(context, { city, name, week, count: picks.length });
  return {
    scope: cityScope(city.id),
    head: pageHead({ origin, locale, seo }, paths.cityWeek(city.slug, week?.key), {
      title: words.title,
      description: words.description,
      ...(published && picks.length > 0
        ? {
            jsonLd: itemList(picks, words.title, origin),
            ...cardHead(
              origin,
              { of: "weeks", id: weekCardId(city.slug, published.week.key) },
              weekCard(city, published, locale, seo.siteName),
            ),
          }
        : { noindex: true }),
    }),
    city: { slug: city.slug, name },
    words,
    week: week && {
      key: week.key,
      names: [...new Set([weekName(week, city, reader), weekDays(week, city, reader)])],
      otherDays: weekDays(week, city, inOtherCalendar(reader)),
    },
    intro: found ? editorText({ en: found.introEn, fa: found.introFa }, locale) : null,
    by: found ? pickedBy(found, locale) : "",
    isAutomatic: found?.isAutomatic ?? false,
    published: found
      ? t("weeks:page.out", {
          date: formatDate(found.publishedAt, city.timeZone, reader, {
            weekday: true,
            year: false,
          }),
        })
      : null,
    picks: picks.map(({ event, lineEn, lineFa }, index) => ({
      card: {
        ...presentCard(event, { ...reader, now, cities, saved, readerZone: timeZone }),
        cover: coverOf(event, index === 0 ? "band" : "detail"),
        whole: eventFacts(event, { ...reader, now, city }).live().whole,
      },
      number: formatNumber(index + 1, locale),
      line: editorText({ en: lineEn, fa: lineFa }, locale),
      isOver: event.isOver || event.endsAt <= now,
    })),
    earlier: earlier.map(({ firstDay }) => {
      const other = numberedWeekOf(firstDay, city.countryCode);
      return {
        href: paths.cityWeek(city.slug, other.key),
        names: [...new Set([weekName(other, city, reader), weekDays(other, city, reader)])],
      };
    }),
    links: {
      all: week && paths.city(city.slug, { from: week.first, to: week.last }),
      city: paths.city(city.slug),
      ics: paths.cityWeekFeed(city.slug, "ics", { lang: locale }),
      atom: paths.cityWeekFeed(city.slug, "atom", { lang: locale }),
      embed: paths.embedBuilder({ city: city.slug, week: LATEST_WEEK, limit: TEN }),
      verify: paths.verifyEmail(),
    },
    /** The list of the latest picks on another site, in this language. */
    snippet: `<script async src="${origin}${paths.embedScript()}" data-city="${city.slug}" data-week="${LATEST_WEEK}" data-limit="${TEN}" data-lang="${locale}"></script>`,
    account: signedIn && { isVerified: signedIn.isVerified, isOn },
  };
}

interface WeekOfCity {
  city: City;
  name: string;
  week: NumberedWeek | null;
  count: number;
}

/** The page's texts: public pages send no namespace for one page alone. */
function pageWords({ locale, calendar }: RequestContext, { city, name, week, count }: WeekOfCity) {
  const t = translatorFor(locale);
  const values = { city: name };
  const days = week ? weekDays(week, city, { locale, calendar }) : "";
  return {
    title: weekTitle(city, count, locale),
    description:
      count > 0 ? t("weeks:page.description", { ...values, count, days }) : t("weeks:empty.text"),
    over: t("weeks:page.over"),
    earlier: t("weeks:page.earlier"),
    all: t("weeks:page.all", values),
    calendar: t("weeks:page.calendar"),
    feed: t("weeks:page.feed"),
    embed: t("weeks:page.embed"),
    embedHelp: t("weeks:page.embedHelp"),
    embedMore: t("weeks:page.embedMore"),
    emptyTitle: t("weeks:empty.title", values),
    emptyText: t("weeks:empty.text"),
    emptyAction: t("weeks:empty.action", values),
    subscribe: t(
      isThursdayWeekend(city.countryCode) ? "weeks:subscribe.thursday" : "weeks:subscribe.friday",
    ),
    subscribeLead: t("weeks:subscribe.lead", values),
    email: t("weeks:subscribe.email"),
    submit: t("weeks:subscribe.submit"),
    note: t("weeks:subscribe.note"),
    isOn: t("weeks:subscribe.isOn", values),
    stop: t("weeks:subscribe.stop"),
    verify: t("weeks:subscribe.verify"),
  };
}

/** https://schema.org/ItemList of the picked events' pages. */
const itemList = (picks: readonly { event: { id: string } }[], name: string, origin: string) => ({
  "@context": "https://schema.org",
  "@type": "ItemList",
  name,
  numberOfItems: picks.length,
  itemListElement: picks.map(({ event }, index) => ({
    "@type": "ListItem",
    position: index + 1,
    url: new URL(paths.event(event.id), origin).href,
  })),
});

/**
 * Subscribes the account, or the visitor's address, to a city's picks, or ends the account's
 * subscription.
 */
export async function weekAction(
  context: RequestContext,
  request: Request,
  slug: string,
  key: string | undefined,
) {
  const { deps, locale, signedIn, caller } = context;
  const city = await cityOf(context, slug, key);
  const form = await readForm(request);
  const intent = form.get("intent");
  const back = paths.cityWeek(city.slug, key);
  if (intent === "stop") {
    if (!signedIn) throw new AppError("unauthorized");
    await unsubscribeAccount(deps, signedIn.id, city.id);
    return redirectWithToast(request, back, { kind: "info", text: "weeks:subscribe.ended" });
  }
  if (intent !== "subscribe") throw new AppError("bad-request");
  if (signedIn) {
    await subscribeAccount(deps, signedIn, city, locale);
    return redirectWithToast(request, back, { kind: "success", text: "weeks:subscribe.done" });
  }
  const email = fieldOf(form, "email").trim();
  return formAnswer(context, { form: "subscribe", values: { email } }, async () => {
    await subscribeAddress(deps, { email, city, locale, address: caller.address });
    return redirectWithToast(request, back, { kind: "success", text: "weeks:subscribe.sent" });
  });
}
