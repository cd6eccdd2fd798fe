import { redirect } from "@remix-run/cloudflare";
import { feedLinks } from "~/components/follow/follow-list.server";
import { type Locale, listOf, localized } from "~/i18n/locale";
import { translatorFor } from "~/i18n/messages.server";
import { dateParts, formatDate, USUAL_ZONE } from "~/lib/dates/dates.server";
import { AppError } from "~/lib/errors";
import { hostFacet } from "~/lib/event/host-keys";
import type { RequestContext } from "~/lib/http/request-context";
import { webUrl } from "~/lib/http/web-url";
import { type ContentScope, cityScope } from "~/lib/pages/content-scope";
import { pageHead } from "~/lib/pages/page-head.server";
import { type FeedFormat, paths } from "~/lib/paths";
import { can } from "~/lib/permissions";
import { excerpt } from "~/lib/text/excerpt";
import { formatNumber } from "~/lib/text/money";
import { placeAround } from "~/modules/cities/maps/still-map";
import { citiesById, currentSlugOf } from "~/modules/cities/queries.server";
import {
  cityName,
  coverOf,
  presentCard,
  savedAmong,
} from "~/modules/events/present/present-event.server";
import { managesHost } from "~/modules/hosts/claims/claims.server";
import {
  findHost,
  type Host,
  type HostAddress,
  hostName,
  hostPath,
  type VenueHost,
  venuePlace,
  venueStreet,
} from "~/modules/hosts/find-host.server";
import { followedAmong } from "~/modules/hosts/follows/follow.server";
import { hostEmblem } from "~/modules/hosts/host-emblem";
import {
  countHostEvents,
  hasPage,
  listHostEvents,
  MAX_COUNTED_PAST,
} from "~/modules/hosts/host-events.server";
import { suggestHosts } from "~/modules/hosts/suggest-hosts.server";
import { framedPicture } from "~/modules/media/media-files";
import { settingsOf } from "~/modules/settings/platform-settings.server";
import { cardHead } from "~/modules/syndication/cards/card-facts.server";
import { hostCard } from "~/modules/syndication/cards/read-card.server";

/** Events of a page of each list, and past ones below what is on. */
const SHOWN = 24;
const PAST_BELOW = 4;
/** Other hosts below the lists. */
const OTHERS = 6;
const DESCRIPTION_LENGTH = 160;
/** The map at the head: its shape, and its least width, px. */
const HEAD_MAP = { ratio: 1.7, width: 300 };

/**
 * Data of the page of a venue or an organizer: what is on, past events, about. It has a page while
 * it has a public event, or once staff have written about it. @throws AppError("not-found"), or a
 * redirect from a former address
 */
