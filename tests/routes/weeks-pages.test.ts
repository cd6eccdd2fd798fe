import { env, SELF } from "cloudflare:test";
import { eq } from "drizzle-orm";
import * as v from "valibot";
import { beforeAll, describe, expect, it } from "vitest";
import { localDay } from "../../app/lib/dates/dates.server";
import { addDays } from "../../app/lib/dates/days";
import { DAY } from "../../app/lib/dates/durations";
import { numberedWeekOf } from "../../app/modules/discovery/weeks/numbered-week";
import { CityWeekJson } from "../../app/modules/discovery/weeks/published-week.server";
import { weekToken } from "../../app/modules/mail/enqueue-mail.server";
import { createDatabase } from "../../db/client";
import { cities, weekSubscribers } from "../../db/schema";
import { createCity } from "../factories/city";
import { createEvent } from "../factories/event";
import { emptyDatabase } from "../helpers/empty-database";
import { formIn } from "../helpers/page-form";
import { textOf } from "../helpers/page-text";
import { mailsOf } from "../helpers/people";
import { type Browser, signInAs } from "../helpers/signed-in";
import { createTestDeps, type TestDeps } from "../helpers/test-deps";

const ORIGIN = "https://rooydad.test";
const ADDRESS = "203.0.113.187";
const fetchPage = (path: string, init: RequestInit = {}) =>
  SELF.fetch(`${ORIGIN}${path}`, {
    redirect: "manual",
    ...init,
    headers: { Origin: ORIGIN, "CF-Connecting-IP": ADDRESS, ...init.headers },
  });
const post = (path: string, fields: Record<string, string>) =>
  fetchPage(path, { method: "POST", body: new URLSearchParams(fields) });

let deps: TestDeps;
let editor: Browser;
let cityId: string;
/** The week after the present one, whose events are all to come. */
const week = numberedWeekOf(
  addDays(numberedWeekOf(localDay(Date.now(), "Asia/Tehran"), "IR").last, 1),
  "IR",
);
const admin = `/admin/weeks/tehran/${week.key}`;
const page = `/cities/tehran/week/${week.key}`;

beforeAll(async () => {
  await emptyDatabase();
  deps = createTestDeps(Date.now());
  cityId = (
    await createCity(createDatabase(env.DB), { slug: "tehran", nameEn: "Tehran", nameFa: "تهران" })
  ).id;
  await deps.db.update(cities).set({ upcomingCount: 4 });
  for (const [at, titleEn] of ["Setar night", "Antigone", "Tochal hike", "Saffron class"].entries())
    await createEvent(deps.db, {
      cityId,
      titleEn,
      venueEn: `Hall ${at}`,
      startsAt: Date.parse(`${week.first}T15:00:00Z`) + at * DAY,
      categories: ["Concert"],
    });
  editor = await signInAs(deps, "moderator");
});

const titles = (html: string) =>
  [...html.matchAll(/name="pick" value="([^"]+)"/g)].map(([, id]) => id ?? "");

