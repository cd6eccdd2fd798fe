import { feedLinks } from "~/components/follow/follow-list.server";
import { translatorFor } from "~/i18n/messages.server";
import { AppError, orNull } from "~/lib/errors";
import type { RequestContext } from "~/lib/http/request-context";
import { pageHead } from "~/lib/pages/page-head.server";
import { paths } from "~/lib/paths";
import { isUuid } from "~/lib/runtime/ids";
import { excerpt } from "~/lib/text/excerpt";
import { formatNumber } from "~/lib/text/money";
import { citiesById } from "~/modules/cities/queries.server";
import { presentCard, savedAmong } from "~/modules/events/present/present-event.server";
import {
  collectionName,
  getReadableCollection,
  readCollection,
} from "~/modules/saved/queries.server";
import { cardHead, collectionSocialCard } from "~/modules/syndication/cards/card-facts.server";

/** Events per page. */
const SHOWN = 48;
const DESCRIPTION_LENGTH = 160;

/** Page number of the query string. 1 if invalid. */
const pageIn = (params: URLSearchParams): number => {
  const asked = Number(params.get("page"));
  return Number.isInteger(asked) && asked > 1 && asked < 1_000 ? asked : 1;
};

/**
 * Data of a collection's page, with controls for its owner. Null if a visitor has to log in first,
 * which does not reveal whether the collection exists (decisions.md §13).
 * @throws AppError("not-found")
 */
export async function collectionLoader(
  { deps, locale, calendar, origin, seo, signedIn, timeZone }: RequestContext,
  id: string,
  params: URLSearchParams,
) {
  if (!isUuid(id)) throw new AppError("not-found");
  const asked = getReadableCollection(deps, signedIn, id);
  const found = await (signedIn ? asked : orNull(asked));
  if (!found) return null;
  const { collection, owner, isOwn } = found;
  const t = translatorFor(locale);
  const page = pageIn(params);
  const offset = (page - 1) * SHOWN;
  const [cities, held] = await Promise.all([
    citiesById(deps),
    readCollection(deps, id, { offset, limit: SHOWN, withHidden: isOwn }),
  ]);
  const shown = held.slice(0, SHOWN);
  const saved = await savedAmong(
    deps,
    signedIn,
    shown.map((event) => event.id),
  );
  const now = deps.clock.now();
  const name = collectionName(collection, locale);
  const items = shown.map((event, index) => ({
    id: event.id,
    place: formatNumber(offset + index + 1, locale),
    isFirst: offset + index === 0,
    isLast: held.length <= SHOWN && index === shown.length - 1,
    isOver: event.endsAt <= now,
    /** Null for events that are no longer public, even for the collection's owner. */
    card: event.isListed
      ? presentCard(event, { locale, calendar, now, cities, saved, readerZone: timeZone })
      : null,
  }));
  // Only public collections have feeds, because feed readers send no session.
  const feed = collection.isPublic
    ? feedLinks({ origin, locale }, name, (format) =>
        paths.collectionFeed(id, format, { lang: locale }),
      )
    : null;
  const description =
    collection.description || t("collections:page.description", { name, owner: owner.displayName });
  const head = pageHead(
    { origin, locale, seo },
    paths.collection(id, { page: page > 1 ? page : null }),
    {
      title: name,
      description: excerpt(description, DESCRIPTION_LENGTH),
      // Excludes private, empty and later pages from search engines.
      noindex: !collection.isPublic || items.length === 0 || page > 1,
      ...(feed && { feed }),
      ...(collection.isPublic &&
        cardHead(
          origin,
          { of: "collections", id },
          collectionSocialCard(
            { id, name, owner: owner.displayName, color: collection.color },
            locale,
            seo.siteName,
          ),
        )),
    },
  );
  const url = origin + paths.collection(id);
  return {
    head: {
      ...head,
      ...(collection.isPublic && { jsonLd: listJsonLd(name, description, url, items, origin) }),
    },
    id,
    name,
    description: collection.description,
    color: collection.color,
    icon: collection.icon,
    isPublic: collection.isPublic,
    isDefault: collection.isDefault,
    isOwn,
    owner: { name: owner.displayName, href: paths.user(owner.id) },
    count: t("events:count", {
      count: !isOwn && page === 1 && held.length <= SHOWN ? items.length : collection.eventCount,
    }),
    url,
    feed,
    page,
    items,
    more: held.length > SHOWN ? paths.collection(id, { page: page + 1 }) : null,
    back: page > 1 ? paths.collection(id, { page: page > 2 ? page - 1 : null }) : null,
  };
}

type Item = { card: { title: string; href: string } | null };

/** Structured data of the list (https://schema.org/CollectionPage). */
function listJsonLd(
  name: string,
  description: string,
  url: string,
  items: readonly Item[],
  origin: string,
) {
  const cards = items.flatMap(({ card }) => card ?? []);
  return {
    "@context": "https://schema.org",
    "@type": "CollectionPage",
    name,
    description,
    url,
    mainEntity: {
      "@type": "ItemList",
      numberOfItems: cards.length,
      itemListElement: cards.map((card, index) => ({
        "@type": "ListItem",
        position: index + 1,
        name: card.title,
        url: origin + card.href,
      })),
    },
  };
}
