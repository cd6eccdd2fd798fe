import { env, SELF } from "cloudflare:test";
import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { HOUR } from "../../app/lib/dates/durations";
import { createDoorDevice } from "../../app/modules/hosting/door/devices.server";
import { ticketCodeOf } from "../../app/modules/hosting/door/tickets.server";
import { createDatabase } from "../../db/client";
import { doorDevices, doorScans, eventOccurrences, events } from "../../db/schema";
import { createCity } from "../factories/city";
import { createEvent } from "../factories/event";
import { createRegistration, hostEvent } from "../factories/hosting";
import { emptyDatabase } from "../helpers/empty-database";
import { type Browser, ORIGIN, signInAs } from "../helpers/signed-in";
import { workerDeps } from "../helpers/worker-deps";

const db = createDatabase(env.DB);
const deps = workerDeps();
let host: Browser;
let occ: string;
let eventId: string;
let device: { id: string; key: string; pin: string };

beforeEach(async () => {
  await emptyDatabase();
  host = await signInAs(deps, "user");
  const { id: cityId } = await createCity(db);
  const startsAt = Date.now() + HOUR;
  eventId = (
    await createEvent(db, { cityId, creatorId: host.id, startsAt, titleEn: "Tar by Lamplight" })
  ).id;
  occ = await hostEvent(db, eventId);
  const actor = { id: host.id, role: "user", isVerified: true, sessionId: host.sessionId } as const;
  device = await createDoorDevice(deps, actor, { occ, name: "Gate A" });
});

/** A phone without an account and without JavaScript. */
function phone() {
  let cookies = "";
  const ask = async (path: string, init: RequestInit = {}) => {
    const answer = await SELF.fetch(ORIGIN + path, {
      redirect: "manual",
      ...init,
      headers: { Origin: ORIGIN, Cookie: cookies, ...init.headers },
    });
    for (const cookie of answer.headers.getSetCookie())
      cookies = `${cookies}; ${cookie.split(";")[0]}`.replace(/^; /, "");
    return answer;
  };
  const post = (path: string, body: FormData | Record<string, string>) =>
    ask(path, {
      method: "POST",
      body: new URLSearchParams(
        body instanceof FormData ? ([...body] as [string, string][]) : body,
      ),
    });
  const door = `/door/${device.key}`;
  return {
    ask,
    post,
    door,
    text: async (path: string) => (await ask(path)).text(),
    enter: (pin = device.pin) => post(door, { intent: "enter", pin }),
  };
}

/** Values of the hidden fields of a name. */
const valuesOf = (html: string, name: string): string[] =>
  [...html.matchAll(new RegExp(`name="${name}" value="([^"]+)"`, "g"))].map(
    ([, value = ""]) => value,
  );

const party = (name: string, seats = 1, state: "going" | "cancelled" = "going") =>
  createRegistration(db, occ, { name, seats, state, confirmedAt: 1 });

