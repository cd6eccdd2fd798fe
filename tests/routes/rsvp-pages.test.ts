import { SELF } from "cloudflare:test";
import { eq } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { DAY } from "../../app/lib/dates/durations";
import { sweepRegistrations } from "../../app/modules/hosting/sweep-registrations.server";
import { registrationToken } from "../../app/modules/mail/enqueue-mail.server";
import { eventHosting, events, hostingQuestions, mails, registrations } from "../../db/schema";
import { createCity } from "../factories/city";
import { createEvent } from "../factories/event";
import { createRegistration, hostEvent } from "../factories/hosting";
import { emptyDatabase } from "../helpers/empty-database";
import { formIn } from "../helpers/page-form";
import { type Browser, signInAs } from "../helpers/signed-in";
import { createTestDeps, type TestDeps } from "../helpers/test-deps";
import { workerVault } from "../helpers/worker-vault";

const ORIGIN = "https://rooydad.test";
const fetchPage = (path: string, init: RequestInit = {}) =>
  SELF.fetch(`${ORIGIN}${path}`, {
    redirect: "manual",
    ...init,
    headers: { Origin: ORIGIN, "CF-Connecting-IP": "203.0.113.44", ...init.headers },
  });
const post = (path: string, form: FormData) => {
  const fields = new URLSearchParams();
  for (const [name, value] of form) if (typeof value === "string") fields.append(name, value);
  return fetchPage(path, { method: "POST", body: fields });
};

let deps: TestDeps;
let cityId: string;

beforeAll(async () => {
  await emptyDatabase();
  deps = { ...createTestDeps(Date.now()), vault: workerVault() };
  cityId = (await createCity(deps.db, { slug: "tehran", nameEn: "Tehran" })).id;
});
beforeEach(async () => {
  await deps.db.delete(registrations);
  await deps.db.delete(mails);
});

async function hosted(settings: Parameters<typeof hostEvent>[2] = {}, creatorId?: string) {
  const event = await createEvent(deps.db, {
    cityId,
    startsAt: Date.now() + 7 * DAY,
    titleEn: "Tar by Lamplight",
    ...(creatorId && { creatorId }),
  });
  return { id: event.id, occ: await hostEvent(deps.db, event.id, settings) };
}

/** The form as a browser without JavaScript sends it, some seconds after it was shown. */
async function filled(id: string, fields: Record<string, string>): Promise<FormData> {
  const html = await (await fetchPage(`/events/${id}/rsvp`)).text();
  const form = await formIn(html, "main form");
  // The clock of the product is the real one: the form was shown a minute ago.
  const at = String(Date.now() - 60_000);
  form.set("time", `${at}.${await deps.vault.fingerprint(`rsvp form ${id} ${at}`)}`);
  form.set("intent", "rsvp");
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return form;
}
const SARA = { name: "Sara Moradi", email: "sara@mail.example", adult: "1" };

