import type { RequestContext } from "../../lib/http/request-context";
import type { InlineText } from "../../lib/pages/views";
import { fillIn, parseInline } from "./inline-text";

/**
 * Reads texts of the content pages for one reader: `{{companyName}}`, `{{supportEmail}}` and
 * `values` filled in, links found.
 */
export function siteTexts(
  { site }: Pick<RequestContext, "site">,
  values: Readonly<Record<string, string>> = {},
) {
  const { companyName, supportEmail } = site;
  const plain = (text: string): string => fillIn(text, { ...values, companyName, supportEmail });
  return { supportEmail, plain, inline: (text: string): InlineText => parseInline(plain(text)) };
}
