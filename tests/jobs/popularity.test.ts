import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { DAY, HOUR } from "../../app/lib/dates/durations";
import type { Actor } from "../../app/lib/permissions";
import { readHome } from "../../app/modules/discovery/queries.server";
import { candidatesOf, choosePicks } from "../../app/modules/discovery/weeks/propose-picks.server";
import { listEventsWhole } from "../../app/modules/events/list/list-events.server";
import { parseEventQuery } from "../../app/modules/events/schema";
import { networkBlockOf } from "../../app/modules/events/visits/visitor-fingerprint";
import { countVisits, pointsPurge } from "../../app/modules/events/visits/visits.server";
import { removeFavourite, saveFavourite } from "../../app/modules/saved/collect-event.server";
import { events } from "../../db/schema";
import { createCity } from "../factories/city";
import { createEvent } from "../factories/event";
import { createUser } from "../factories/user";
import { emptyDatabase } from "../helpers/empty-database";
import { createTestDeps, type TestDeps, TUESDAY } from "../helpers/test-deps";

const FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0";
const KINDS = ["view", "share", "ticket", "calendar"] as const;
/** Trust of an account with a confirmed address, and of a creator with approved events. */
const [NEW, TRUSTED] = [10, 40];

let deps: TestDeps;
let cityId: string;
/** Three events, the most popular first; the last two are tied. */
let [first, second, third] = ["", "", ""];
let written = 0;
beforeEach(async () => {
  deps = createTestDeps();
  await emptyDatabase();
  cityId = (await createCity(deps.db, { slug: "tehran" })).id;
  const make = async (hours: number) =>
    (await createEvent(deps.db, { cityId, startsAt: TUESDAY + hours * HOUR })).id;
  [first, second, third] = [await make(30), await make(20), await make(25)];
  await save(first, TRUSTED, "192.0.2.1");
});

async function account(trustScore: number, isVerified = true): Promise<Actor> {
  const emailVerifiedAt = isVerified ? 0 : null;
  const { id } = await createUser(deps.db, { trustScore, emailVerifiedAt });
  return { id, role: "user", isVerified, sessionId: "" };
}
async function save(id: string, trustScore: number, address: string, isVerified = true) {
  const actor = await account(trustScore, isVerified);
  await saveFavourite(deps, actor, id, address);
  return actor;
}
async function beacon(eventId: string, address: string): Promise<void> {
  for (const kind of KINDS)
    deps.visits.note({ eventId, kind, source: "direct", address, agent: FIREFOX });
  await deps.settle();
  const messages = deps.sent.splice(0).filter((message) => message.type === "visits.noted");
  await countVisits(deps, messages);
}
const rowOf = async (id: string) =>
  (await deps.db.select().from(events).where(eq(events.id, id)).get()) ?? expect.fail("Gone.");

/** The order of every list that popularity ranks. */
async function orders() {
  const { query } = parseEventQuery(new URLSearchParams("sort=popular"));
  const week = { from: TUESDAY, to: TUESDAY + 7 * DAY };
  const weekend = { ...week, days: [], cityIds: [] };
  const { trending } = await readHome(deps, 3, [], { cityId, tonight: week, weekend });
  return {
    home: [
      ...new Set([...trending.ofCity, ...trending.ofAll, ...trending.popular].map(({ id }) => id)),
    ],
    list: (await listEventsWhole(deps, query)).events.map(({ id }) => id),
    picks: choosePicks(await candidatesOf(deps, cityId, week)),
  };
}
const every = (...ids: string[]) => ({ home: ids, list: ids, picks: ids });

