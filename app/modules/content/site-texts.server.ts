import type { InlineText } from "../../lib/views";
import { siteOf } from "../settings/site.server";
import type { ContentContext } from "./content-context";
import { fillIn, parseInline } from "./inline-text";

/** Reads texts of the content pages for one reader: `{{companyName}}`, `{{supportEmail}}` and `values` filled in, links found. */
export function siteTexts({ env, locale }: ContentContext, values: Readonly<Record<string, string>> = {}) {
  const { companyName, supportEmail } = siteOf(env, locale);
  const plain = (text: string): string => fillIn(text, { ...values, companyName, supportEmail });
  return { supportEmail, plain, inline: (text: string): InlineText => parseInline(plain(text)) };
}
