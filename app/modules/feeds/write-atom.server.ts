import { paths } from "../../lib/paths";
import { categoryView } from "../events/present-event.server";
import type { Feed } from "./feed";
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

/** The feed as Atom (RFC 4287). Texts are of the type "text", so that nothing in them is markup. */
export function writeAtom({
  title,
  description,
  locale,
  origin,
  url,
  page,
  events,
  cities,
  now,
}: Feed): string {
  const updated = events.reduce((latest, event) => Math.max(latest, event.updatedAt), 0);
  const entries = events.map((event) => {
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
        return view
          ? `<category term="${escaped(view.slug)}" label="${escaped(view.label)}"/>`
          : "";
      }),
      element("summary", text.summary, ' type="text"'),
      element("content", text.content, ' type="text"'),
      "</entry>",
    ].join("");
  });
  return [
    '<?xml version="1.0" encoding="utf-8"?>',
    `<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${locale}">`,
    element("id", url),
    element("title", title, ' type="text"'),
    element("subtitle", description, ' type="text"'),
    link("self", url, "application/atom+xml"),
    link("alternate", page, "text/html"),
    element("updated", instant(updated)),
    `<author><name>Rooydad</name><uri>${escaped(origin)}</uri></author>`,
    element("icon", `${origin}/favicon.svg`),
    ...entries,
    "</feed>",
    "",
  ].join("\n");
}
