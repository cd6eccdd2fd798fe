import type { Context } from "hono";
import { readSecretCookie, secretCookie } from "../app/modules/identity/sessions.server";
import { type Anchor, bookmarkOf, hasWritten } from "../db/client";
import type { AppEnv } from "./context";

/** The header by which API clients send the bookmark for reads and receive that of their writes. */
const BOOKMARK_HEADER = "X-Bookmark";

const SAFE = new Set(["GET", "HEAD", "OPTIONS"]);
/** As D1 writes them. Anything else is left out. */
const BOOKMARK = /^[0-9a-f]{8}-[0-9a-f]{8}-[0-9a-f]{8}-[0-9a-f]{32}$/;

const wellFormed = (bookmark: string | null | undefined): string | null =>
  bookmark && BOOKMARK.test(bookmark) ? bookmark : null;

/**
 * The anchor of a request's reads (docs/decisions/database-sessions.md): the primary (null) for
 * requests that may write. Otherwise a replica at least as new as the given bookmark; without one
 * the primary for signed-in users, any replica for visitors.
 */
export function anchorOf(request: Request): Anchor | null {
  if (!SAFE.has(request.method)) return null;
  const isSignedIn =
    request.headers.has("Authorization") || readSecretCookie("session", request) !== null;
  const bookmark =
    wellFormed(request.headers.get(BOOKMARK_HEADER)) ??
    wellFormed(readSecretCookie("bookmark", request));
  return bookmark ?? (isSignedIn ? "first-primary" : "first-unconstrained");
}

/** Sets the bookmark of the data that a signed-in reader's next requests must include. */
export function keepBookmark(c: Context<AppEnv>): void {
  const { db } = c.get("info").deps;
  const bookmark = bookmarkOf(db);
  if (bookmark === null) return;
  if (c.req.path.startsWith("/api/")) {
    if (hasWritten(db)) c.res.headers.set(BOOKMARK_HEADER, bookmark);
    return;
  }
  const hasSession =
    c.get("info").signedIn !== null ||
    c.res.headers.getSetCookie().some((cookie) => /^(__Host-)?rooydad-session=[^;]/.test(cookie));
  const isNews = hasWritten(db) || readSecretCookie("bookmark", c.req.raw) === null;
  if (hasSession && isNews)
    c.res.headers.append("Set-Cookie", secretCookie("bookmark", c.req.raw, bookmark));
}
