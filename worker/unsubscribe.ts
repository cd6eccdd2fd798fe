import { createMiddleware } from "hono/factory";
import type { Deps } from "../app/lib/deps";
import { readLimited } from "../app/lib/http/read-limited";
import type { AppEnv } from "./context";

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
