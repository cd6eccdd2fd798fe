import type { Random, Vault } from "../../app/lib/deps";
import { remembered } from "../../app/lib/runtime/remembered";

const IV_LENGTH = 12;
const encoder = new TextEncoder();

/** Two keys from the one secret (HKDF, RFC 5869), so that sealing and hashing never share one. */
const keysOf = remembered(2, async (secret: string) => {
  const root = await crypto.subtle.importKey("raw", encoder.encode(secret), "HKDF", false, [
    "deriveKey",
  ]);
  const from = (info: string) => ({
    name: "HKDF",
    hash: "SHA-256",
    salt: new Uint8Array(32),
    info: encoder.encode(info),
  });
  return {
    sealing: await crypto.subtle.deriveKey(
      from("seal"),
      root,
      { name: "AES-GCM", length: 256 },
      false,
      ["encrypt", "decrypt"],
    ),
    hashing: await crypto.subtle.deriveKey(
      from("fingerprint"),
      root,
      { name: "HMAC", hash: "SHA-256", length: 256 },
      false,
      ["sign"],
    ),
  };
});

/** AES-256-GCM and HMAC-SHA-256 under keys that come from APP_SECRET. */
export function createVault(secret: string, random: Random): Vault {
  return {
    async seal(text) {
      const iv = new Uint8Array(random.bytes(IV_LENGTH));
      const { sealing } = await keysOf(secret);
      const sealed = await crypto.subtle.encrypt(
        { name: "AES-GCM", iv },
        sealing,
        encoder.encode(text),
      );
      return `${Buffer.from(iv).toString("base64url")}.${Buffer.from(sealed).toString("base64url")}`;
    },
    async open(sealed) {
      const [iv = "", body = ""] = sealed.split(".");
      const { sealing } = await keysOf(secret);
      const opened = await crypto.subtle.decrypt(
        { name: "AES-GCM", iv: Buffer.from(iv, "base64url") },
        sealing,
        Buffer.from(body, "base64url"),
      );
      return new TextDecoder().decode(opened);
    },
    async fingerprint(text) {
      const { hashing } = await keysOf(secret);
      return Buffer.from(await crypto.subtle.sign("HMAC", hashing, encoder.encode(text))).toString(
        "hex",
      );
    },
  };
}
