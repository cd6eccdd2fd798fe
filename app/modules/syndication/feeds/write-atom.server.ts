import { paths } from "../../../lib/paths";
import { categoryView } from "../../events/present/present-event.server";
import { type Feed, type FeedEvent, pageOfFeed } from "./feed";
import { feedText } from "./feed-text.server";

const ESCAPES: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&apos;",
};
const escaped = (text: string) => text.replace(/[&<>"']/g, (character) => ESCAPES[character] ?? "");

const element = (name: string, text: string, attributes = "") =>
  `<${name}${attributes}>${escaped(text)}</${name}>`;
const link = (rel: string, href: string, type: string) =>
  `<link rel="${rel}" href="${escaped(href)}" type="${type}"/>`;
const instant = (at: number) => new Date(at).toISOString();

const ATOM = "application/atom+xml";

function entryOf(
  event: FeedEvent,
  { cities, locale, now, origin }: Pick<Feed, "cities" | "locale" | "now" | "origin">,
): string {
  const text = feedText(event, cities.get(event.cityId), locale, now);
  return [
    "<entry>",
    element("id", `urn:uuid:${event.id}`),
    element("title", text.title, ' type="text"'),
    link("alternate", `${origin}${paths.event(event.id)}`, "text/html"),
    element("published", instant(event.createdAt)),
    element("updated", instant(event.updatedAt)),
    ...event.categories.map((name) => {
      const view = categoryView(name, locale);
      return view ? `<category term="${escaped(view.slug)}" label="${escaped(view.label)}"/>` : "";
    }),
    element("summary", text.summary, ' type="text"'),
    element("content", text.content, ' type="text"'),
    "</entry>\n",
  ].join("");
}

/**
 * The feed as Atom (RFC 4287), a page of it (RFC 5005 §3). Texts are of the type "text", so that
 * nothing in them is markup.
 */
export function writeAtom(feed: Feed): string {
  const { title, description, locale, origin, url, page, events } = feed;
  const updated = events.reduce((latest, event) => Math.max(latest, event.updatedAt), 0);
  const head = [
    '<?xml version="1.0" encoding="utf-8"?>',
    `<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${locale}">`,
    element("id", url ?? page),
    element("title", title, ' type="text"'),
    element("subtitle", description, ' type="text"'),
    ...(url ? [link("self", url, ATOM)] : []),
    link("alternate", page, "text/html"),
    element("updated", instant(updated)),
    `<author><name>Rooydad</name><uri>${escaped(origin)}</uri></author>`,
    element("icon", `${origin}/favicon.svg`),
    "",
  ].join("\n");
  const { entries, next } = pageOfFeed(feed, head, (event) => entryOf(event, feed));
  return [head, next ? `${link("next", next, ATOM)}\n` : "", ...entries, "</feed>\n"].join("");
}
