import type { Context, Handler } from "hono";
import { createMiddleware } from "hono/factory";
import { html, raw } from "hono/html";
import { direction, type Locale } from "../app/i18n/locale";
import { AppError } from "../app/lib/errors";
import { conditionalResponse, withNotModified } from "../app/lib/http/conditional-response.server";
import { paths } from "../app/lib/paths";
import { settingsOf } from "../app/modules/settings/platform-settings.server";
import {
  type EmbeddedList,
  embeddedList,
} from "../app/modules/syndication/embed/embedded-list.server";
import {
  type EmbedQuery,
  embedParams,
  parseEmbedQuery,
  readOembedUrl,
} from "../app/modules/syndication/embed/schema";
import type { AppEnv } from "./context";
import { acceptedLocale } from "./locale";
import { edgeVersion } from "./middleware/edge-cache";
import { rootStylesheets } from "./pages";

/** Seconds after which it is worth coming back while the product is closed. */
const CLOSED_RETRY = 300;

const queryOf = (c: Context<AppEnv>) => parseEmbedQuery(new URL(c.req.url).searchParams);
const localeOf = (c: Context<AppEnv>, { lang }: EmbedQuery): Locale =>
  lang ?? acceptedLocale(c.req.raw);

/** All that an embedded list follows from. */
export async function embedKey(c: Context<AppEnv>): Promise<string> {
  const query = queryOf(c);
  const { origin } = c.get("info");
  return `embed ${JSON.stringify([origin, localeOf(c, query), query, await edgeVersion(c, query.city)])}`;
}

/**
 * Runs before the cache: a closed product serves nothing from it, and conditional requests get 304.
 */
export const embedFront = createMiddleware<AppEnv>(async (c, next) => {
  if (c.get("info").isClosed) throw new AppError("unavailable", [], CLOSED_RETRY);
  await next();
  c.res = withNotModified(c.req.raw, c.res);
});

/**
 * GET /embed/events: the only page that other sites may frame. It reads no cookie and no session,
 * and has no form.
 */
export const embed: Handler<AppEnv> = async (c) => {
  const query = queryOf(c);
  const locale = localeOf(c, query);
  const list = await embeddedList({ ...c.get("info"), locale }, query);
  const accent = query.accent ? `:root{--embed-accent:#${query.accent}}` : "";
  const page = await embedPage(list, query, accent);
  return conditionalResponse(new Request(c.req.url), String(page), {
    "Content-Type": "text/html; charset=utf-8",
    "Content-Language": locale,
    "Cache-Control": "public, max-age=300",
    "Content-Security-Policy": await policy(accent),
    "X-Robots-Tag": "noindex",
    Vary: "Accept-Language",
  });
};

/**
 * The accent is the only style in the page, and named by its hash: the answer is the same for all,
 * so it has no nonce.
 */
async function policy(accent: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(accent));
  const hash = accent ? ` 'sha256-${Buffer.from(digest).toString("base64")}'` : "";
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self'${hash}`,
    "font-src 'self'",
    "img-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors *",
  ].join("; ");
}

function embedPage(
  { locale, title, href, events, words }: EmbeddedList,
  { theme }: EmbedQuery,
  accent: string,
) {
  const item = (event: EmbeddedList["events"][number]) => html`<li>
<time datetime="${event.startsAt}"><small>${event.tile.weekday}</small><b>${event.tile.day}</b><small>${event.tile.month}</small></time>
<div>
<h2><a href="${event.whole}" target="_top" rel="noopener">${event.stateLabel ? html`<strong>${event.stateLabel}:</strong> ` : ""}<bdi lang="${event.titleLang}">${event.title}</bdi></a></h2>
<p>${event.when} · <bdi>${[event.venue, event.city].filter(Boolean).join(locale === "fa" ? "، " : ", ")}</bdi></p>
${event.state === "cancelled" ? "" : html`<p>${event.price}</p>`}
</div>
</li>`;
  return html`<!DOCTYPE html>
<html lang="${locale}" dir="${direction(locale)}"${theme === "auto" ? "" : html` data-mantine-color-scheme="${theme}"`}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title} · ${words.name}</title>
${rootStylesheets.map((sheet) => html`<link rel="stylesheet" href="${sheet}">`)}
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/embed.css">
${accent ? html`<style>${raw(accent)}</style>` : ""}
<script src="/embed-frame.js" defer></script>
</head>
<body>
<main aria-label="${title}">
<h1><a href="${href}" target="_top" rel="noopener">${title}</a></h1>
${events.length > 0 ? html`<ul>${events.map(item)}</ul>` : html`<p>${words.nothing}</p>`}
<p class="more"><a href="${href}" target="_top" rel="noopener">${words.more}</a></p>
</main>
</body>
</html>`;
}

/** Sizes of the frame, px: of one event, and of a list. */
const WIDTH = 600;
const HEIGHTS = { event: 220, list: 560 };
const LEAST = 160;
/** Seconds. */
const CACHE = 300;
const TYPES = { json: "application/json; charset=utf-8", xml: "text/xml; charset=utf-8" };

const ESCAPES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const escaped = (text: string | number) =>
  String(text).replace(/[&<>"]/g, (character) => ESCAPES[character] ?? "");

const sizeOf = (usual: number, most: string | undefined) =>
  /^\d{1,5}$/.test(most ?? "") ? Math.max(LEAST, Math.min(usual, Number(most))) : usual;

/**
 * GET /oembed (oembed.com): the frame of a page of ours. 404 for other addresses, 501 for other
 * formats.
 */
export const oembed: Handler<AppEnv> = async (c) => {
  const { deps, origin } = c.get("info");
  if (!(await settingsOf(deps)).features.enableOembed) throw new AppError("not-found");
  const format = c.req.query("format") ?? "json";
  if (format !== "json" && format !== "xml")
    return c.text("Not Implemented", 501, { "Cache-Control": "no-store" });
  const query = readOembedUrl(c.req.query("url") ?? "", origin);
  if (!query) throw new AppError("not-found");
  const locale = query.lang ?? acceptedLocale(c.req.raw);
  const list = await embeddedList({ ...c.get("info"), locale }, { ...query, lang: locale });
  // The list would be that of another page.
  if (!list.isFound) throw new AppError("not-found");
  const src = `${origin}${paths.embedEvents(embedParams({ ...query, lang: locale }))}`;
  const width = sizeOf(WIDTH, c.req.query("maxwidth"));
  const height = sizeOf(query.event ? HEIGHTS.event : HEIGHTS.list, c.req.query("maxheight"));
  const answer = {
    version: "1.0",
    type: "rich",
    title: list.title,
    provider_name: list.words.name,
    provider_url: origin,
    cache_age: CACHE,
    width,
    height,
    html: `<iframe src="${escaped(src)}" width="${width}" height="${height}" title="${escaped(list.title)}" loading="lazy" style="border:0;max-width:100%"></iframe>`,
  };
  const body =
    format === "json"
      ? JSON.stringify(answer)
      : `<?xml version="1.0" encoding="utf-8" standalone="yes"?><oembed>${Object.entries(answer)
          .map(([name, value]) => `<${name}>${escaped(value)}</${name}>`)
          .join("")}</oembed>`;
  return conditionalResponse(c.req.raw, body, {
    "Content-Type": TYPES[format],
    "Content-Language": locale,
    "Cache-Control": `public, max-age=${CACHE}`,
    "Access-Control-Allow-Origin": "*",
    Vary: "Accept-Language",
  });
};
