import type { Handler } from "hono";
import { AppError } from "../app/lib/errors";
import { conditionalResponse } from "../app/lib/http/conditional-response.server";
import { paths } from "../app/lib/paths";
import { settingsOf } from "../app/modules/settings/platform-settings.server";
import { embeddedList } from "../app/modules/syndication/embed/embedded-list.server";
import { embedParams, readOembedUrl } from "../app/modules/syndication/embed/schema";
import type { AppEnv } from "./context";
import { acceptedLocale } from "./locale";

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
