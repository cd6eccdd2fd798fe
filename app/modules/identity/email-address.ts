import { AppError } from "../../lib/errors";

/** RFC 5321 §4.5.3.1. */
const MAX_LENGTH = 254;
const MAX_LOCAL = 64;

/** dot-atom of RFC 5322 §3.2.3, ASCII only, so that no two addresses look alike. */
const LOCAL = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/;
const DOMAIN = /^(?=.{1,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/;

/**
 * The canonical form in which addresses are stored and compared: lower case, domain in ASCII (IDNA,
 * RFC 5891). Null for an invalid address.
 */
export function normalizeEmail(input: string): string | null {
  const text = input.trim().toLowerCase();
  const at = text.lastIndexOf("@");
  if (at < 1 || text.length > MAX_LENGTH) return null;
  const local = text.slice(0, at);
  const domain = toAscii(text.slice(at + 1));
  if (domain === null || local.length > MAX_LOCAL || !LOCAL.test(local) || !DOMAIN.test(domain))
    return null;
  const address = `${local}@${domain}`;
  return address.length <= MAX_LENGTH ? address : null;
}

function toAscii(domain: string): string | null {
  // Characters that a URL parser would not read as a host name.
  if (/[\s/\\?#:@[\]%]/.test(domain)) return null;
  try {
    return new URL(`http://${domain}`).hostname;
  } catch {
    return null;
  }
}

/** @throws invalid with an issue at `email` for a malformed address */
export function assertEmail(input: string): void {
  if (normalizeEmail(input) === null)
    throw new AppError("invalid", [{ path: "email", message: "errors:issue.email" }]);
}