describe("a guest without JavaScript", () => {
  it("A2, A3: fills in the form, opens the link, which changes nothing, and confirms [S-178]", async () => {
    const { id } = await hosted({ capacity: 10, maxPlusOnes: 1 });
    await deps.db
      .insert(hostingQuestions)
      .values({ id: `q-${id}`, eventId: id, position: 0, kind: "text", labelEn: "A piece?" });
    const answer = await post(
      `/events/${id}/rsvp`,
      await filled(id, { ...SARA, seats: "2", [`answer.q-${id}`]: "Bidad" }),
    );
    expect(answer.status).toBe(303);
    const sent = await fetchPage(answer.headers.get("Location") ?? "");
    expect(await sent.text()).toContain("Check your email");
    const row = await deps.db.select().from(registrations).get();
    expect(row).toMatchObject({ state: "unconfirmed", seats: 2, name: "Sara Moradi" });
    const mail = await deps.db.select().from(mails).get();
    expect(mail?.kind).toBe("rsvpConfirm");
    expect(mail?.text).not.toContain("Sara");
    const link = /\/rsvp\/[0-9a-f-]+\.[0-9a-f]{64}/.exec(mail?.text ?? "")?.[0] ?? "";
    for (const method of ["GET", "HEAD"]) {
      const page = await fetchPage(link, { method });
      expect(page.status).toBe(200);
      expect(page.headers.get("Cache-Control")).toContain("no-store");
      expect(page.headers.get("Referrer-Policy")).toBe("strict-origin");
    }
    const html = await (await fetchPage(link)).text();
    expect(html).toContain('content="noindex');
    expect(html).toContain("Bidad");
    expect((await deps.db.select().from(registrations).get())?.state).toBe("unconfirmed");
    const confirm = new FormData();
    confirm.set("intent", "confirm");
    expect((await post(link, confirm)).status).toBe(303);
    expect((await deps.db.select().from(registrations).get())?.state).toBe("going");
    expect(await (await fetchPage(link)).text()).toContain("You’re going");
    const free = new FormData();
    free.set("intent", "end");
    expect((await post(link, free)).status).toBe(303);
    expect((await deps.db.select().from(registrations).get())?.state).toBe("cancelled");
    await sweepRegistrations(deps);
    expect((await deps.db.select().from(mails)).map(({ kind }) => kind).sort()).toEqual([
      "rsvpCancelled",
      "rsvpConfirm",
      "rsvpGoing",
    ]);
    const erase = new FormData();
    erase.set("intent", "erase");
    const erased = await post(link, erase);
    expect(erased.headers.get("Location")).toContain(`/events/${id}`);
    expect(decodeURIComponent(erased.headers.get("Set-Cookie") ?? "")).toContain("erasedNow");
  });

  it("in line reads for whom a host holds what is free", async () => {
    const { occ } = await hosted({ capacity: 3, maxPlusOnes: 2 });
    await createRegistration(deps.db, occ, { state: "going", seats: 2 });
    const [pair, single] = [
      await createRegistration(deps.db, occ, { state: "waitlisted", seats: 2, heldAt: 1 }),
      await createRegistration(deps.db, occ, { state: "waitlisted" }),
    ];
    const page = async (id: string) =>
      (await fetchPage(`/rsvp/${await registrationToken(deps, id)}`)).text();
    expect(await page(pair)).toContain("keeping the next 2 free places for your party");
    expect(await page(single)).toContain("parties before you in line are asked first");
  });

  it("reads that an archived event takes no guests, and cannot take its offer meanwhile; a flagged one keeps its offers", async () => {
    const { id, occ } = await hosted({ capacity: 3 });
    const offered = await createRegistration(deps.db, occ, {
      ...{ state: "offered", seats: 2, offerUntil: Date.now() + DAY },
    });
    const going = await createRegistration(deps.db, occ, { state: "going" });
    const waiting = await createRegistration(deps.db, occ, { state: "waitlisted" });
    await deps.db.update(events).set({ isActive: false }).where(eq(events.id, id));
    const link = async (of: string) => `/rsvp/${await registrationToken(deps, of)}`;
    const html = await (await fetchPage(await link(offered))).text();
    expect(html).toContain("takes no new guests at the moment. Your offer doesn’t run out");
    expect(html).not.toContain('value="accept');
    expect(html).toContain("No, thanks: pass on");
    const accept = new FormData();
    accept.set("intent", "accept 2");
    const refused = await post(`${await link(offered)}?lang=fa`, accept);
    expect(refused.status).toBe(409);
    expect(await refused.text()).toContain("این رویداد حالا ثبت‌نام نمی‌گیرد.");
    expect(await (await fetchPage(await link(going))).text()).toContain("Show my ticket");
    await deps.db
      .update(events)
      .set({ isActive: true, status: "flagged" })
      .where(eq(events.id, id));
    expect(await (await fetchPage(await link(waiting))).text()).toContain(
      "Please look at this page",
    );
    expect((await post(await link(offered), accept)).status).toBe(303);
  });

  it("reads what is missing, in both languages", async () => {
    const { id } = await hosted();
    const form = await filled(id, { name: "", email: "nothing" });
    const answer = await post(`/events/${id}/rsvp?lang=fa`, form);
    expect(answer.status).toBe(400);
    expect(await answer.text()).toContain("باید ۱۶ سال یا بیشتر داشته باشید");
    expect(await deps.db.$count(registrations)).toBe(0);
  });

  it("A4: gets the same page for an address that is known [S-179]", async () => {
    const { id, occ } = await hosted();
    await createRegistration(deps.db, occ, {
      ...{ email: SARA.email, mailbox: SARA.email },
      state: "going",
    });
    const known = await post(`/events/${id}/rsvp`, await filled(id, SARA));
    const unknown = await post(
      `/events/${id}/rsvp`,
      await filled(id, { ...SARA, email: "omid@mail.example" }),
    );
    expect([known.status, known.headers.get("Location")]).toEqual([
      unknown.status,
      unknown.headers.get("Location"),
    ]);
    expect(await deps.db.$count(registrations)).toBe(2);
  });

  it("is taken for a program with the hidden field filled in, or at once", async () => {
    const { id } = await hosted();
    const trap = await post(`/events/${id}/rsvp`, await filled(id, { ...SARA, website: "x" }));
    expect(trap.status).toBe(303);
    const now = String(Date.now());
    const quick = await filled(id, {
      ...SARA,
      time: `${now}.${await deps.vault.fingerprint(`rsvp form ${id} ${now}`)}`,
    });
    expect((await post(`/events/${id}/rsvp`, quick)).status).toBe(400);
    const forged = await filled(id, { ...SARA, time: `${Date.now() - 60_000}.${"0".repeat(64)}` });
    expect((await post(`/events/${id}/rsvp`, forged)).status).toBe(400);
    expect(await deps.db.$count(registrations)).toBe(0);
  });

  it("gives a plus-one a link of their own, which opens a page and a ticket, and takes it back", async () => {
    const { occ } = await hosted({ capacity: 5, maxPlusOnes: 2 });
    const id = await createRegistration(deps.db, occ, { state: "going", seats: 3, name: "Sara" });
    const page = `/rsvp/${await registrationToken(deps, id)}`;
    const send = (intent: string, fields: Record<string, string> = {}) => {
      const form = new FormData();
      for (const [name, value] of Object.entries({ intent, ...fields })) form.set(name, value);
      return post(page, form);
    };
    const nameless = await send("hand-over", { name: " " });
    expect(nameless.status).toBe(400);
    expect((await send("hand-over", { name: "Kian" })).status).toBe(303);
    const html = await (await fetchPage(page)).text();
    const links = [...html.matchAll(/href="[^"]*(\/rsvp\/[0-9a-f-]+\.[0-9a-f]{64})"/g)].map(
      ([, link]) => link ?? "",
    );
    const [own = ""] = links.filter((link) => !page.endsWith(link));
    const plusOne = await (await fetchPage(`${own}?lang=fa`)).text();
    expect(plusOne).toContain("Kian");
    expect(plusOne).toContain("مهمانِ");
    expect(await (await fetchPage(own)).text()).toContain("who brought you");
    expect(plusOne).toContain('href="/t/');
    // Nobody else's place, and no more of them.
    expect(plusOne).not.toContain('value="hand-over"');
    expect(await (await fetchPage(own)).text()).toContain("1 place is yours.");
    const place = await deps.db
      .select()
      .from(registrations)
      .where(eq(registrations.broughtBy, id))
      .get();
    expect((await send(`take-back ${place?.id}`)).status).toBe(303);
    const ended = await (await fetchPage(own)).text();
    expect(ended).toContain("Your RSVP is cancelled");
    expect(ended).toContain("Your place is free again.");
    expect(ended).not.toContain("News of the event");
    expect(
      await deps.db.select().from(registrations).where(eq(registrations.id, id)).get(),
    ).toMatchObject({ seats: 3, state: "going" });
    // Once the party has cancelled nobody hears of changes, and the place says so.
    expect((await send("hand-over", { name: "Nima" })).status).toBe(303);
    const [nima] = await deps.db.select().from(registrations).where(eq(registrations.name, "Nima"));
    expect((await send("end")).status).toBe(303);
    const left = await fetchPage(`/rsvp/${await registrationToken(deps, nima?.id ?? "")}`);
    const words = await left.text();
    expect(words).toContain("Nobody is written to");
    expect(words).not.toContain("who brought you");
  });

  it("has the link mailed again once RSVP has closed, with one answer for every address", async () => {
    const { id, occ } = await hosted({ closesBefore: 10 * 24 * 60 });
    await createRegistration(deps.db, occ, {
      ...{ state: "going", email: "sara@mail.example", mailbox: "sara@mail.example" },
    });
    const html = await (await fetchPage(`/events/${id}/rsvp`)).text();
    expect(html).toContain("RSVP has closed");
    const form = await formIn(html, "main form[name=again], main form");
    const answers = [];
    for (const email of ["sara@mail.example", "nobody@mail.example"]) {
      form.set("email", email);
      form.set("intent", "again");
      const answer = await post(`/events/${id}/rsvp`, form);
      answers.push([answer.status, answer.headers.get("Location")]);
    }
    expect(answers[0]).toEqual(answers[1]);
    expect(answers[0]?.[0]).toBe(303);
    expect(
      (await deps.db.select().from(mails)).map(({ kind, toAddress }) => [kind, toAddress]),
    ).toEqual([["rsvpLink", "sara@mail.example"]]);
  });

  it("names the date on the form and on the page of an RSVP", async () => {
    const { id, occ } = await hosted();
    const token = await registrationToken(deps, await createRegistration(deps.db, occ));
    for (const path of [`/events/${id}/rsvp`, `/rsvp/${token}`]) {
      const html = await (await fetchPage(path)).text();
      expect([path, /\b20\d\d, \d\d:\d\d – \d\d:\d\d/.test(html)]).toEqual([path, true]);
    }
  });

  it("finds no form where the event takes no RSVPs, and no page behind a wrong link", async () => {
    const event = await createEvent(deps.db, { cityId, startsAt: Date.now() + DAY });
    expect((await fetchPage(`/events/${event.id}/rsvp`)).status).toBe(404);
    const { occ } = await hosted();
    const id = await createRegistration(deps.db, occ);
    expect((await fetchPage(`/rsvp/${id}.${"0".repeat(64)}`)).status).toBe(404);
    const token = await registrationToken(deps, id);
    expect((await fetchPage(`/rsvp/${token}`)).status).toBe(200);
    const file = await fetchPage(`/rsvp/${token}/data.json`);
    expect(await file.json()).toMatchObject({ registration: { id, state: "unconfirmed" } });
  });
});

