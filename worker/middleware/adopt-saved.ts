import { createMiddleware } from "hono/factory";
import { clientAddress } from "../../app/lib/http/client-address";
import {
  forgetSavedCookie,
  readSavedKeys,
  savedCookie,
} from "../../app/lib/http/saved-cookie.server";
import { savedWord } from "../../app/lib/pages/saved-list";
import { adoptSaved } from "../../app/modules/saved/collect-event.server";
import type { AppEnv } from "../context";

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
  signedIn.saved += await adoptSaved(deps, signedIn, moved, clientAddress(c.req.raw));
  await next();
  const rest = keys.slice(AT_ONCE).map(savedWord);
  c.header("Set-Cookie", rest.length > 0 ? savedCookie(c.req.raw, rest) : forgetSavedCookie(), {
    append: true,
  });
});
