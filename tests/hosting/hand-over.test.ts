import { eq } from "drizzle-orm";
import { beforeEach, expect, it } from "vitest";
import { DAY } from "../../app/lib/dates/durations";
import { recordScans } from "../../app/modules/hosting/door/scans.server";
import { openTicket, ticketCodeOf } from "../../app/modules/hosting/door/tickets.server";
import {
  cancelRegistration,
  changeRegistration,
} from "../../app/modules/hosting/guest-commands.server";
import { givePlace, handedOver, takePlaceBack } from "../../app/modules/hosting/hand-over.server";
import { readHostFigures } from "../../app/modules/hosting/host-figures.server";
import { findRegistration } from "../../app/modules/hosting/own-registration.server";
import { hostedShowings, hostingLevels, registrations } from "../../db/schema";
import { createCity } from "../factories/city";
import { createEvent } from "../factories/event";
import { createRegistration, hostEvent } from "../factories/hosting";
import { emptyDatabase } from "../helpers/empty-database";
import { failureOf } from "../helpers/people";
import { createTestDeps, type TestDeps } from "../helpers/test-deps";

let deps: TestDeps;
let occ: string;
let party: string;

beforeEach(async () => {
  await emptyDatabase();
  deps = createTestDeps();
  const cityId = (await createCity(deps.db, { slug: "tehran" })).id;
  const event = await createEvent(deps.db, { cityId, startsAt: deps.clock.now() + 7 * DAY });
  occ = await hostEvent(deps.db, event.id, { capacity: 3, maxPlusOnes: 2 });
  party = await createRegistration(deps.db, occ, {
    ...{ state: "going", seats: 3, confirmedAt: 1, name: "Sara" },
  });
});

const rowOf = async (id: string) => {
  const row = await deps.db.select().from(registrations).where(eq(registrations.id, id)).get();
  if (!row) throw new Error("There is no such registration.");
  return row;
};
const taken = async () => (await deps.db.select().from(hostedShowings).get())?.taken;
const scan = (registrationId: string, n: number) =>
  recordScans(deps, { occ, eventId: occ.split("/")[0] ?? "", deviceId: null, hostId: null }, [
    {
      ...{ id: crypto.randomUUID(), registrationId, kind: "in", undoes: null, n, seats: n },
      ...{ serial: null, at: deps.clock.now(), isOffline: false, isOverride: false },
    },
  ]);
const change = (seats: number) =>
  changeRegistration(deps, party, {
    ...{ name: "Sara", seats, levelId: null, takesFewer: false, sharesEmail: false },
    ...{ sharesName: false, answers: new Map() },
  });

it("gives a plus-one a place, a ticket and a page of their own, and no seat twice", async () => {
  const old = await ticketCodeOf(deps, await rowOf(party));
  await givePlace(deps, party, "Kian");
  const [kian] = await handedOver(deps, party);
  const own = await rowOf(kian?.id ?? "");
  expect(own).toMatchObject({ name: "Kian", seats: 1, state: "going", email: null, occ });
  expect(await rowOf(party)).toMatchObject({ seats: 2, serial: 2 });
  expect(await taken()).toBe(3);
  expect((await findRegistration(deps, own.id))?.broughtBy).toEqual({
    name: "Sara",
    isTold: true,
  });
  // The party's earlier ticket is void; the new one has its own signature.
  expect((await openTicket(deps, old))?.serial).toBe(1);
  expect(await openTicket(deps, await ticketCodeOf(deps, own))).toMatchObject({
    registrationId: own.id,
    seats: 1,
  });
});

it("makes one place of a double press, and one of each name under parallel presses", async () => {
  await Promise.all(["Kian", "Kian", "Nima", "Nima"].map((name) => givePlace(deps, party, name)));
  expect((await handedOver(deps, party)).map(({ name }) => name).sort()).toEqual(["Kian", "Nima"]);
  expect((await rowOf(party)).seats).toBe(1);
  expect((await failureOf(givePlace(deps, party, "Leila"))).code).toBe("conflict");
  expect(await taken()).toBe(3);
});