describe("everyone else", () => {
  it("A18: pages, JSON and calendar files of an event have no guest [S-181]", async () => {
    const { id, occ } = await hosted({ capacity: 5 });
    await createRegistration(deps.db, occ, { name: "Zarrintaj Unseen", state: "going" });
    const paths = [
      `/events/${id}`,
      `/events/${id}?_data=routes%2Fpublic%2Fevent%2Froute`,
      `/events/${id}/rsvp`,
      `/events/${id}/places.json`,
      `/events/${id}/ics`,
      `/api/v1/events/${id}`,
      "/events",
      "/events.json",
    ];
    for (const path of paths) {
      const answer = await fetchPage(path);
      expect([path, answer.status]).toEqual([path, 200]);
      const text = await answer.text();
      expect([path, /Zarrintaj|ATTENDEE|guest-\d+@/.test(text)]).toEqual([path, false]);
    }
    const places = await fetchPage(`/events/${id}/places.json`);
    expect(await places.json()).toEqual({ text: "4 places left" });
    expect(places.headers.get("Cache-Control")).toContain("no-store");
    expect(await (await fetchPage(`/events/${id}`)).text()).toContain(`/events/${id}/rsvp`);
  });
});

describe("a host", () => {
  it("adds a guest, opens their panel and lets several in at once, without JavaScript", async () => {
    const host: Browser = await signInAs(deps, "user");
    const { id, occ } = await hosted({ capacity: 4 }, host.id);
    const page = `/my-events/${id}?tab=going`;
    const showing = occ.split("/")[1] ?? "";
    const adding = { intent: "add", name: "Farhad", showing, seats: "2", email: "" };
    const wrong = await host.post(page, { ...adding, email: "nothing" });
    expect([wrong.status, (await wrong.text()).includes('value="Farhad"')]).toEqual([400, true]);
    // Pressed twice: the form was sent once.
    const { once = "" } = Object.fromEntries(
      await formIn(await (await host.get(page)).text(), "#add form"),
    );
    for (const _ of ["first", "second"]) {
      const added = await host.post(page, { ...adding, once: String(once) });
      expect([added.status, added.headers.get("Location")]).toEqual([
        303,
        expect.stringContaining("tab=going"),
      ]);
    }
    expect(await deps.db.$count(registrations)).toBe(1);
    await createRegistration(deps.db, occ, {
      ...{ name: "Mina", state: "going", confirmedAt: Date.now() + DAY },
    });
    const inLine = await host.post(page, { ...adding, name: "Late", once: String(once) });
    expect(inLine.headers.get("Location")).toContain("tab=line");
    const rows = await deps.db.select().from(registrations);
    const farhad = rows.find(({ name }) => name === "Farhad")?.id ?? "";
    const panel = await (await host.get(`${page}&guest=${farhad}`)).text();
    for (const said of ["Added by hand", "by a host", "do not reach them", "Later guest"])
      expect(panel).toContain(said);
    for (const unsaid of ["Filled in the form", "Earlier guest"])
      expect(panel).not.toContain(unsaid);
    const none = await host.post(page, { intent: "chosen-check-in" });
    expect(none.status).toBeLessThan(400);
    const several = await host.post(page, { intent: "chosen-check-in", chosen: farhad });
    expect(several.status).toBeLessThan(400);
    expect(await (await host.get(page)).text()).toContain("2 came");
    const writing = await host.post(page, { intent: "chosen-message", chosen: farhad });
    expect(writing.headers.get("Location")).toContain(`/my-events/${id}/messages?to=${farhad}`);
    const mina = rows.find(({ name }) => name === "Mina")?.id ?? "";
    expect(await (await host.get(`${page}&guest=${mina}`)).text()).toContain("Kept by us");
    const chosen = await host.get(`/my-events/${id}/messages?to=${farhad},${mina}`);
    const message = await chosen.text();
    expect(message).toContain("To the chosen guests: 1");
    expect(message).toContain("1 of the chosen gets none");
    expect(message).toMatch(/>Each person gets an email/);
    const figures = (days: string) => host.get(`/my-events/${id}${days}`).then((it) => it.text());
    expect(await figures("")).toMatch(/aria-current="true"[^>]*>(<[^>]*>)*14 days/);
    expect(await figures("?days=all")).toMatch(/aria-current="true"[^>]*>(<[^>]*>)*All/);
  });

  it("switches RSVPs on with questions, and strangers cannot", async () => {
    const host: Browser = await signInAs(deps, "user");
    const stranger: Browser = await signInAs(deps, "admin");
    const { id } = await hosted({ isOn: false }, host.id);
    await deps.db.delete(eventHosting).where(eq(eventHosting.eventId, id));
    expect((await stranger.get(`/my-events/${id}/rsvp`)).status).toBe(404);
    const html = await (await host.get(`/my-events/${id}/rsvp`)).text();
    const opensOnce = "RSVP opens once the event is approved.";
    expect(html).not.toContain(opensOnce);
    const form = await formIn(html, "main form");
    form.set("isOn", "1");
    form.set("capacity", "۱۲");
    form.set("maxPlusOnes", "2");
    form.set("question.0.labelEn", "Chair or cushion?");
    form.set("question.0.kind", "choice");
    form.set("question.0.choices", "Chair | صندلی\nCushion | پشتی");
    form.set("intent", "save");
    const saved = await host.post(
      `/my-events/${id}/rsvp`,
      Object.fromEntries([...form].map(([name, value]) => [name, String(value)])),
    );
    expect(saved.status).toBeLessThan(400);
    expect(
      await deps.db.select().from(eventHosting).where(eq(eventHosting.eventId, id)).get(),
    ).toMatchObject({ isOn: true, capacity: 12, maxPlusOnes: 2 });
    expect(
      await deps.db.select().from(hostingQuestions).where(eq(hostingQuestions.eventId, id)).get(),
    ).toMatchObject({
      kind: "choice",
      choices: [
        { en: "Chair", fa: "صندلی" },
        { en: "Cushion", fa: "پشتی" },
      ],
    });
    expect(await (await fetchPage(`/events/${id}/rsvp`)).text()).toContain("Chair or cushion?");
    await deps.db.update(events).set({ status: "pending" }).where(eq(events.id, id));
    expect((await fetchPage(`/events/${id}/rsvp`)).status).toBe(404);
    expect(await (await host.get(`/my-events/${id}/rsvp`)).text()).toContain(opensOnce);
  });
});
