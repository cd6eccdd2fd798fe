import type { Random } from "../../lib/deps";

const PREFIX = "whsec_";
/** Bytes of a secret (Standard Webhooks: 24 to 64). */
const LENGTH = 32;

/** A new secret, as receivers configure it. */
export const createWebhookSecret = (random: Random): string =>
  PREFIX + Buffer.from(random.bytes(LENGTH)).toString("base64");

interface SignedMessage {
  id: string;
  /** Seconds since 1970. */
  timestamp: number;
  body: string;
}

/** A `v1` signature of Standard Webhooks: HMAC-SHA256 over id, timestamp and body, in base64. */
async function signatureOf(
  secret: string,
  { id, timestamp, body }: SignedMessage,
): Promise<string> {
  const bytes = new Uint8Array(Buffer.from(secret.slice(PREFIX.length), "base64"));
  const key = await crypto.subtle.importKey(
    "raw",
    bytes,
    { name: "HMAC", hash: "SHA-256" },
    false,
    ["sign"],
  );
  const signed = await crypto.subtle.sign(
    "HMAC",
    key,
    new TextEncoder().encode(`${id}.${timestamp}.${body}`),
  );
  return `v1,${Buffer.from(signed).toString("base64")}`;
}

/**
 * The headers of a message. @param secrets each signs, so that a receiver may know the new one or
 * the old one
 */
export async function webhookHeaders(
  secrets: readonly string[],
  message: SignedMessage,
): Promise<Record<string, string>> {
  const signatures = await Promise.all(secrets.map((secret) => signatureOf(secret, message)));
  return {
    "webhook-id": message.id,
    "webhook-timestamp": String(message.timestamp),
    "webhook-signature": signatures.join(" "),
  };
}
