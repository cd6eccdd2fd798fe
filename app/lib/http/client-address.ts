/**
 * The caller's network address, from the platform's header alone: anyone can write X-Forwarded-For
 * (ASVS 4.1.3).
 */
export function clientAddress(request: Request): string {
  return request.headers.get("CF-Connecting-IP") ?? "unknown";
}

/**
 * Requests from loopback may be this many times as many: they exist only locally (decisions.md
 * §12).
 */
export const LOOPBACK_FACTOR = 100;

/** Loopback, or a request without an edge: both occur in local runs only. */
export const isLoopback = (address: string): boolean =>
  /^(unknown$|::1$|(::ffff:)?127\.)/.test(address);
