// Makes a pair of keys that push services will know the product by (RFC 8292), and prints it: `npm
// run push-keys`.
import { webcrypto } from "node:crypto";

const pair = await webcrypto.subtle.generateKey({ name: "ECDH", namedCurve: "P-256" }, true, [
  "deriveBits",
]);
const publicKey = Buffer.from(await webcrypto.subtle.exportKey("raw", pair.publicKey)).toString(
  "base64url",
);
const { d: privateKey } = await webcrypto.subtle.exportKey("jwk", pair.privateKey);
console.log(`VAPID_PUBLIC_KEY=${publicKey}
VAPID_PRIVATE_KEY=${privateKey}

The first one is a variable, the second one a secret (docs/deploy.md, "Pushes").`);
