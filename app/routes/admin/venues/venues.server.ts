import { type Locale, localized } from "~/i18n/locale";
import { translatorFor } from "~/i18n/messages.server";
import { HOST_KINDS, type HostKind } from "~/lib/event/host-keys";
import type { RequestContext } from "~/lib/http/request-context";
import { pageHead } from "~/lib/pages/page-head.server";
import { paths } from "~/lib/paths";
import { formatNumber } from "~/lib/text/money";
import { listHosts } from "~/modules/hosts/find-host.server";

const WORDS_LENGTH = 80;

/** Data of `/admin/venues`: venues, or with `kind=organizer` organizers, by name. */
export async function hostDirectoryPage(
  { deps, locale, origin, seo, signedIn }: RequestContext,
  params: URLSearchParams,
) {
  const t = translatorFor(locale);
  const kind: HostKind = params.get("kind") === "organizer" ? "organizer" : "venue";
  const q = (params.get("q") ?? "").trim().slice(0, WORDS_LENGTH);
  const cursor = params.get("cursor");
  const { items, nextCursor } = await listHosts(deps, signedIn, { kind, q, cursor });
  const query = { kind: kind === "venue" ? null : kind, q };
  const name = (en: string | null, fa: string | null, of: Locale) =>
    localized({ en: en ?? "", fa }, of);
  return {
    head: pageHead({ origin, locale, seo }, paths.adminVenues(), {
      title: t("admin:hosts.title"),
      description: t("admin:hosts.lead"),
      noindex: true,
    }),
    kind,
    q,
    tabs: HOST_KINDS.map((one) => ({
      name: one,
      label: t(`admin:hosts.tabs.${one}`),
      href: paths.adminVenues({ kind: one === "venue" ? null : one }),
    })),
    rows: items.map((row) => ({
      id: row.id,
      href: paths.adminVenue(row.id),
      name: name(row.nameEn, row.nameFa, locale),
      city: name(row.cityEn, row.cityFa, locale),
      upcoming: formatNumber(row.upcoming, locale),
      isHidden: row.status === "hidden",
    })),
    next: nextCursor && paths.adminVenues({ ...query, cursor: nextCursor }),
    start: cursor && paths.adminVenues(query),
  };
}
