import type { Context, Handler } from "hono";
import { createMiddleware } from "hono/factory";
import { inLanguageOf } from "../app/i18n/addressed-language";
import type { Deps } from "../app/lib/deps";
import { readLimited } from "../app/lib/http/byte-streams";
import { countClick, countOpen } from "../app/modules/mail/enqueue-mail.server";
import type { AppEnv } from "./context";

/** A transparent pixel. */
const PIXEL = Uint8Array.from(
  atob("R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7"),
  (letter) => letter.charCodeAt(0),
);

/** Whether a person opens the link, not a program that prefetches it. */
const isReader = (c: Context<AppEnv>): boolean =>
  c.req.raw.method === "GET" &&
  !/prefetch|preview|prerender/i.test(
    `${c.req.header("Purpose") ?? ""} ${c.req.header("Sec-Purpose") ?? ""} ${c.req.header("X-Purpose") ?? ""}`,
  );

/** Counts the first opening of a mail, where its reader allows it. The response never differs. */
export const mailOpened: Handler<AppEnv> = async (c) => {
  const { mail = "", token = "" } = c.req.query();
  if (isReader(c)) await countOpen(c.get("info").deps, mail, token);
  return c.body(PIXEL, 200, { "Content-Type": "image/gif", "Cache-Control": "private, no-store" });
};

/** Redirects to one of our pages and counts the click. Unsigned targets are refused. */
export const mailClicked: Handler<AppEnv> = async (c) => {
  const { mail: id = "", to = "", token = "" } = c.req.query();
  const path = await countClick(c.get("info").deps, { id, to, token, counts: isReader(c) });
  c.header("Cache-Control", "private, no-store");
  return c.redirect(inLanguageOf(c.req.raw, path ?? "/"), 302);
};

const LONGEST = 4_096;
/** The one field of RFC 8058, urlencoded or multipart. */
const ONE_CLICK = /List-Unsubscribe(=|"\r?\n\r?\n)One-Click/;

/** Turns the subscription of a token on or off. @returns whether the token is valid */
type SetSubscription = (deps: Deps, token: string | null, wanted: boolean) => Promise<boolean>;

/**
 * One-click unsubscribe (RFC 8058): a POST without session and Origin, authorized by its signed
 * token. Other requests continue to the page, which checks the Origin.
 */
export const oneClickUnsubscribe = (set: SetSubscription) =>
  createMiddleware<AppEnv>(async (c, next) => {
    const type = c.req.header("Content-Type") ?? "";
    const isForm = /^(application\/x-www-form-urlencoded|multipart\/form-data)\b/i.test(type);
    if (!isForm || Number(c.req.header("Content-Length") ?? 0) > LONGEST) return next();
    const body = new TextDecoder().decode(await readLimited(c.req.raw.clone() as Request, LONGEST));
    if (!ONE_CLICK.test(body)) return next();
    const isOurs = await set(
      c.get("info").deps,
      new URL(c.req.url).searchParams.get("token"),
      false,
    );
    return c.text(
      isOurs ? "Unsubscribed." : "This link isn’t one of ours. این لینک از ما نیست.",
      isOurs ? 200 : 400,
      {
        "Cache-Control": "no-store",
      },
    );
  });
