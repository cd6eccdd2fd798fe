import type { RequestContext } from "../../lib/http/request-context";
import type { InlineText } from "../../lib/pages/views";

/** `[words](address)`, or a plain e-mail address. */
const LINK = /\[([^\]]+)\]\(([^)\s]+)\)|([\w.+-]+@[\w-]+(?:\.[\w-]+)+)/g;

/** Replaces `{{name}}` by values; keeps placeholders without a value. */
export function fillIn(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(/\{\{(\w+)\}\}/g, (whole, name: string) => values[name] ?? whole);
}

/** The only markup of long texts: Markdown links. E-mail addresses become links too. */
export function parseInline(text: string): InlineText {
  const parts: InlineText = [];
  let end = 0;
  for (const match of text.matchAll(LINK)) {
    if (match.index > end) parts.push(text.slice(end, match.index));
    const [whole, words, href, email] = match;
    parts.push(
      email ? { text: email, href: `mailto:${email}` } : { text: words ?? "", href: href ?? "" },
    );
    end = match.index + whole.length;
  }
  if (end < text.length) parts.push(text.slice(end));
  return parts;
}

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
