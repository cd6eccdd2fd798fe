import type { Random } from "../../../lib/deps";

/** Bytes. 256 bits cannot be guessed, so the database stores a plain hash (ASVS 7.2.3). */
const LENGTH = 32;

/** A new secret for a cookie or link, 43 characters of base64url. */
export const createSecretToken = (random: Random): string =>
  Buffer.from(random.bytes(LENGTH)).toString("base64url");

/** The stored form of a secret: hexadecimal SHA-256. */
export async function hashToken(token: string): Promise<string> {
  return Buffer.from(
    await crypto.subtle.digest("SHA-256", new TextEncoder().encode(token)),
  ).toString("hex");
}

/** Whether a text has the format of our secrets; saves a query. */
export const isSecretToken = (text: string | null | undefined): text is string =>
  /^[A-Za-z0-9_-]{43}$/.test(text ?? "");