it("leaves the plus-one's place when the party cancels, and the party's when the plus-one does", async () => {
  await givePlace(deps, party, "Kian");
  const [kian] = await handedOver(deps, party);
  await cancelRegistration(deps, party);
  expect((await rowOf(kian?.id ?? "")).state).toBe("going");
  expect((await findRegistration(deps, kian?.id ?? ""))?.broughtBy?.isTold).toBe(false);
  expect(await taken()).toBe(1);
  expect((await failureOf(givePlace(deps, kian?.id ?? "", "Nima"))).code).toBe("conflict");
  await cancelRegistration(deps, kian?.id ?? "");
  expect(await taken()).toBe(0);
});

it("takes a place back while its guest is outside", async () => {
  await givePlace(deps, party, "Kian");
  await givePlace(deps, party, "Nima");
  const [kian, nima] = await handedOver(deps, party);
  await takePlaceBack(deps, party, kian?.id ?? "");
  expect(await rowOf(kian?.id ?? "")).toMatchObject({ state: "cancelled", serial: 2 });
  expect(await rowOf(party)).toMatchObject({ seats: 2 });
  expect((await failureOf(takePlaceBack(deps, party, kian?.id ?? ""))).code).toBe("conflict");
  // The party is one, and has not ended.
  const event = { id: occ.split("/")[0] ?? "", timeZone: "Asia/Tehran" };
  const { days } = await readHostFigures(deps, event, { entries: new Map() });
  expect(days.filter(({ ended }) => ended > 0)).toEqual([]);
  await scan(nima?.id ?? "", 1);
  expect((await failureOf(takePlaceBack(deps, party, nima?.id ?? ""))).code).toBe("conflict");
  expect(await taken()).toBe(3);
});

it("takes a place back into the party's level of now only where that has room", async () => {
  const eventId = occ.split("/")[0] ?? "";
  const [first, second] = [deps.ids.next(), deps.ids.next()];
  await deps.db.insert(hostingLevels).values([
    { id: first, eventId, position: 0, nameEn: "Floor", price: 0, currency: "EUR", capacity: 3 },
    { id: second, eventId, position: 1, nameEn: "Balcony", price: 0, currency: "EUR", capacity: 1 },
  ]);
  await deps.db.update(registrations).set({ seats: 2, levelId: first });
  await givePlace(deps, party, "Kian");
  await deps.db.update(registrations).set({ levelId: second }).where(eq(registrations.id, party));
  const [kian] = await handedOver(deps, party);
  const back = () => takePlaceBack(deps, party, kian?.id ?? "");
  expect((await failureOf(back())).code).toBe("conflict");
  expect(await rowOf(kian?.id ?? "")).toMatchObject({ state: "going", seats: 1 });
  await deps.db.update(hostingLevels).set({ capacity: 2 }).where(eq(hostingLevels.id, second));
  await back();
  expect(await rowOf(party)).toMatchObject({ seats: 2, levelId: second });
});

it("hands over no seat that someone has come in on, and no other party's place [S-201]", async () => {
  await scan(party, 3);
  expect((await failureOf(givePlace(deps, party, "Kian"))).code).toBe("conflict");
  const other = await createRegistration(deps.db, occ, { state: "waitlisted", seats: 2 });
  expect((await failureOf(givePlace(deps, other, "Kian"))).code).toBe("conflict");
  expect((await failureOf(takePlaceBack(deps, party, other))).code).toBe("conflict");
});

it("counts places with links of their own among the plus-ones of a party", async () => {
  await deps.db.update(hostedShowings).set({ capacity: 10 });
  await givePlace(deps, party, "Kian");
  expect((await failureOf(change(3))).code).toBe("conflict");
  await change(1);
  await change(2);
  const [kian] = await handedOver(deps, party);
  await deps.db.update(registrations).set({ seats: 1 }).where(eq(registrations.id, party));
  const grown = changeRegistration(deps, kian?.id ?? "", {
    ...{ name: "Kian", seats: 2, levelId: null, takesFewer: false, sharesEmail: false },
    ...{ sharesName: false, answers: new Map() },
  });
  expect((await failureOf(grown)).code).toBe("conflict");
});
