import type { Handler } from "hono";
import { html, raw } from "hono/html";
import { direction } from "../app/i18n/locale";
import { translatorFor } from "../app/i18n/messages.server";
import { PAPER } from "../app/lib/drawing/cover-palettes";
import { SEEN_EVENTS } from "../app/lib/http/reader-header";
import type { AppEnv } from "./context";

/**
 * Returns to the requested page once the network is back, unless the reader is navigating
 * elsewhere, which a reload would cancel. (Browsers may fire "online" while a document unloads.)
 */
const SCRIPT =
  'const again=()=>location.reload();addEventListener("online",again);addEventListener("beforeunload",()=>removeEventListener("online",again));';
/**
 * Lists the events that the service worker keeps, the latest first, by the headings of their pages.
 * The headings alone are parsed: the policy of this page forbids the styles in the rest.
 */
const LIST = `caches.open("${SEEN_EVENTS}").then(async(cache)=>{for(const request of(await cache.keys()).reverse()){const page=await(await cache.match(request)).text(),heading=/<h1[^>]*>([^]*?)<\\/h1>/.exec(page);if(!heading)continue;const link=document.createElement("a"),item=document.createElement("li");link.href=request.url;link.textContent=new DOMParser().parseFromString(heading[1],"text/html").body.textContent;link.lang=/<html lang="([a-z]+)"/.exec(page)?.[1]??"";link.dir="auto";item.append(link);document.querySelector("ul").append(item);document.querySelector("section").hidden=false}})`;
/** All that it needs is in it: without a network nothing else may be there. */
const STYLE = `:root{color-scheme:light dark}body{margin:0;min-height:100dvh;display:grid;place-items:center;background:light-dark(${PAPER.light},${PAPER.dark});color:light-dark(#141d33,#eef1f8);font:17px/1.7 "Vazirmatn Variable",Vazirmatn,system-ui,sans-serif}main{max-width:34rem;padding:24px}h1{font-size:28px;line-height:1.35;margin:0 0 12px}p{margin:0 0 20px}[hidden]{display:none}h2{font-size:20px;margin:12px 0}ul{margin:0;padding:0;list-style:none}li a{display:block;padding:6px 0;color:light-dark(#0b6b71,#4fc0bd)}p a{display:inline-block;padding:10px 20px;border-radius:12px;background:light-dark(#0b6b71,#4fc0bd);color:light-dark(#fff,#07222a);font-weight:640;text-decoration:none}`;

async function hashOf(text: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return `'sha256-${btoa(String.fromCharCode(...new Uint8Array(digest)))}'`;
}

/**
 * /offline: the page that the service worker shows without a network; in the language of `?lang=`,
 * or the reader's.
 */
export const offline: Handler<AppEnv> = async (c) => {
  const { locale } = c.get("info");
  const t = translatorFor(locale);
  const title = t("common:offlinePage.title");
  const page = await html`<!doctype html>
<html lang="${locale}" dir="${direction(locale)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
<style>${raw(STYLE)}</style>
</head>
<body>
<main id="main">
<h1>${title}</h1>
<p>${t("common:offlinePage.text")}</p>
<p><a href="">${t("common:tryAgain")}</a></p>
<section hidden><h2>${t("common:offlinePage.seen")}</h2><ul></ul></section>
</main>
<script>${raw(SCRIPT + LIST)}</script>
</body>
</html>`;
  return c.html(String(page), 200, {
    "Content-Security-Policy": `default-src 'none'; style-src ${await hashOf(STYLE)}; script-src ${await hashOf(SCRIPT + LIST)}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    "Cache-Control": "private, no-cache",
    Vary: "Accept-Language, Cookie",
  });
};
