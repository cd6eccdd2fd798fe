import { signTicket } from "../../app/lib/door/ticket";
import { idOf } from "./newcomers";

/** A concert of the account `doors`, an hour after the server's clock, with this many parties. */
const GUESTS = 2_000;
export const DOOR_EVENT = "019a0000-0000-7000-9000-00000000d001";
const HOUR = 3_600_000;
/** Higher than any that the product makes. */
const KEY_ID = 900;
const SEATS = 3;

/** A key of the tests alone. */
const KEY = {
  kty: "EC",
  crv: "P-256",
  x: "yEpR5pNwaJfQkYQmFwlMzIvIUeyk98VUkqBETEi39M8",
  y: "Qs_XRPTNIegPa5F-ILx8bYF-iCWMcRgNxJarP_WYEQ4",
  d: "_ZWLoH9_UcIHAZ5RHj_XDncVtqGA-mnarfWuY2Dumdo",
};

/** @param place from 0 */
const guestId = (place: number) => `019a0000-0000-7000-9100-${String(place).padStart(12, "0")}`;

/** Names of letters alone, so that each is found by its own. */
export function guestName(place: number): string {
  const letters = [place / 676, (place / 26) % 26, place % 26].map((at) =>
    String.fromCharCode(97 + Math.floor(at)),
  );
  return `Guest Nam${letters.join("")}`;
}

/** Every fourth is a party of three. */
const seatsOf = (place: number) => (place % 4 === 3 ? SEATS : 1);
const showingAt = (now: string) => Date.parse(now) + HOUR;
const occAt = (now: string) =>
  `${DOOR_EVENT}/${new Date(showingAt(now)).toISOString().slice(0, 16)}`;

/** The code of a guest's ticket. @param now ISO 8601 */
export async function guestTicket(now: string, place: number): Promise<string> {
  const curve = { name: "ECDSA", namedCurve: "P-256" };
  const key = await crypto.subtle.importKey("jwk", KEY, curve, false, ["sign"]);
  const registrationId = guestId(place);
  const seats = seatsOf(place);
  return signTicket({ keyId: KEY_ID, occ: occAt(now), registrationId, serial: 1, seats }, key);
}

/** SQL for the concert, its guests and the key of their tickets. @param now ISO 8601 */
export function doorGuestsSql(now: string): string {
  const at = Date.parse(now);
  const startsAt = showingAt(now);
  const { d: _, ...publicKey } = KEY;
  const guests = Array.from({ length: GUESTS }, (_, place) => {
    const email = `door-${place}@mail.example`;
    return `('${guestId(place)}', '${occAt(now)}', '${DOOR_EVENT}', '${guestName(place)}', '${email}', '${email}', 'en', 'gregorian', ${seatsOf(place)}, 'going', ${at}, ${at}, 'guest', ${at})`;
  });
  const rows: string[] = [];
  for (let from = 0; from < guests.length; from += 200)
    rows.push(
      `INSERT OR IGNORE INTO registrations (id, occ, event_id, name, email, mailbox, locale, calendar, seats, state, confirmed_at, changed_at, changed_as, created_at)
       VALUES ${guests.slice(from, from + 200).join(", ")};`,
    );
  return [
    `UPDATE users SET onboarding_completed_at = ${at} WHERE id = '${idOf("doors")}';`,
    `INSERT OR IGNORE INTO events (id, city_id, title_en, title_fa, description_en, venue_en, starts_at, ends_at, time_zone, local_day,
        currency, categories, tags, tag_keys, status, creator_id, title_key, search_rowid, submitted_at, published_at, created_at, updated_at)
      SELECT '${DOOR_EVENT}', id, 'Tar by Lamplight', 'شب تار، نور چراغ', 'An evening of the tests.', 'A hall', ${startsAt}, ${startsAt + 2 * HOUR},
        time_zone, '${now.slice(0, 10)}', 'IRR', '["Concert"]', '[]', '[]', 'approved', '${idOf("doors")}', 'tarbylamplight',
        8000000000000001, ${at}, ${at}, ${at}, ${at} FROM cities WHERE slug = 'sari';`,
    `INSERT OR IGNORE INTO event_hosting (event_id, is_on, created_at, updated_at) VALUES ('${DOOR_EVENT}', 1, ${at}, ${at});`,
    `INSERT OR IGNORE INTO hosted_showings (occ, event_id, original_start)
      SELECT event_id || '/' || original_start, event_id, original_start FROM event_occurrences WHERE event_id = '${DOOR_EVENT}';`,
    ...rows,
    `INSERT OR IGNORE INTO ticket_keys (id, public_key, private_key, created_at) VALUES (${KEY_ID}, '${JSON.stringify(publicKey)}', '', ${at});`,
  ].join("\n");
}
