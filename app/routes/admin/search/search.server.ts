import { desc, eq, sql } from "drizzle-orm";
import { localized } from "~/i18n/locale";
import { translatorFor } from "~/i18n/messages.server";
import type { Deps } from "~/lib/deps";
import type { RequestContext } from "~/lib/http/request-context";
import { pageHead } from "~/lib/pages/page-head.server";
import { paths } from "~/lib/paths";
import { assertCan, can } from "~/lib/permissions";
import { searchKey } from "~/lib/text/search-text";
import { citiesById, listCities } from "~/modules/cities/queries.server";
import { searchUsers } from "~/modules/identity/users/find-users.server";
import { correctTitles } from "~/modules/search/correct-titles.server";
import { titleMatch } from "~/modules/search/staff-words";
import { events } from "../../../../db/schema/index";

/** Maximum number of results per kind. */
const MAX_RESULTS = 6;
const WORDS_LENGTH = 100;

/** Whether the text contains the words, ignoring variants of letters, digits and half-spaces. */
const includes = (text: string | null, key: string) =>
  key !== "" && text !== null && searchKey(text).includes(key);

/**
 * Search results: admin pages, events of every status, cities, and users if the viewer manages
 * them.
 */
export async function adminSearchLoader(
  { deps, origin, locale, seo, signedIn, routes }: RequestContext,
  params: URLSearchParams,
) {
  assertCan(signedIn, "admin:enter");
  const t = translatorFor(locale);
  const words = (params.get("q") ?? "").trim().slice(0, WORDS_LENGTH);
  const key = searchKey(words);
  const [found, cities, users] =
    words === ""
      ? [[], [], []]
      : await Promise.all([
          findEvents(deps, words),
          listCities(deps),
          can(signedIn, "user:manage")
            ? searchUsers(deps, signedIn, words, MAX_RESULTS)
            : Promise.resolve([]),
        ]);
  const byId = await citiesById(deps);
  const pages = routes
    .navigationFor(signedIn)
    .flatMap((section) => section.pages)
    .filter((page) => includes(t(page.text), key))
    .map((page) => ({
      href: page.path,
      title: t(page.text),
      note: t("admin:search.page"),
      icon: page.icon,
    }));
  const groups = [
    { name: "pages" as const, items: pages },
    {
      name: "events" as const,
      items: found.map((event) => {
        const city = byId.get(event.cityId);
        return {
          href: paths.adminEvents({ event: event.id }),
          title: localized({ en: event.titleEn, fa: event.titleFa }, locale),
          note: city ? localized({ en: city.nameEn, fa: city.nameFa }, locale) : "",
          icon: "calendar-event" as const,
        };
      }),
    },
    {
      name: "cities" as const,
      items: cities
        .filter(({ nameEn, nameFa }) => includes(nameEn, key) || includes(nameFa, key))
        .slice(0, MAX_RESULTS)
        .map((city) => ({
          href: paths.adminCity(city.slug),
          title: localized({ en: city.nameEn, fa: city.nameFa }, locale),
          note: localized({ en: city.countryEn, fa: city.countryFa }, locale),
          icon: "building-arch" as const,
        })),
    },
    {
      name: "users" as const,
      items: users.map((user) => ({
        href: paths.adminUser(user.id),
        title: user.displayName,
        note: user.email ?? "",
        icon: "user" as const,
      })),
    },
  ].filter(({ items }) => items.length > 0);
  return {
    head: pageHead({ origin, locale, seo }, paths.adminSearch(), {
      title: t("admin:search.title"),
      description: t(
        can(signedIn, "user:manage") ? "admin:search.lead" : "admin:search.leadWithoutPeople",
      ),
      noindex: true,
    }),
    words,
    groups,
  };
}

/**
 * Newest events with title words that start with the search words. Without matches, retries with
 * corrected words.
 */
async function findEvents(deps: Pick<Deps, "db">, words: string) {
  const match = titleMatch(words);
  if (match === null) return [];
  const found = await findTitled(deps, match);
  if (found.length > 0) return found;
  const corrected = await correctTitles(deps, words);
  return corrected === null ? [] : findTitled(deps, corrected);
}

function findTitled({ db }: Pick<Deps, "db">, match: string) {
  return db
    .select({
      id: events.id,
      titleEn: events.titleEn,
      titleFa: events.titleFa,
      cityId: events.cityId,
    })
    .from(sql`event_titles`)
    .innerJoin(events, eq(events.searchRowid, sql`event_titles.rowid`))
    .where(sql`event_titles MATCH ${match} AND ${events.deletedAt} IS NULL`)
    .orderBy(desc(sql`event_titles.rowid`))
    .limit(MAX_RESULTS);
}