describe("popularity", () => {
  it("is not moved by eight throw-away accounts of a network and twenty beacons [S-153]", async () => {
    expect(await orders()).toEqual(every(first, second, third));
    for (const target of [second, third]) {
      for (let index = 0; index < 8; index += 1)
        await save(target, NEW, `203.0.113.${index}`, index % 2 === 0);
      for (let index = 0; index < 20; index += 1) await beacon(target, `203.0.113.${index}`);
      expect(await orders()).toEqual(every(first, second, third));
    }
    // What people are shown stays the true number.
    expect(await rowOf(third)).toMatchObject({ saveCount: 8, viewCount: 20, interactionCount: 68 });
  });

  it("is not moved by a flood of beacons from many networks [S-154]", async () => {
    for (let index = 0; index < 60; index += 1) await beacon(third, `198.51.${index}.7`);
    expect((await rowOf(third)).popularity).toBe(0);
    expect(await orders()).toEqual(every(first, second, third));
  });

  it("is moved by trusted accounts, and back when they unsave", async () => {
    const savers = [
      await save(third, TRUSTED, "198.51.100.1"),
      await save(third, TRUSTED, "192.0.2.9"),
    ];
    expect(await orders()).toEqual(every(third, first, second));
    for (const actor of savers) await removeFavourite(deps, actor, third);
    expect((await rowOf(third)).popularityPoints).toBe(0);
  });

  it("weighs a save by the standing of its account", async () => {
    const pointsOf = async (trust: number, isVerified = true) => {
      written += 1;
      const before = (await rowOf(third)).popularityPoints;
      await save(third, trust, `10.0.${written}.1`, isVerified);
      return (await rowOf(third)).popularityPoints - before;
    };
    expect(await pointsOf(NEW, false)).toBe(0);
    expect(await pointsOf(-5)).toBe(0);
    expect(await pointsOf(NEW)).toBe(1);
    expect(await pointsOf(15)).toBe(6);
    expect(await pointsOf(TRUSTED)).toBe(10);
  });

  it("counts two saves of a network in a day, and the next day two more", async () => {
    for (let index = 0; index < 5; index += 1) await save(third, TRUSTED, `203.0.113.${index}`);
    expect((await rowOf(third)).popularity).toBe(2);
    deps.pass(DAY);
    for (let index = 0; index < 5; index += 1) await save(third, TRUSTED, `203.0.113.${index}`);
    expect((await rowOf(third)).popularity).toBe(4);
  });

  it("counts a redelivered message once", async () => {
    deps.visits.note({
      eventId: third,
      kind: "view",
      source: "direct",
      address: "192.0.2.1",
      agent: FIREFOX,
    });
    await deps.settle();
    const messages = deps.sent.splice(0).filter((message) => message.type === "visits.noted");
    for (let time = 0; time < 3; time += 1) await countVisits(deps, messages);
    expect((await rowOf(third)).popularityPoints).toBe(1);
    expect((await rowOf(third)).recentPoints).toBe(1);
  });

  it("of a week is what its seven days added, and falls as they pass", async () => {
    const saver = await save(third, TRUSTED, "198.51.100.1");
    await beacon(third, "192.0.2.77");
    expect((await rowOf(third)).recentPoints).toBe(13);
    deps.pass(6 * DAY);
    await save(second, TRUSTED, "198.51.100.2");
    await pointsPurge.round(deps);
    expect((await rowOf(third)).recentPoints).toBe(13);
    deps.pass(DAY);
    await pointsPurge.round(deps);
    expect((await rowOf(third)).recentPoints).toBe(0);
    expect((await rowOf(second)).recentPoints).toBe(10);
    // A favourite of a day that is gone takes nothing back.
    await removeFavourite(deps, saver, third);
    expect((await rowOf(third)).recentPoints).toBe(0);
  });
});

it("knows a network by its block", () => {
  expect(networkBlockOf("203.0.113.7")).toBe("203.0.113");
  expect(networkBlockOf("::ffff:203.0.113.7")).toBe("203.0.113");
  expect(networkBlockOf("2001:db8:1:2::a")).toBe("2001:db8:1");
  expect(networkBlockOf("2001:db8::a")).toBe("2001:db8:0");
});