describe("the editor's page of a week", () => {
  it("proposes events, and saves each change of the list without JavaScript", async () => {
    const first = await (await editor.get(admin)).text();
    expect(textOf(first)).toContain("A suggestion based on what people saved");
    const proposed = titles(first);
    expect(proposed).toHaveLength(4);
    const change = async (intent: string, texts: Record<string, string> = {}) => {
      const form = await formIn(await (await editor.get(admin)).text(), "main form");
      for (const [name, value] of Object.entries(texts)) form.set(name, value);
      form.delete("intent");
      form.append("intent", intent);
      expect((await editor.post(admin, form)).status).toBe(303);
      return (await editor.get(admin)).text();
    };
    const [one = "", two = "", three = "", four = ""] = proposed;
    expect(titles(await change(`down:${one}`))).toEqual([two, one, three, four]);
    expect(titles(await change(`up:${four}`))).toEqual([two, one, four, three]);
    expect(titles(await change(`remove:${two}`))).toEqual([one, four, three]);
    expect(titles(await change(`add:${two}`))).toEqual([one, four, three, two]);
    expect((await fetchPage(page)).status).toBe(404);
    await change("publish", {
      [`line-${one}-En`]: "Bring a coat.",
      [`line-${one}-Fa`]: "کت بیاورید.",
      introEn: "Small halls.",
    });
    const shown = await (await fetchPage(page)).text();
    expect(textOf(shown)).toContain("Small halls.");
    expect(textOf(shown)).toContain("Bring a coat.");
    expect(textOf(await (await fetchPage(`${page}?lang=fa`)).text())).toContain("کت بیاورید.");
    expect(textOf(await (await fetchPage("/cities/tehran/week")).text())).toContain(
      "Bring a coat.",
    );
  });

  it("refuses a second editor who saw an older version, and no picks at all", async () => {
    const form = await formIn(await (await editor.get(admin)).text(), "main form");
    form.append("intent", "save");
    form.set("version", "1");
    const answer = await editor.post(admin, form);
    expect(answer.status).toBe(409);
    form.delete("pick");
    expect((await editor.post(admin, form)).status).toBe(400);
  });

  it("asks before it discards the picks", async () => {
    expect(textOf(await (await editor.get(`${admin}?discard=1`)).text())).toContain(
      "Discard the picks and sentences of this week?",
    );
  });

  it("lists all cities with the state of their weeks", async () => {
    const list = textOf(await (await editor.get("/admin/weeks")).text());
    expect(list).toContain("Tehran");
    expect(list).toContain("Published");
    expect(textOf(await (await editor.get("/admin/weeks?q=nowhere")).text())).toContain(
      "No city matches “nowhere”",
    );
    // Each state has its cities, and only these.
    for (const [show, isListed] of [
      ["picked", true],
      ["open", false],
    ] as const) {
      const shown = textOf(await (await editor.get(`/admin/weeks?show=${show}`)).text());
      expect([show, shown.includes("No city is on this list.")]).toEqual([show, !isListed]);
    }
  });
});

