import { createMiddleware } from "hono/factory";
import { AppError } from "../../app/lib/errors";
import { clientAddress } from "../../app/lib/http/client-address";
import { assertCan, type Permission } from "../../app/lib/permissions";
import { auditRefusal } from "../../app/modules/identity/audit-refusal.server";
import { findByAccessToken } from "../../app/modules/identity/sessions.server";
import { findByApiKey, isApiKey } from "../../app/modules/identity/tokens/api-keys.server";
import { isTokenExpired, readAccessToken } from "../../app/modules/identity/tokens/tokens.server";
import type { AppEnv } from "../context";
import { countRequest } from "./rate-limit";

const READING: ReadonlySet<string> = new Set(["GET", "HEAD"]);

/**
 * Authenticates API calls by access token or API key only, never by cookie, which browsers attach
 * to cross-site requests (decisions.md §5). An invalid token is refused everywhere, so that clients
 * renew it.
 */
export const bearer = createMiddleware<AppEnv>(async (c, next) => {
  const header = c.req.header("Authorization");
  if (header !== undefined) {
    const token = /^Bearer ([A-Za-z0-9._~+/-]+=*)$/i.exec(header)?.[1];
    const { deps } = c.get("info");
    const isKey = token !== undefined && isApiKey(token);
    const claims = token && !isKey ? await readAccessToken(deps, token) : null;
    const signedIn = claims
      ? await findByAccessToken(deps, claims)
      : isKey
        ? await findByApiKey(deps, token, READING.has(c.req.method))
        : null;
    if (!signedIn) {
      // Counted here, since inner handlers do not see refused requests.
      await countRequest(c);
      if (token && !claims && !isTokenExpired(deps, token))
        deps.later(
          auditRefusal(deps, clientAddress(c.req.raw), {
            action: "token.refused",
            entity: "token",
            metadata: { kind: isKey ? "api-key" : "access" },
          }),
        );
      throw new AppError("unauthorized");
    }
    c.get("info").signedIn = signedIn;
  }
  await next();
});

/**
 * 401 without, 403 with too low a role, before anything of the request is read (decisions.md §12).
 */
export const needs = (permission: Permission) =>
  createMiddleware<AppEnv>(async (c, next) => {
    assertCan(c.get("info").signedIn, permission);
    await next();
  });
