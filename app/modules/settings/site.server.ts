import type { Locale } from "../../lib/locale";
import { SITE_NAME } from "../../lib/site-name";
import type { Site } from "../../lib/views";

/** Branding of the platform settings (decisions.md §7). */
const BRANDING = {
  companyName: SITE_NAME,
  supportEmail: "hello@rooydad.example",
} as const;

type ExternalPages = Pick<Env, "DOCS_URL" | "BLOG_URL" | "COMMUNITY_URL" | "STATUS_URL" | "CHANGELOG_URL">;

/** What every page says about the site itself, and the external pages that the operator has configured. */
export function siteOf(env: ExternalPages, locale: Locale): Site {
  return {
    companyName: BRANDING.companyName[locale],
    supportEmail: BRANDING.supportEmail,
    links: {
      docs: env.DOCS_URL || null,
      blog: env.BLOG_URL || null,
      community: env.COMMUNITY_URL || null,
      status: env.STATUS_URL || null,
      changelog: env.CHANGELOG_URL || null,
    },
  };
}