describe("a door without JavaScript", () => {
  it("asks for the PIN first, and says when it is wrong", async () => {
    const { text, enter, door } = phone();
    expect(await text(door)).toContain('name="pin"');
    const wrong = await enter("12");
    expect(wrong.status).toBe(400);
    const said = await wrong.text();
    expect(said).toContain("This PIN is not right.");
    expect(said).not.toContain("Some of the values");
    // As a Persian keyboard types it.
    const right = await enter(
      device.pin.replace(/\d/g, (digit) => "۰۱۲۳۴۵۶۷۸۹"[Number(digit)] ?? ""),
    );
    expect([right.status, right.headers.get("Location")]).toEqual([303, door]);
    expect(right.headers.get("Set-Cookie")).toMatch(/rooydad-door=.*HttpOnly; SameSite=Lax/);
    expect(await text(door)).not.toContain('name="pin"');
  });

  it("finds a guest by name and admits by a press alone; opening a page admits nobody [S-64]", async () => {
    const { text, enter, post, door } = phone();
    await enter();
    const id = await party("Kian Moradian", 3);
    await party("Nahid Mortazavi");
    expect(await text(door)).not.toContain("Moradian");
    const found = await text(`${door}?q=mora`);
    expect(found).toContain("Kian Moradian");
    expect(found).not.toContain("Nahid");
    const chosen = await text(`${door}?guest=${id}`);
    expect(chosen).toContain("Come in");
    expect(await db.$count(doorScans)).toBe(0);
    const form = new FormData();
    for (const [name, value] of [
      ["registration", id],
      ["n", "3"],
      ["intent", "admit"],
    ] as const) {
      expect(chosen).toContain(`name="${name}"`);
      form.append(name, value);
    }
    expect((await post(door, form)).status).toBe(303);
    expect(await db.$count(doorScans)).toBe(1);
    const after = await text(`${door}?guest=${id}`);
    expect(after).toContain("Already in");
    expect(after).toContain("Gate A");
    const [scan] = valuesOf(await text(door), "scan");
    await post(door, { intent: "undo", scan: scan ?? "", registration: id });
    expect(await text(`${door}?guest=${id}`)).toContain("Come in");
    // A host without a phone at the door lets them in: no device can undo that.
    const path = `/my-events/${eventId}?tab=going`;
    expect((await host.post(path, { intent: "chosen-check-in", chosen: id })).status).toBe(303);
    const again = await text(`${door}?guest=${id}`);
    expect(again).toContain("Nobody was counted again. Wrong scan? A host can undo it any time.");
    expect(again).not.toContain("for ten minutes");
  });

  it("leads from a ticket's own address to an admit form, in both languages", async () => {
    const { ask, text, enter, door } = phone();
    const id = await party("Leili Sadeghi");
    const code = await ticketCodeOf(deps, { id, occ, serial: 1, seats: 1 });
    const guests = await text(`/t/${code}`);
    expect(guests).toContain("Tar by Lamplight");
    expect(guests).toContain("<svg");
    expect(guests).not.toContain("Leili");
    await enter();
    const lead = await ask(`/t/${code}`);
    expect(lead.headers.get("Location")).toBe(`${door}?ticket=${code}`);
    expect(await text(`${door}?ticket=${code}`)).toContain("Leili Sadeghi");
    expect(await text(`${door}?ticket=${code}&lang=fa`)).toContain("بفرمایید");
    expect(await db.$count(doorScans)).toBe(0);
  });

  it("refuses a changed code and a cancelled guest in words, without an override", async () => {
    const { ask, text, enter, door } = phone();
    await enter();
    const id = await party("Farhad Omrani", 2, "cancelled");
    const code = await ticketCodeOf(deps, { id, occ, serial: 1, seats: 2 });
    const page = await text(`${door}?ticket=${code}`);
    expect(page).toContain("Cancelled");
    expect(page).not.toContain('value="override"');
    const made = code.slice(0, 60) + (code[60] === "A" ? "B" : "A") + code.slice(61);
    expect(await text(`${door}?ticket=${made}`)).toContain("Not our code");
    expect((await ask(`/t/${made}`)).status).toBe(404);
  });
});

