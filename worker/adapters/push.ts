import { buildPushPayload } from "@block65/webcrypto-web-push";
import { PushGone, PushRefused, type PushTransport } from "../../app/lib/deps";
import { isPublicAddress } from "../../app/lib/http/fetch-public.server";

export interface WebPushOptions {
  /** VAPID keys (RFC 8292), base64url. */
  publicKey: string;
  privateKey: string;
  /** Whom push services may write to: `mailto:` or an https address. */
  subject: string;
  /**
   * Whether an address may be requested. Local runs override it, since their push service is on
   * loopback.
   */
  isAllowed?: (url: URL) => boolean;
}

const TIMEOUT = 30_000;
/** How long a push service keeps a push for an offline browser, seconds. */
const TTL = 24 * 3_600;

/**
 * Browsers name their push service themselves, so a subscription could name any address (ASVS
 * 1.3.6).
 */
export const isPushAddress = (url: URL): boolean =>
  url.protocol === "https:" && isPublicAddress(url);

/**
 * Sends pushes that only the browser can read (RFC 8291), signed with the keys of this deployment.
 */
export function createWebPush({
  publicKey,
  privateKey,
  subject,
  isAllowed = isPushAddress,
}: WebPushOptions): PushTransport {
  return {
    async send({ endpoint, p256dh, auth }, payload) {
      if (!URL.canParse(endpoint) || !isAllowed(new URL(endpoint)))
        throw new PushGone("The address is none of a push service.");
      const { method, headers, body } = await buildPushPayload(
        { data: payload, options: { ttl: TTL, urgency: "normal" } },
        { endpoint, expirationTime: null, keys: { p256dh, auth } },
        { publicKey, privateKey, subject },
      );
      const response = await fetch(endpoint, {
        method: method.toUpperCase(),
        headers,
        body,
        redirect: "manual",
        signal: AbortSignal.timeout(TIMEOUT),
      });
      await response.body?.cancel();
      if (response.ok) return;
      const message = `The push service answered ${response.status}.`;
      if (response.status === 404 || response.status === 410) throw new PushGone(message);
      // Errors of our side or of the moment (401, 403, 408, 429, 5xx) may pass.
      throw response.status === 400 || response.status === 413
        ? new PushRefused(message)
        : new Error(message);
    },
  };
}
