import { beforeAll, describe, expect, it } from "vitest";
import {
  readTicket,
  signTicket,
  type Ticket,
  type TicketKey,
  ticketCodeIn,
  verifyTicket,
} from "./ticket";

const TICKET: Ticket = {
  keyId: 258,
  occ: "019b0000-0000-7000-9000-000000000001/2026-12-08T20:00",
  registrationId: "019b0000-0000-7000-9000-0000000000ff",
  serial: 300,
  seats: 6,
};
const CURVE = { name: "ECDSA", namedCurve: "P-256" } as const;
const pair = () => crypto.subtle.generateKey(CURVE, true, ["sign", "verify"]);
let keys: CryptoKeyPair;
let known: TicketKey[];
let code: string;
beforeAll(async () => {
  keys = await pair();
  known = [{ id: 258, publicKey: await crypto.subtle.exportKey("jwk", keys.publicKey) }];
  code = await signTicket(TICKET, keys.privateKey);
});

describe("a ticket", () => {
  it("says what was signed, from its address or its code alone", async () => {
    for (const text of [code, `https://rooydad.example/t/${code}`, ` /t/${code}?lang=fa `])
      expect(await verifyTicket(text, known)).toEqual(TICKET);
  });

  it("fits a code that a phone reads at arm's length: 142 letters", () => {
    expect(code).toMatch(/^[A-Za-z0-9_-]{142}$/);
  });

  it.each([
    ["another text", "https://example.com/"],
    ["an empty text", ""],
    ["a code that is too long", "a".repeat(143)],
  ])("is not %s", async (_, text) => {
    expect(ticketCodeIn(text)).toBeNull();
    expect(await verifyTicket(text, known)).toBeNull();
  });

  it("is refused with any letter changed, whether it is read or not [S-54]", async () => {
    for (let at = 0; at < code.length; at++) {
      // Of the last letter only four bits count.
      const letter = code[at] === "A" ? "Q" : "A";
      const changed = code.slice(0, at) + letter + code.slice(at + 1);
      expect(await verifyTicket(changed, known), String(at)).toBeNull();
    }
  });

  it("is refused from another key under the same number, and from an unknown number", async () => {
    const other = await signTicket(TICKET, (await pair()).privateKey);
    expect(await verifyTicket(other, known)).toBeNull();
    const unknown = await signTicket({ ...TICKET, keyId: 3 }, keys.privateKey);
    expect(readTicket(unknown)).toMatchObject({ keyId: 3 });
    expect(await verifyTicket(unknown, known)).toBeNull();
  });

  it.each([
    ["seats", { seats: 256 }],
    ["a serial", { serial: 65_536 }],
    ["a showing", { occ: "019b0000-0000-7000-9000-000000000001/never" }],
    ["a registration", { registrationId: "7" }],
  ])("is not made for %s that have no place in it", async (_, changes) => {
    await expect(signTicket({ ...TICKET, ...changes }, keys.privateKey)).rejects.toThrow(
      RangeError,
    );
  });
});