export async function hostPage(
  context: RequestContext,
  address: HostAddress,
  params: URLSearchParams,
) {
  const { deps, locale, calendar, timeZone, origin, seo, signedIn } = context;
  const host = await findHost(deps, address);
  if (!host) {
    const current = address.citySlug && (await currentSlugOf(deps, address.citySlug));
    if (current) throw redirect(paths.venue(current, address.slug), 301);
    throw new AppError("not-found");
  }
  if (host.row.slug !== address.slug) throw redirect(hostPath(host), 301);
  const facet = hostFacet(host.kind, host.row.id);
  const isPast = params.get("show") === "past";
  const cursor = params.get("cursor");
  const [counts, listed, ended, cities] = await Promise.all([
    countHostEvents(deps, facet),
    listHostEvents(deps, facet, { past: isPast, limit: SHOWN, cursor }),
    isPast ? null : listHostEvents(deps, facet, { past: true, limit: PAST_BELOW }),
    citiesById(deps),
  ]);
  const shown = [...listed.events, ...(ended?.events ?? [])];
  if (shown.length === 0 && !hasPage(host.row, counts)) throw new AppError("not-found");
  // An organizer has no city of its own: the one of its next event, or of its last one.
  const cityId = host.city?.id ?? shown[0]?.cityId;
  const [saved, followed, isManager, { features }, others] = await Promise.all([
    savedAmong(
      deps,
      signedIn,
      shown.map(({ id }) => id),
    ),
    followedAmong(deps, signedIn, [facet]),
    signedIn ? managesHost(deps, signedIn, host.row.id) : false,
    settingsOf(deps),
    cityId === undefined
      ? []
      : suggestHosts(
          deps,
          { kind: host.kind, facet: `city:${cityId}`, without: [host.row.id], limit: OTHERS },
          locale,
        ),
  ]);
  const now = deps.clock.now();
  const t = translatorFor(locale);
  // A venue's own page does not repeat its name in every row.
  const card = (event: (typeof shown)[number]) => ({
    ...presentCard(event, { locale, calendar, now, cities, saved, readerZone: timeZone }),
    cover: coverOf(event, "thumb"),
    ...(host.kind === "venue" && { venue: "" }),
  });
  const { name, lang } = hostName(host.row, locale);
  const texts = hostTexts(host, locale);
  const path = hostPath(host);
  const pathOf = (format: FeedFormat) =>
    host.kind === "venue"
      ? paths.venueFeed(host.city.slug, host.row.slug, format, { lang: locale })
      : paths.organizerFeed(host.row.slug, format, { lang: locale });
  const feed = feedLinks(
    { origin, locale },
    texts.title,
    pathOf,
    paths.embedBuilder(
      host.kind === "venue"
        ? { venue: `${host.city.slug}/${host.row.slug}` }
        : { organizer: host.row.slug },
    ),
  );
  const about = localized({ en: host.row.aboutEn ?? "", fa: host.row.aboutFa }, locale).trim();
  const { month, year } = dateParts(host.row.createdAt, "UTC", { locale, calendar });
  const count = (number: number, most?: number) =>
    most !== undefined && number > most
      ? `${formatNumber(most, locale)}+`
      : formatNumber(number, locale);
  const scope: ContentScope = host.kind === "venue" ? cityScope(host.city.id) : "listing";
  return {
    scope,
    head: {
      ...pageHead({ origin, locale, seo }, path, {
        title: texts.title,
        description: about ? excerpt(about, DESCRIPTION_LENGTH) : texts.description,
        feed,
        jsonLd: hostJsonLd(host, { locale, origin, about }),
        ...(cursor || isPast ? { noindex: true } : null),
      }),
      ...cardHead(
        origin,
        { of: `${host.kind}s`, id: host.row.id },
        hostCard(host, locale, seo.siteName),
      ),
    },
    kind: host.kind,
    id: host.row.id,
    // The topic of its followers is its facet.
    follow: { topic: facet, name, frequency: followed.get(facet) ?? null },
    facet,
    name,
    lang: lang === locale ? undefined : lang,
    place: host.kind === "venue" ? venuePlace(host, locale) : null,
    since:
      host.kind === "organizer"
        ? t("pages:host.since", { site: context.site.companyName, date: `${month} ${year}` })
        : null,
    crumbs:
      host.kind === "venue"
        ? [
            { label: t("pages:cities.title"), href: paths.cities() },
            { label: cityName(host.city, locale), href: paths.city(host.city.slug) },
          ]
        : [{ label: t("common:nav.events"), href: paths.events() }],
    about: about ? about.split(/\n\s*\n/).map((text) => text.trim()) : [],
    links: host.row.links.flatMap((link) => {
      const url = webUrl(link);
      return url ? [{ href: url.href, label: url.host.replace(/^www\./, "") }] : [];
    }),
    directions: host.kind === "venue" ? directionsTo(host, locale) : null,
    picture: framedPicture(host.row),
    emblem: hostEmblem({ ...host.row, city: host.city }),
    around: host.kind === "venue" ? aroundOf(host, locale) : null,
    share: `${origin}${path}`,
    isVerified: counts.isVerified,
    announcement: counts.announcement && {
      ...announcementText(counts.announcement, locale),
      date: formatDate(counts.announcement.sentAt ?? now, timeZone ?? USUAL_ZONE, {
        locale,
        calendar,
      }),
    },
    claim: isManager
      ? { href: paths.accountPage(host.row.id), label: t("pages:host.manage") }
      : features.enableHostClaims && !counts.isVerified
        ? {
            href: paths.accountPage(host.row.id),
            label: t(host.kind === "venue" ? "pages:host.claimVenue" : "pages:host.claimOrganizer"),
          }
        : null,
    edit: can(signedIn, "host:manage") ? paths.adminVenue(host.row.id) : null,
    tabs: [
      { name: "on" as const, label: t("pages:host.on"), count: count(counts.upcoming), href: path },
      {
        name: "past" as const,
        label: t("pages:host.past"),
        count: count(counts.past, MAX_COUNTED_PAST),
        href: hostPath(host, { show: "past" }),
      },
    ],
    isPast,
    events: listed.events.map(card),
    next:
      listed.nextCursor && hostPath(host, { show: isPast && "past", cursor: listed.nextCursor }),
    start: cursor && hostPath(host, { show: isPast && "past" }),
    others:
      cityId !== undefined && others.length > 0
        ? {
            title: t(`pages:host.others.${host.kind}`, {
              city: cityName(cities.get(cityId), locale),
            }),
            hosts: others.map(({ upcoming, city: _, ...other }) => ({
              ...other,
              text: t("pages:cities.upcoming", { count: upcoming }),
            })),
          }
        : null,
    past:
      ended && ended.events.length > 0
        ? { events: ended.events.map(card), all: hostPath(host, { show: "past" }) }
        : null,
    feed,
  };
}

