import { translatorFor } from "~/i18n/messages.server";
import { USUAL_ZONE } from "~/lib/dates/dates.server";
import { formatAgo } from "~/lib/dates/written-times.server";
import type { RequestContext } from "~/lib/http/request-context";
import { pageHead } from "~/lib/pages/page-head.server";
import { paths } from "~/lib/paths";
import { formatNumber } from "~/lib/text/money";
import { citiesById } from "~/modules/cities/queries.server";
import { cityName } from "~/modules/events/present/present-event.server";
import {
  listSources,
  reliabilityOf,
  SOURCE_HEALTH,
  sourceStats,
} from "~/modules/intake/sources/queries.server";
import { settingsOf } from "~/modules/settings/platform-settings.server";
import { healthOf } from "./source-health";

const WORDS_LENGTH = 80;
const SHOWN = 50;

/** Data of `/admin/sources`: all monitored sources with their health. */
export async function sourcesPage(
  { deps, locale, calendar, timeZone, origin, seo, signedIn }: RequestContext,
  params: URLSearchParams,
) {
  const t = translatorFor(locale);
  const q = (params.get("q") ?? "").trim().slice(0, WORDS_LENGTH);
  const health = SOURCE_HEALTH.find((name) => name === params.get("health"));
  const cursor = params.get("cursor");
  const [cities, stats, { features }] = await Promise.all([
    citiesById(deps),
    sourceStats(deps, signedIn),
    settingsOf(deps),
  ]);
  const city = [...cities.values()].find(({ slug }) => slug === params.get("city"))?.slug;
  const { items, nextCursor } = await listSources(
    deps,
    signedIn,
    { q, health, city },
    cursor,
    SHOWN,
  );
  const number = (value: number) => formatNumber(value, locale);
  const query = { q, health: health ?? null, city: city ?? null };
  return {
    head: pageHead({ origin, locale, seo }, paths.adminSources(), {
      title: t("sources:title"),
      description: t("sources:lead"),
      noindex: true,
    }),
    q,
    city: city ?? "",
    cities: [...cities.values()].map((one) => ({ value: one.slug, label: cityName(one, locale) })),
    current: health ?? ("all" as const),
    isOff: !features.enableSourceChecks,
    tabs: (["all", ...SOURCE_HEALTH] as const).map((name) => ({
      name,
      label: t(`sources:filter.${name}`),
      href: paths.adminSources({ ...query, health: name === "all" ? null : name }),
    })),
    stats: [
      { name: "sources", label: t("sources:stats.sources"), value: number(stats.sources) },
      { name: "added", label: t("sources:stats.added"), value: number(stats.added) },
      { name: "changed", label: t("sources:stats.changed"), value: number(stats.changed) },
      { name: "failing", label: t("sources:stats.failing"), value: number(stats.failing) },
      {
        name: "proposals",
        label: t("sources:stats.proposals"),
        value: number(stats.openProposals),
      },
    ],
    rows: items.map(({ source, checks }) => {
      const [check] = checks;
      const { share } = reliabilityOf(source);
      return {
        id: source.id,
        href: paths.adminSource(source.id),
        name: source.name,
        city: [source.cityId, ...source.otherCityIds]
          .map((id) => cityName(cities.get(id), locale))
          .join(t("settings:flags.comma")),
        kind: t(`sources:kind.${source.kind}`),
        checked:
          source.lastCheckedAt === null
            ? ""
            : formatAgo(
                source.lastCheckedAt,
                deps.clock.now(),
                { locale, calendar },
                timeZone ?? USUAL_ZONE,
              ),
        ...healthOf(source, t),
        failures: source.failures > 1 ? t("sources:inARow", { count: source.failures }) : null,
        items: number(source.lastItems),
        history: checks
          .flatMap(({ status, items: found }) => (status === "running" ? [] : [found]))
          .reverse(),
        added: number(check?.added ?? 0),
        changed: number(check?.changed ?? 0),
        gone: number((check?.gone ?? 0) + (check?.cancelled ?? 0)),
        reliability:
          share === null
            ? "–"
            : formatNumber(share, locale, { style: "percent", maximumFractionDigits: 0 }),
        trust: t(`sources:trust.${source.trust}`),
        isTrusted: source.trust === "trusted",
      };
    }),
    next: nextCursor && paths.adminSources({ ...query, cursor: nextCursor }),
    start: cursor && paths.adminSources(query),
  };
}
