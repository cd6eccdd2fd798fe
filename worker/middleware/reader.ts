import { createMiddleware } from "hono/factory";
import { translatorFor } from "../../app/i18n/messages.server";
import { clientAddress } from "../../app/lib/http/client-address";
import {
  choiceCookies,
  forgetSavedCookie,
  readSavedKeys,
  savedCookie,
} from "../../app/lib/http/preference-cookies.server";
import { ANONYMOUS_READER, READER_HEADER } from "../../app/lib/http/reader-header";
import { readListView } from "../../app/lib/pages/list-view";
import { SAVED_COOKIE, SCRIPTLESS, savedWord, savedWords } from "../../app/lib/pages/saved-list";
import { badgeText } from "../../app/lib/text/badge-text";
import { adoptSaved } from "../../app/modules/saved/collect-event.server";
import type { AppEnv } from "../context";
import { readCookie } from "../cookies";

/**
 * Names the reader of a response. Outside the page cache, whose entries name no reader; shared
 * responses have none.
 */
export const nameReader = createMiddleware<AppEnv>(async (c, next) => {
  await next();
  const { headers, status } = c.res;
  const isPage = status === 200 && headers.get("Content-Type")?.startsWith("text/html");
  if (isPage && headers.get("Cache-Control")?.startsWith("private"))
    headers.set(READER_HEADER, c.get("info").signedIn?.id ?? ANONYMOUS_READER);
});

/**
 * Keeps the view of lists that the reader chose on one of our pages. A link from elsewhere shows
 * its view once. Before the page cache, which stores no cookies.
 */
export const keepListView = createMiddleware<AppEnv>(async (c, next) => {
  await next();
  const view = readListView(c.get("info").url.searchParams.get("view"));
  if (!view || c.res.status !== 200 || c.req.header("Sec-Fetch-Site") !== "same-origin") return;
  if (readCookie(c.req.raw, "rooydad.view") === view) return;
  for (const cookie of choiceCookies(c.req.raw, { view }))
    c.header("Set-Cookie", cookie, { append: true });
});

/** So many events move to the account with one page; the others with the next ones. */
const AT_ONCE = 25;

/**
 * What a guest has saved moves to the account with the first page after signing in, however that
 * happened and without a script.
 */
export const adoptSavedEvents = createMiddleware<AppEnv>(async (c, next) => {
  const { deps, signedIn } = c.get("info");
  const keys = signedIn && c.req.method === "GET" ? readSavedKeys(c.req.raw) : [];
  if (!signedIn || keys.length === 0) return next();
  const moved = keys.slice(0, AT_ONCE);
  const { held, ...left } = await adoptSaved(deps, signedIn, moved, clientAddress(c.req.raw));
  signedIn.saved = held ?? signedIn.saved;
  signedIn.leftBehind = left;
  await next();
  const rest = keys.slice(AT_ONCE).map(savedWord);
  c.header("Set-Cookie", rest.length > 0 ? savedCookie(c.req.raw, rest) : forgetSavedCookie(), {
    append: true,
  });
});

const HEART =
  /<form[^>]* action="\/events\/([0-9a-f-]{36})\/favourite"(?:(?!<\/form>)[\s\S])*<\/form>/g;
const DATE = / name="at" value="([^"]*)"/;
/** The header's link to what is saved, up to its number. */
const SAVED_LINK =
  /aria-label="[^"]*"([^>]* href="\/saved(?:\?[^"]*)?"[^>]*><svg(?:(?!<em>).)*<em>)(?=<\/em>)/;

/**
 * Presses the hearts of a guest without scripts, and numbers the header's. Pages for all are kept
 * with hearts that only a script presses, so this stands outside the page cache and changes this
 * one answer.
 */
export const pressHearts = createMiddleware<AppEnv>(async (c, next) => {
  await next();
  const cookies = c.req.header("Cookie") ?? "";
  const isPage =
    c.req.method === "GET" && c.res.headers.get("Content-Type")?.startsWith("text/html");
  if (!isPage || c.get("info").signedIn || !cookies.includes(`${SAVED_COOKIE}=${SCRIPTLESS}`))
    return;
  const saved = new Set(savedWords(cookies));
  const pressed = (await c.res.text()).replace(HEART, (heart, id: string) =>
    saved.has(savedWord({ id, at: DATE.exec(heart)?.[1] ?? null }))
      ? heart
          .replace('value="save" aria-pressed="false"', 'value="remove" aria-pressed="true"')
          .replace('#heart"', '#heart-filled"')
      : heart,
  );
  const number = saved.size > 0 ? badgeText(saved.size, c.get("info").locale) : "";
  const label = translatorFor(c.get("info").locale)("common:nav.savedCount", { count: number });
  const html = pressed.replace(SAVED_LINK, number ? `aria-label="${label}"$1${number}` : "$&");
  const { status, headers } = c.res;
  c.res = undefined;
  c.res = new Response(html, { status, headers });
});