describe("the page of a week", () => {
  it("links to what is on, the calendar and the feed, and has its days in both calendars", async () => {
    const shown = await (await fetchPage(page)).text();
    expect(shown).toContain("/cities/tehran/week.ics");
    expect(shown).toContain(`from=${week.first}`);
    expect(shown).toContain('"@type":"ItemList"');
    const feed = await (await fetchPage("/cities/tehran/week.atom")).text();
    expect(feed.match(/<entry>/g)).toHaveLength(4);
  });

  it("has a card of its own in both languages, and none before its picks are out", async () => {
    for (const [locale, title] of [
      ["en", "The week’s picks in Tehran"],
      ["fa", "تهران"],
    ] as const) {
      const html = await (await fetchPage(`${page}?lang=${locale}`)).text();
      const address = /<meta property="og:image" content="([^"]*)"/.exec(html)?.[1] ?? "";
      expect(new URL(address).pathname).toMatch(
        new RegExp(`^/cards/weeks/tehran-${week.key}/[0-9a-z]{14}-${locale}\\.png$`),
      );
      expect(/<meta property="og:image:alt" content="([^"]+)"/.exec(html)?.[1]).toContain(title);
      const card = await fetchPage(new URL(address).pathname);
      expect(card.headers.get("Content-Type")).toBe("image/png");
      const bytes = await card.arrayBuffer();
      expect([new DataView(bytes).getUint32(16), new DataView(bytes).getUint32(20)]).toEqual([
        1200, 630,
      ]);
      expect(bytes.byteLength).toBeLessThan(300_000);
    }
    for (const id of ["tehran-1405-01", `nowhere-${week.key}`, "tehran"])
      expect((await fetchPage(`/cards/weeks/${id}/0-en.png`)).status).toBe(404);
  });

  it("is embedded by its snippet, which stays at the latest picks", async () => {
    const html = await (await fetchPage(`${page}?lang=fa`)).text();
    const snippet =
      /<textarea[^>]*>([^<]*)<\/textarea>/.exec(html)?.[1]?.replaceAll("&quot;", '"') ?? "";
    const data = Object.fromEntries(
      [...snippet.matchAll(/data-([a-z]+)="([^"]*)"/g)].map(([, name, value]) => [name, value]),
    );
    expect(data).toEqual({ city: "tehran", week: "latest", limit: "10", lang: "fa" });
    const script = await (await env.ASSETS.fetch(`${ORIGIN}/embed.js`)).text();
    expect(script).toContain('"week"');
    const list = await (
      await fetchPage(`/embed/events?${new URLSearchParams(data as Record<string, string>)}`)
    ).text();
    expect(list).toContain(`/cities/tehran/week/${week.key}?lang=fa`);
    expect(list.match(/<li>/g)).toHaveLength(4);
    expect(await (await fetchPage(`/embed?city=tehran&week=latest&limit=10`)).text()).toContain(
      "data-week=&quot;latest&quot;",
    );
    // Without picks of that week: what is on in the city.
    expect(
      await (await fetchPage("/embed/events?city=tehran&week=1405-01&lang=en")).text(),
    ).toContain("/events?city=tehran");
  });

  it("is there for programs, by key and as the latest one", async () => {
    const ask = async (path: string) => {
      const response = await fetchPage(`/api/v1/cities/${path}`);
      return { status: response.status, body: await response.json<CityWeekJson>() };
    };
    const { status, body } = await ask(`tehran/week/${week.key}`);
    expect(status).toBe(200);
    expect(v.parse(CityWeekJson, body)).toMatchObject({
      city: { slug: "tehran", name: { en: "Tehran", fa: "تهران" } },
      key: week.key,
      firstDay: week.first,
      lastDay: week.last,
      isAutomatic: false,
      intro: { en: "Small halls.", fa: null },
    });
    expect(body.picks.map(({ position }) => position)).toEqual([1, 2, 3, 4]);
    expect(body.picks.map(({ line }) => line.fa)).toContain("کت بیاورید.");
    expect((await ask("tehran/week")).body).toEqual(body);
    expect((await ask(`${cityId}/week`)).body).toEqual(body);
    for (const path of [
      "tehran/week/1405-01",
      "tehran/week/nonsense",
      "tehran/week/2026-47",
      "nowhere/week",
    ])
      expect((await ask(path)).status).toBe(404);
  });

  it("is not found for a week without picks and an unknown city", async () => {
    expect((await fetchPage("/cities/tehran/week/1405-99")).status).toBe(404);
    expect((await fetchPage("/cities/nowhere/week")).status).toBe(404);
  });

  it("takes a visitor's address, which a link confirms and ends", async () => {
    const refused = await post(page, { intent: "subscribe", email: "nobody" });
    expect(refused.status).toBe(400);
    expect(textOf(await refused.text())).toContain("Enter an email address");
    expect((await post(page, { intent: "subscribe", email: "guest@example.com" })).status).toBe(
      303,
    );
    expect(await mailsOf(deps, "confirmWeek")).toHaveLength(1);
    const subscriber = await deps.db
      .select()
      .from(weekSubscribers)
      .where(eq(weekSubscribers.email, "guest@example.com"))
      .get();
    const { workerVault } = await import("../helpers/worker-vault");
    const link = `/weekly?token=${await weekToken({ vault: workerVault() }, subscriber?.id ?? "")}`;
    expect(textOf(await (await fetchPage(link)).text())).toContain(
      "Get the week’s picks of Tehran by email?",
    );
    const confirmedAt = async () =>
      (await deps.db.select().from(weekSubscribers).get())?.confirmedAt;
    expect(await confirmedAt()).toBeNull();
    expect((await post(link, { intent: "confirm" })).status).toBe(303);
    expect(await confirmedAt()).not.toBeNull();
    expect(textOf(await (await fetchPage(link)).text())).toContain(
      "You get the week’s picks of Tehran",
    );
    const oneClick = await SELF.fetch(`${ORIGIN}${link}`, {
      method: "POST",
      headers: { "Content-Type": "application/x-www-form-urlencoded", "CF-Connecting-IP": ADDRESS },
      body: "List-Unsubscribe=One-Click",
    });
    expect(oneClick.status).toBe(200);
    expect(await confirmedAt()).toBeUndefined();
    expect((await fetchPage(link)).status).toBe(404);
    expect((await fetchPage("/weekly?token=forged")).status).toBe(404);
  });

  it("subscribes an account at once, and ends that again", async () => {
    const reader = await signInAs(deps);
    expect((await reader.post(page, { intent: "subscribe" })).status).toBe(303);
    expect(textOf(await (await reader.get(page)).text())).toContain(
      "You get the picks of Tehran by email.",
    );
    expect((await reader.post(page, { intent: "stop" })).status).toBe(303);
    expect(textOf(await (await reader.get(page)).text())).toContain("Send me the picks");
    const unconfirmed = await signInAs(deps, "user", { emailVerifiedAt: null });
    expect(textOf(await (await unconfirmed.get(page)).text())).toContain(
      "Confirm your email address",
    );
    expect((await unconfirmed.post(page, { intent: "subscribe" })).status).toBe(403);
  });
});