describe("the link of a door", () => {
  it("opens check-in and nothing else: guest list and export stay closed (check 17) [S-59]", async () => {
    const { ask, enter, door } = phone();
    expect((await ask(`${door}/list`)).status).toBe(401);
    expect((await ask(`${door}/scans`, { method: "POST", body: '{"scans":[]}' })).status).toBe(401);
    await enter();
    expect((await ask(`${door}/list`)).status).toBe(200);
    for (const path of [
      `/my-events/${eventId}`,
      `/my-events/${eventId}/door`,
      `/my-events/${eventId}/guests`,
      `/my-events/${eventId}/guests.csv`,
      `/api/v1/me/events/${eventId}/guests`,
      "/account/export.json",
    ]) {
      const answer = await ask(path);
      expect([path, answer.status < 300]).toEqual([path, false]);
      expect(await answer.text()).not.toContain("@mail.example");
    }
  });

  it("lets a page use the camera, and no other page", async () => {
    const { ask, door } = phone();
    expect((await ask(door)).headers.get("Permissions-Policy")).toContain("camera=(self)");
    expect((await ask("/help")).headers.get("Permissions-Policy")).toContain("camera=()");
  });

  it("takes scans as JSON, each once, and refuses what is none", async () => {
    const { ask, enter, door } = phone();
    await enter();
    const scan = {
      id: crypto.randomUUID(),
      registrationId: await party("Mahsa Ghaffari"),
      ...{ kind: "in", undoes: null, n: 1, seats: 1, serial: null, at: Date.now() },
      ...{ isOffline: true, isOverride: false },
    };
    const send = (body: unknown) =>
      ask(`${door}/scans`, {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify(body),
      });
    for (let time = 0; time < 2; time++) {
      const answer = await send({ scans: [scan] });
      expect([answer.status, await answer.json()]).toEqual([
        200,
        { answers: { [scan.id]: "recorded" } },
      ]);
    }
    expect(await db.$count(doorScans)).toBe(1);
    expect((await send({ scans: [{ ...scan, n: 0 }] })).status).toBe(400);
    // That it is ready for offline comes the same way, and alone.
    expect(await (await send({ scans: [], isReady: true })).json()).toEqual({ answers: {} });
    expect((await db.select().from(doorDevices)).map(({ readyAt }) => readyAt)).toEqual([
      expect.any(Number),
    ]);
    expect((await send({ scans: Array(101).fill(scan) })).status).toBe(400);
  });
});

describe("the host's page", () => {
  it("names what the door could not settle until the date is over", async () => {
    const { ask, enter, door } = phone();
    await enter();
    const scan = {
      id: crypto.randomUUID(),
      registrationId: await party("Mahsa Ghaffari", 1, "cancelled"),
      ...{ kind: "in", undoes: null, n: 1, seats: 1, serial: null, at: Date.now() },
      ...{ isOffline: true, isOverride: false },
    };
    await ask(`${door}/scans`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ scans: [scan] }),
    });
    const needs = async () => (await host.get(`/my-events/${eventId}?lang=en`)).text();
    expect(await needs()).toContain("The door could not settle 1 scan");
    const over = { startsAt: Date.now() - 3 * HOUR, endsAt: Date.now() - HOUR };
    await db.update(eventOccurrences).set(over).where(eq(eventOccurrences.eventId, eventId));
    await db.update(events).set(over).where(eq(events.id, eventId));
    expect(await needs()).not.toContain("The door could not settle");
  });
});

describe("/my-events/{id}/door", () => {
  it("makes a link with its PIN, shown once, and ends it", async () => {
    const page = `/my-events/${eventId}/door`;
    const made = await host.post(page, { intent: "add", showing: occ, name: "Gate B" });
    const html = await made.text();
    const key = /\/door\/([A-Za-z0-9_-]{43})/.exec(html)?.[1] ?? "";
    const pin = /<b dir="ltr">(\d{6})<\/b>/.exec(html)?.[1] ?? "";
    const { post } = phone();
    expect((await post(`/door/${key}`, { intent: "enter", pin })).status).toBe(303);
    const list = await (await host.get(page)).text();
    expect(list).toContain("Gate B");
    expect(list).not.toContain(key);
    for (const id of valuesOf(list, "device"))
      await host.post(page, { intent: "revoke", device: id });
    expect((await phone().ask(`/door/${key}`)).status).toBe(404);
  });

  it("is the hosts' own: not staff's, nor another member's", async () => {
    for (const role of ["user", "moderator", "owner"] as const) {
      const other = await signInAs(deps, role);
      expect((await other.get(`/my-events/${eventId}/door`)).status).toBe(404);
    }
  });
});
