import { isoCBOR } from "@simplewebauthn/server/helpers";

const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const BACKUP_ELIGIBLE = 0x08;
const BACKED_UP = 0x10;
const HAS_CREDENTIAL = 0x40;

const base64url = (bytes: Uint8Array | ArrayBuffer): string =>
  Buffer.from(new Uint8Array(bytes)).toString("base64url");
const bytesOf = (text: string) => new TextEncoder().encode(text);
const sha256 = async (bytes: Uint8Array<ArrayBuffer>) =>
  new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));

function joined(...parts: Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** DER encoding of a signature's integer. */
function derInteger(bytes: Uint8Array): Uint8Array {
  let start = 0;
  while (start < bytes.length - 1 && bytes[start] === 0) start += 1;
  const value = bytes.slice(start);
  const padded = (value[0] ?? 0) >= 0x80 ? joined(new Uint8Array([0]), value) : value;
  return joined(new Uint8Array([2, padded.length]), padded);
}

interface Answering {
  /** Origin of the browser. */
  origin: string;
  rpId: string;
  /** Whether the user was verified. */
  isVerified?: boolean;
  /** 0 for authenticators without a signature counter. */
  counter?: number;
  userHandle?: string;
}

/** A software authenticator with one ES256 key that answers like a browser (WebAuthn §5). */
export async function createAuthenticator() {
  const keys = (await crypto.subtle.generateKey({ name: "ECDSA", namedCurve: "P-256" }, true, [
    "sign",
    "verify",
  ])) as CryptoKeyPair;
  const { x = "", y = "" } = (await crypto.subtle.exportKey("jwk", keys.publicKey)) as JsonWebKey;
  const credentialId = crypto.getRandomValues(new Uint8Array(16));
  const id = base64url(credentialId);
  const clientData = (type: string, challenge: string, origin: string) =>
    bytesOf(JSON.stringify({ type, challenge, origin }));

  async function authenticatorData(
    { rpId, isVerified = true, counter = 0 }: Answering,
    attested: Uint8Array = new Uint8Array(),
  ) {
    const flags =
      USER_PRESENT |
      BACKUP_ELIGIBLE |
      BACKED_UP |
      (isVerified ? USER_VERIFIED : 0) |
      (attested.length > 0 ? HAS_CREDENTIAL : 0);
    const count = new Uint8Array(4);
    new DataView(count.buffer).setUint32(0, counter);
    return joined(await sha256(bytesOf(rpId)), new Uint8Array([flags]), count, attested);
  }

  return {
    id,
    /** Creates the passkey: the answer to `navigator.credentials.create`. */
    async create(challenge: string, answering: Answering): Promise<string> {
      const publicKey = isoCBOR.encode(
        new Map<number, number | Uint8Array>([
          [1, 2],
          [3, -7],
          [-1, 1],
          [-2, new Uint8Array(Buffer.from(x, "base64url"))],
          [-3, new Uint8Array(Buffer.from(y, "base64url"))],
        ]),
      );
      const attested = joined(
        new Uint8Array(16),
        new Uint8Array([0, credentialId.length]),
        credentialId,
        publicKey,
      );
      const attestation = new Map<string, unknown>([
        ["fmt", "none"],
        ["attStmt", new Map()],
        ["authData", await authenticatorData(answering, attested)],
      ]);
      return JSON.stringify({
        id,
        rawId: id,
        type: "public-key",
        response: {
          clientDataJSON: base64url(clientData("webauthn.create", challenge, answering.origin)),
          attestationObject: base64url(
            isoCBOR.encode(attestation as Parameters<typeof isoCBOR.encode>[0]),
          ),
          transports: ["internal", "hybrid"],
        },
        clientExtensionResults: {},
      });
    },
    /** Signs in: the answer to `navigator.credentials.get`. */
    async get(challenge: string, answering: Answering): Promise<string> {
      const data = await authenticatorData(answering);
      const client = clientData("webauthn.get", challenge, answering.origin);
      const signed = joined(data, await sha256(client));
      const raw = new Uint8Array(
        await crypto.subtle.sign({ name: "ECDSA", hash: "SHA-256" }, keys.privateKey, signed),
      );
      const integers = joined(derInteger(raw.slice(0, 32)), derInteger(raw.slice(32)));
      return JSON.stringify({
        id,
        rawId: id,
        type: "public-key",
        response: {
          clientDataJSON: base64url(client),
          authenticatorData: base64url(data),
          signature: base64url(joined(new Uint8Array([0x30, integers.length]), integers)),
          ...(answering.userHandle !== undefined && {
            userHandle: base64url(bytesOf(answering.userHandle)),
          }),
        },
        clientExtensionResults: {},
      });
    },
  };
}
