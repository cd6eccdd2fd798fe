import type { Context } from "hono";
import type { Visit } from "../app/modules/identity/sign-up.server";
import { clientAddress } from "./client-address";
import type { AppEnv } from "./context";
import { acceptedLocale } from "./locale";

/** From where and with what somebody calls the API. */
export const visitOf = (c: Context<AppEnv>): Visit => ({
  locale: acceptedLocale(c.req.raw),
  origin: c.var.info.origin,
  address: clientAddress(c.req.raw),
  userAgent: c.req.header("User-Agent") ?? "",
  // The API takes no cookie.
  device: null,
});
