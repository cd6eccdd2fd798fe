import type { Context, Handler } from "hono";
import { inLanguageOf } from "../app/i18n/addressed-language";
import { countClick, countOpen } from "../app/modules/mail/mail-tracking.server";
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
