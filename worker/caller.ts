import type { Context } from "hono";
import { clientAddress } from "../app/lib/http/client-address";
import type { Caller } from "../app/lib/http/request-context";
import { readSecretCookie } from "../app/modules/identity/sessions.server";
import type { AppEnv } from "./context";
import { acceptedLocale } from "./locale";

/** Network, browser and origin of a page request. */
export const pageCallerOf = (c: Context<AppEnv>): Caller => ({
  locale: c.get("info").locale,
  origin: c.get("info").origin,
  address: clientAddress(c.req.raw),
  userAgent: c.req.header("User-Agent") ?? "",
  device: readSecretCookie("device", c.req.raw),
});

/** The same for the API, which takes no cookie and speaks the language of Accept-Language. */
export const apiCallerOf = (c: Context<AppEnv>): Caller => ({
  ...pageCallerOf(c),
  locale: acceptedLocale(c.req.raw),
  device: null,
});
