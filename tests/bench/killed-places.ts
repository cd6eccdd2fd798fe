import { createVault } from "../../worker/adapters/vault";
import { eventSql, idOf, type Left, personSql, type Running, report } from "./killed-product";

/** Accounts that want one of the places at once. */
const GUESTS = 200;
const PLACES = 10;
/** Answers after which each round's process is killed. */
const KILLS = [3, 60, 140];

const names = Array.from({ length: GUESTS }, (_, at) => `placer-${String(at).padStart(3, "0")}`);
const eventOf = (round: number) => `places ${round}`;

/** SQL for the accounts and an event of ten places a round, and one without limit. */
export const placesSql = (): string[] => [
  ...names.flatMap((name) => personSql(name)),
  ...[...KILLS.keys(), KILLS.length].flatMap((round) => [
    eventSql(eventOf(round), "admin", "approved"),
    `INSERT INTO event_hosting (event_id, is_on, capacity, created_at, updated_at)
     VALUES ('${idOf(eventOf(round))}', 1, ${round < KILLS.length ? PLACES : "NULL"}, 0, 0)`,
  ]),
  ...linkedSql(),
];

const LINKED = "places by link";

/** SQL for an event without limit whose guests have not confirmed their addresses yet. */
const linkedSql = (): string[] => [
  eventSql(LINKED, "admin", "approved"),
  `INSERT INTO event_hosting (event_id, is_on, created_at, updated_at) VALUES ('${idOf(LINKED)}', 1, 0, 0)`,
  `INSERT INTO hosted_showings (occ, event_id, original_start)
   SELECT event_id || '/' || original_start, event_id, original_start FROM event_occurrences WHERE event_id = '${idOf(LINKED)}'`,
  ...names.map(
    (
      name,
    ) => `INSERT INTO registrations (id, occ, event_id, name, email, mailbox, locale, calendar, seats, state, changed_at, changed_as, created_at)
     SELECT '${idOf(`link of ${name}`)}', occ, event_id, '${name}', '${name}@link.example', '${name}@link.example', 'en', 'gregorian', 1, 'unconfirmed', 0, 'guest', ${Date.now()}
     FROM hosted_showings WHERE event_id = '${idOf(LINKED)}'`,
  ),
];

/** Presses the buttons of 200 links at once. @returns those that are accepted, and how many a second */
async function byLink({ url }: Running): Promise<{ accepted: number; rate: string }> {
  // The secret of local runs (wrangler.toml).
  const vault = createVault("local-runs-only-nobody-else-may-use-this-one", {
    bytes: (length) => new Uint8Array(length),
  });
  const links = await Promise.all(
    names.map(async (name) => {
      const id = idOf(`link of ${name}`);
      return `${url}/rsvp/${id}.${await vault.fingerprint(`registration ${id}`)}`;
    }),
  );
  const began = performance.now();
  const statuses = await Promise.all(
    links.map(async (link, at) => {
      const response = await fetch(link, {
        method: "POST",
        redirect: "manual",
        headers: { Origin: url, "CF-Connecting-IP": networkOf(names[at] ?? "") },
        body: new URLSearchParams({ intent: "confirm" }),
      });
      await response.arrayBuffer();
      return response.status;
    }),
  );
  return {
    accepted: statuses.filter((status) => status === 303).length,
    rate: (GUESTS / ((performance.now() - began) / 1000)).toFixed(0),
  };
}

/** Each account has a network of its own, as Cloudflare names it. */
const networkOf = (name: string) => `127.0.${names.indexOf(name) + 1}.1`;

/** An account's form for a place, without JavaScript. @returns the status of the answer */
async function ask(product: Running, left: Left, event: string, name: string): Promise<number> {
  const id = idOf(event);
  const [showing] = left.read<{ at: string }>(
    "SELECT original_start AS at FROM event_occurrences WHERE event_id = ?",
    id,
  );
  const response = await fetch(`${product.url}/events/${id}/rsvp`, {
    method: "POST",
    redirect: "manual",
    headers: {
      Cookie: product.cookieOf(name),
      Origin: product.url,
      "CF-Connecting-IP": networkOf(name),
    },
    body: new URLSearchParams({ at: showing?.at ?? "", name, seats: "1", adult: "on" }),
  });
  await response.arrayBuffer();
  return response.status;
}

/**
 * Three rounds: 200 accounts ask at once for 10 places, the process is killed amid the answers, and
 * those without an answer ask again. Then 200 for a showing without limit, by form and by link, by the
 * clock.
 */
export async function takingPlaces(left: Left, live: () => Promise<Running>) {
  const rows: [what: string, found: number | string, expected: number | string][] = [];
  const count = (sql: string, ...values: string[]) =>
    Number(Object.values(left.read(sql, ...values)[0] ?? {})[0]);
  for (const [round, at] of KILLS.entries()) {
    const event = eventOf(round);
    const id = idOf(event);
    const doomed = await live();
    const answered: string[] = [];
    let killing: Promise<void> | null = null;
    await Promise.allSettled(
      names.map(async (name) => {
        const status = await ask(doomed, left, event, name);
        if (status !== 303) return;
        answered.push(name);
        if (answered.length === at) killing = doomed.kill();
      }),
    );
    await (killing ?? doomed.kill());
    console.log(`Killed at ${at} answers; ${answered.length} came.`);
    const kept = answered.filter((name) =>
      count(
        "SELECT count(*) FROM registrations WHERE event_id = ? AND user_id = ? AND state IN ('going', 'waitlisted')",
        id,
        idOf(name),
      ),
    ).length;
    const product = await live();
    const again = await Promise.all(
      names
        .filter((name) => !answered.includes(name))
        .map((name) => ask(product, left, event, name)),
    );
    for (let turn = 0; turn < 3; turn++) await product.sweep();
    await product.kill();
    const inState = (state: string) =>
      count("SELECT count(*) FROM registrations WHERE event_id = ? AND state = ?", id, state);
    rows.push(
      [`round ${round + 1}: answered before the kill`, answered.length, "any"],
      ["  of these kept", kept, answered.length],
      [
        "  asked again: accepted, or known already",
        again.filter((status) => status === 303 || status === 409).length,
        GUESTS - answered.length,
      ],
      ["  with a place", inState("going"), PLACES],
      ["  in line", inState("waitlisted"), GUESTS - PLACES],
      [
        "  seats that the showing counts",
        count("SELECT taken FROM hosted_showings WHERE event_id = ?", id),
        PLACES,
      ],
      [
        "  mails that say so, one each",
        count(
          "SELECT count(DISTINCT to_address) FROM mails WHERE kind IN ('rsvpGoing', 'rsvpWaitlisted') AND idempotency_key IN (SELECT 'rsvp:' || c.id FROM registration_changes c WHERE c.event_id = ?)",
          id,
        ),
        GUESTS,
      ],
    );
  }
  const product = await live();
  const event = eventOf(KILLS.length);
  await ask(product, left, event, "admin");
  const began = performance.now();
  const statuses = await Promise.all(names.map((name) => ask(product, left, event, name)));
  const seconds = (performance.now() - began) / 1000;
  const linked = await byLink(product);
  await product.kill();
  rows.push(
    ["by link: accepted", linked.accepted, GUESTS],
    ["  a second", linked.rate, "any"],
    ["of one showing: accepted", statuses.filter((status) => status === 303).length, GUESTS],
    ["  a second", (GUESTS / seconds).toFixed(0), "any"],
  );
  console.log("\nPlaces");
  report(rows);
}
