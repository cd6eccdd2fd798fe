import { UUID } from "../runtime/ids";

/** All that a ticket says. It has no name: a lost phone or a photo of it tells nothing of a person. */
export interface Ticket {
  /** Number of the key that signed it. */
  keyId: number;
  /** Event id, slash, original start. */
  occ: string;
  registrationId: string;
  /** Rises with each change of the registration: older tickets are void. */
  serial: number;
  seats: number;
}

/** A key that verifies tickets, by its number. */
export interface TicketKey {
  id: number;
  publicKey: JsonWebKey;
}

const VERSION = 1;
const SIGNING = { name: "ECDSA", hash: "SHA-256" } as const;
const CURVE = { name: "ECDSA", namedCurve: "P-256" } as const;
/** Version, key, event, original start, registration, serial, seats. */
const PAYLOAD_BYTES = 1 + 2 + 16 + 4 + 16 + 2 + 1;
/** Of ES256: r and s. */
const SIGNATURE_BYTES = 64;
const MINUTE = 60_000;
const MAX_SERIAL = 0xffff;
const MAX_SEATS = 0xff;

const CODE_LENGTH = Math.ceil(((PAYLOAD_BYTES + SIGNATURE_BYTES) * 4) / 3);
const CODE = new RegExp(`^(?:.*/t/)?([A-Za-z0-9_-]{${CODE_LENGTH}})(?:[?#].*)?$`);

const toBase64Url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");

const fromBase64Url = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (letter) =>
    letter.charCodeAt(0),
  );

function writeUuid(view: DataView, at: number, uuid: string): void {
  const digits = uuid.replaceAll("-", "");
  for (let byte = 0; byte < 16; byte++)
    view.setUint8(at + byte, Number.parseInt(digits.slice(2 * byte, 2 * byte + 2), 16));
}

function readUuid(view: DataView, at: number): string {
  const digits = Array.from({ length: 16 }, (_, byte) =>
    view
      .getUint8(at + byte)
      .toString(16)
      .padStart(2, "0"),
  ).join("");
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}

/** @throws RangeError for what has no place in it: cutting a number would make another ticket */
function payloadOf({ keyId, occ, registrationId, serial, seats }: Ticket) {
  const [eventId = "", start = ""] = occ.split("/");
  const minutes = Date.parse(`${start}Z`) / MINUTE;
  const isRight =
    UUID.test(eventId) &&
    UUID.test(registrationId) &&
    Number.isInteger(minutes) &&
    minutes >= 0 &&
    serial <= MAX_SERIAL &&
    seats <= MAX_SEATS;
  if (!isRight) throw new RangeError("No ticket can say this.");
  const view = new DataView(new ArrayBuffer(PAYLOAD_BYTES));
  view.setUint8(0, VERSION);
  view.setUint16(1, keyId);
  writeUuid(view, 3, eventId);
  view.setUint32(19, minutes);
  writeUuid(view, 23, registrationId);
  view.setUint16(39, serial);
  view.setUint8(41, seats);
  return new Uint8Array(view.buffer);
}

/** The text of a ticket: its facts and their signature (ES256), base64url. */
export async function signTicket(ticket: Ticket, key: CryptoKey): Promise<string> {
  const payload = payloadOf(ticket);
  const signature = new Uint8Array(await crypto.subtle.sign(SIGNING, key, payload));
  return toBase64Url(new Uint8Array([...payload, ...signature]));
}

/** The code within a scanned text, which is an address that ends with it or the code alone. */
export const ticketCodeIn = (text: string): string | null => CODE.exec(text.trim())?.[1] ?? null;

const bytesOf = (text: string): Uint8Array<ArrayBuffer> | null => {
  const code = ticketCodeIn(text);
  return code === null ? null : fromBase64Url(code);
};

/** What a ticket says, whether or not it is genuine; null for any other text. */
export function readTicket(text: string): Ticket | null {
  const bytes = bytesOf(text);
  if (!bytes) return null;
  const view = new DataView(bytes.buffer);
  if (view.getUint8(0) !== VERSION) return null;
  const start = new Date(view.getUint32(19) * MINUTE).toISOString().slice(0, 16);
  return {
    keyId: view.getUint16(1),
    occ: `${readUuid(view, 3)}/${start}`,
    registrationId: readUuid(view, 23),
    serial: view.getUint16(39),
    seats: view.getUint8(41),
  };
}

/** A key as the platform's cryptography takes it. */
const importTicketKey = ({ publicKey }: TicketKey): Promise<CryptoKey> =>
  crypto.subtle.importKey("jwk", publicKey, CURVE, false, ["verify"]);

/**
 * What a genuine ticket says; null for a wrong signature, an unknown key or any other text. The
 * same on the server and on a phone without a network.
 */
export async function verifyTicket(
  text: string,
  keys: readonly TicketKey[],
): Promise<Ticket | null> {
  const ticket = readTicket(text);
  const key = keys.find(({ id }) => id === ticket?.keyId);
  const bytes = bytesOf(text);
  if (!ticket || !key || !bytes) return null;
  const isGenuine = await crypto.subtle.verify(
    SIGNING,
    await importTicketKey(key),
    bytes.subarray(PAYLOAD_BYTES),
    bytes.subarray(0, PAYLOAD_BYTES),
  );
  return isGenuine ? ticket : null;
}
