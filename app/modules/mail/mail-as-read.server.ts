import { paths } from "../../lib/paths";
import { escapeHtml } from "../../lib/text/escape-html";

const LETTERS: Readonly<Record<string, string>> = {
  "&amp;": "&",
  "&quot;": '"',
  "&#39;": "'",
  "&lt;": "<",
  "&gt;": ">",
};
const unescapeHtml = (text: string) =>
  text.replace(/&(?:amp|quot|#39|lt|gt);/g, (entity) => LETTERS[entity] ?? entity);

const OPENED = paths.mailOpened("", "");
const CLICKED = paths.mailClicked("", "", "");

/** An address of this product; null for others. */
function ourUrl(address: string, siteUrl: string): URL | null {
  if (!URL.canParse(address, siteUrl)) return null;
  const url = new URL(address, siteUrl);
  return url.origin === new URL(siteUrl).origin ? url : null;
}

/** A tracking address's target. */
function uncounted(address: string, siteUrl: string): string {
  const url = ourUrl(address, siteUrl);
  if (url?.pathname !== CLICKED) return address;
  return ourUrl(url.searchParams.get("to") ?? "", siteUrl)?.href ?? address;
}

/**
 * A mail as staff may view it in the outbox: without tracking and external pictures, and with
 * untracked links. The style sheet for dark schemes and phones is left out, since the page's CSP
 * applies to its frame.
 */
export function mailForStaff(
  { text, html }: { text: string; html: string },
  siteUrl: string,
): { text: string; html: string } {
  const isHarmless = (src: string) => {
    const url = ourUrl(unescapeHtml(src), siteUrl);
    return url !== null && url.pathname !== OPENED;
  };
  return {
    text: text.replace(/https?:\/\/[^\s<>"]+/g, (address) => uncounted(address, siteUrl)),
    html: html
      .replace(/<style>[^<]*<\/style>/g, "")
      .replace(/<img\b[^>]*>/gi, (tag) =>
        isHarmless(/\ssrc="([^"]+)"/i.exec(tag)?.[1] ?? "//") ? tag : "",
      )
      .replace(
        /\shref="([^"]*)"/gi,
        (_, href: string) => ` href="${escapeHtml(uncounted(unescapeHtml(href), siteUrl))}"`,
      ),
  };
}

/** Characters that make addresses, with those that clients and browsers read as them (UTS 46). */
const OF_ADDRESSES = /([.:/@。．｡․﹒：﹕／⁄∕＠﹫])(?=\S)/g;

/**
 * Mail clients turn addresses into links, and anyone may choose the name "Win at evil.example": this
 * breaks addresses in names by spaces.
 */
export const withoutAddress = (name: string): string => name.replace(OF_ADDRESSES, "$1 ");
