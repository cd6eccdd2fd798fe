import { createMiddleware } from "hono/factory";
import type { AppEnv } from "../context";

/** For every answer; pages add their Content-Security-Policy with the nonce of that response. */
export const securityHeaders = createMiddleware<AppEnv>(async (c, next) => {
  await next();
  // The answer to an upgrade cannot be rebuilt.
  if (c.res.status === 101) return;
  const { headers } = c.res;
  headers.set("X-Content-Type-Options", "nosniff");
  // Not no-referrer: form posts would then send `Origin: null`.
  if (!headers.has("Referrer-Policy"))
    headers.set("Referrer-Policy", "strict-origin-when-cross-origin");
  // Only the page of a door scans.
  const camera = c.req.path.startsWith("/door/") ? "(self)" : "()";
  headers.set(
    "Permissions-Policy",
    `camera=${camera}, microphone=(), payment=(), geolocation=(self)`,
  );
  headers.set("Cross-Origin-Opener-Policy", "same-origin");
  if (c.get("info").url.protocol === "https:")
    headers.set("Strict-Transport-Security", "max-age=63072000; includeSubDomains");
  if (c.env.NOINDEX === "yes") headers.set("X-Robots-Tag", "noindex");
  if (!headers.has("Content-Security-Policy"))
    headers.set("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'");
});

/**
 * The policy of a page: scripts by nonce alone. Mantine writes `style` attributes, hence
 * `style-src-attr`; pictures and films are our own files, wherever they came from (decisions.md
 * §16).
 */
export function contentSecurityPolicy(nonce: string, host: string): string {
  return [
    "default-src 'self'",
    `script-src 'nonce-${nonce}' 'strict-dynamic'`,
    `style-src 'self' 'nonce-${nonce}'`,
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "media-src 'self'",
    "font-src 'self'",
    "worker-src 'self'",
    `connect-src 'self' ws://${host} wss://${host}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; ");
}
