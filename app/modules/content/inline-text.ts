import type { InlineText } from "../../lib/pages/views";

/** `[words](address)`, or a plain e-mail address. */
const LINK = /\[([^\]]+)\]\(([^)\s]+)\)|([\w.+-]+@[\w-]+(?:\.[\w-]+)+)/g;

/** Puts values in the place of `{{name}}`; what has no value stays as it is. */
export function fillIn(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(/\{\{(\w+)\}\}/g, (whole, name: string) => values[name] ?? whole);
}

/** The only markup that the long texts have: links, written as in Markdown. E-mail addresses become links by themselves. */
export function parseInline(text: string): InlineText {
  const parts: InlineText = [];
  let end = 0;
  for (const match of text.matchAll(LINK)) {
    if (match.index > end) parts.push(text.slice(end, match.index));
    const [whole, words, href, email] = match;
    parts.push(email ? { text: email, href: `mailto:${email}` } : { text: words ?? "", href: href ?? "" });
    end = match.index + whole.length;
  }
  if (end < text.length) parts.push(text.slice(end));
  return parts;
}
