import { localized } from "~/i18n/locale";
import { translatorFor } from "~/i18n/messages.server";
import type { SignedInContext } from "~/lib/http/request-context";
import { pageHead } from "~/lib/pages/page-head.server";
import { paths } from "~/lib/paths";
import { listOwnClaims } from "~/modules/hosts/claims/claims.server";

/**
 * Data of `/account/pages`: pages that the account looks after or has claimed, with the latest
 * claim of each.
 */
export async function ownPagesLoader({ deps, locale, origin, seo, signedIn }: SignedInContext) {
  const t = translatorFor(locale);
  const rows = await listOwnClaims(deps, signedIn);
  const latest = new Map([...rows].reverse().map((row) => [row.claim.hostId, row]));
  return {
    head: pageHead({ origin, locale, seo }, paths.accountPages(), {
      title: t("account:pages.title"),
      description: t("account:pages.lead"),
      noindex: true,
    }),
    pages: [...latest.values()].reverse().map(({ claim: { hostId, status }, host }) => ({
      id: hostId,
      name: host.nameEn === null ? null : localized({ en: host.nameEn, fa: host.nameFa }, locale),
      status,
    })),
  };
}
