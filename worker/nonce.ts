import { Buffer } from "node:buffer";

let placeholder: string | undefined;

/**
 * Placeholder of the nonce in rendered and cached HTML. Random, so that user content cannot contain
 * it; created on first use, since an isolate has no randomness before its first request.
 */
export function noncePlaceholder(): string {
  placeholder ??= `nonce-${freshNonce()}`;
  return placeholder;
}

/** 128 random bits, base64url. */
export function freshNonce(): string {
  return Buffer.from(crypto.getRandomValues(new Uint8Array(16))).toString("base64url");
}