/** The message in the reader's language, else in the other one. */
function announcementText(
  { textEn, textFa }: { textEn: string | null; textFa: string | null },
  locale: Locale,
) {
  const own = locale === "fa" ? textFa : textEn;
  return {
    text: own ?? textEn ?? textFa ?? "",
    lang: own ? undefined : locale === "fa" ? ("en" as const) : ("fa" as const),
  };
}

/** Title and description of a host's page and feed. */
function hostTexts(host: Host, locale: Locale) {
  const t = translatorFor(locale);
  const { name } = hostName(host.row, locale);
  const values = { name, city: host.city ? cityName(host.city, locale) : "" };
  const key = host.kind === "venue" ? "Venue" : "Organizer";
  return {
    title: t(`pages:host.title${key}`, values),
    description: t(`pages:host.description${key}`, values),
  };
}

/** Where a venue is, at the head of its page; null where its position is unknown. */
function aroundOf({ row: { latitude, longitude, nameEn, nameFa } }: VenueHost, locale: Locale) {
  if (latitude === null || longitude === null) return null;
  return placeAround({ latitude, longitude }, { locale, ...HEAD_MAP, names: [nameEn, nameFa] });
}

/** Pages of maps that show the way: by position if known, else by name and address. */
function directionsTo(host: VenueHost, locale: Locale) {
  const { latitude, longitude, nameEn } = host.row;
  const isPlaced = latitude !== null && longitude !== null;
  const words = listOf(locale, [
    hostName(host.row, locale).name || nameEn,
    venuePlace(host, locale),
  ]);
  return {
    openStreetMap: isPlaced
      ? `https://www.openstreetmap.org/directions?to=${latitude}%2C${longitude}`
      : `https://www.openstreetmap.org/search?${new URLSearchParams({ query: words })}`,
    google: `https://www.google.com/maps/dir/?${new URLSearchParams({ api: "1", destination: isPlaced ? `${latitude},${longitude}` : words })}`,
  };
}

/** schema.org: a Place or an Organization. */
function hostJsonLd(
  host: Host,
  { locale, origin, about }: { locale: Locale; origin: string; about: string },
): object {
  const url = `${origin}${hostPath(host)}`;
  const { row } = host;
  const names = [row.nameEn, row.nameFa, ...row.aliases].filter(
    (name) => name && name !== hostName(row, locale).name,
  );
  const common = {
    "@context": "https://schema.org",
    "@id": url,
    url,
    name: hostName(row, locale).name,
    ...(names.length > 0 ? { alternateName: names } : null),
    ...(about ? { description: about } : null),
    ...(row.imageUrl ? { image: new URL(row.imageUrl, origin).href } : null),
    ...(row.links.length > 0 ? { sameAs: row.links } : null),
  };
  if (host.kind === "organizer") return { ...common, "@type": "Organization" };
  const street = venueStreet(host, locale);
  const { latitude, longitude } = host.row;
  return {
    ...common,
    "@type": "Place",
    address: {
      "@type": "PostalAddress",
      ...(street ? { streetAddress: street } : null),
      addressLocality: cityName(host.city, locale),
      addressCountry: host.city.countryCode,
    },
    ...(latitude !== null && longitude !== null
      ? { geo: { "@type": "GeoCoordinates", latitude, longitude } }
      : null),
  };
}
