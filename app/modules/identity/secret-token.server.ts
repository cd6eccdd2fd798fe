import type { Random } from "../../lib/deps";

/** 256 bits: nobody guesses one, so a plain hash of it may stand in the database (ASVS 7.2.3). */
const LENGTH = 32;

/** A new secret for a cookie or a link, 43 characters of base64url. */
export const createSecretToken = (random: Random): string => Buffer.from(random.bytes(LENGTH)).toString("base64url");

/** What the database knows of a secret. Hexadecimal SHA-256. */
export async function hashToken(token: string): Promise<string> {
  return Buffer.from(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(token))).toString("hex");
}

/** Whether a text can be one of our secrets at all: what is not need not be looked for. */
export const isSecretToken = (text: string | null | undefined): text is string => /^[A-Za-z0-9_-]{43}$/.test(text ?? "");
