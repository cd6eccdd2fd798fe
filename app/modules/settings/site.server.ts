import type { Locale } from "../../i18n/locale";
import { brandStyle } from "../../lib/drawing/brand-colors";
import type { SeoDefaults, Site } from "../../lib/pages/views";
import { DEFAULT_SETTINGS, type PlatformSettings } from "./schema";

type ExternalPages = Pick<
  Env,
  "DOCS_URL" | "BLOG_URL" | "COMMUNITY_URL" | "STATUS_URL" | "CHANGELOG_URL"
>;

/** The site's identity and the configured external pages, for every page (decisions.md §7). */
export function siteOf(
  { branding }: Pick<PlatformSettings, "branding">,
  env: ExternalPages,
  locale: Locale,
): Site {
  const { primaryColor, secondaryColor } = branding;
  const shipped = DEFAULT_SETTINGS.branding;
  const companyName = branding.companyName[locale];
  return {
    companyName,
    hasOwnLogo: companyName === shipped.companyName[locale],
    supportEmail: branding.supportEmail,
    style: brandStyle(
      isSame(primaryColor, shipped.primaryColor) ? null : primaryColor,
      isSame(secondaryColor, shipped.secondaryColor) ? null : secondaryColor,
    ),
    links: {
      docs: env.DOCS_URL || null,
      blog: env.BLOG_URL || null,
      community: env.COMMUNITY_URL || null,
      status: env.STATUS_URL || null,
      changelog: env.CHANGELOG_URL || null,
    },
  };
}

const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();

/** Default head values, in the page's language. */
export function seoOf({ seo }: Pick<PlatformSettings, "seo">, locale: Locale): SeoDefaults {
  return {
    siteName: seo.siteName[locale],
    title: seo.defaultTitle[locale],
    description: seo.defaultDescription[locale],
    imageUrl: seo.defaultOgImageUrl || null,
    twitterHandle: seo.twitterHandle || null,
  };
}
