import { eq } from "drizzle-orm";
import { beforeAll, expect, it, vi } from "vitest";
import { cities, sourceChecks, sources } from "../../db/schema";
import { createCity } from "../factories/city";
import { emptyDatabase } from "../helpers/empty-database";
import { addTehran } from "../helpers/ingestion";
import { answerForOthers } from "../helpers/other-sites";
import { formIn } from "../helpers/page-form";
import { textOf } from "../helpers/page-text";
import { type Browser, signInAs } from "../helpers/signed-in";
import { createTestDeps, type TestDeps } from "../helpers/test-deps";

let deps: TestDeps;
let admin: Browser;

beforeAll(async () => {
  await emptyDatabase();
  deps = createTestDeps(Date.now());
  await addTehran(deps);
  admin = await signInAs(deps, "admin");
});

const FIELDS = {
  name: "Vahdat Hall",
  url: "https://hall.test.org/events.ics",
  kind: "ical",
  city: "tehran",
  otherCities: "",
  everyMinutes: "360",
  trust: "reviewed",
  venue: "",
  organizer: "",
  category: "",
  language: "",
};

it("adds a source without JavaScript, shows it in both languages, pauses and deletes it", async () => {
  expect(textOf(await (await admin.get("/admin/sources?lang=en")).text())).toContain(
    "No source yet",
  );
  const refused = await admin.post("/admin/sources/new?lang=en", {
    ...FIELDS,
    url: "http://10.0.0.1/",
    intent: "save",
  });
  expect(refused.status).toBe(400);
  expect(await refused.text()).toContain('value="http://10.0.0.1/"');
  const added = await admin.post("/admin/sources/new", { ...FIELDS, intent: "save" });
  expect(added.status).toBe(303);
  const path = new URL(added.headers.get("Location") ?? "", "https://rooydad.test").pathname;
  expect(textOf(await (await admin.get("/admin/sources?lang=fa")).text())).toContain("Vahdat Hall");
  const page = await (await admin.get(`${path}?lang=fa`)).text();
  expect(textOf(page)).toContain("هنوز بررسی نشده است");
  const form = await formIn(page, "aside form");
  expect(Object.fromEntries(form)).toMatchObject({
    name: "Vahdat Hall",
    version: "1",
    trust: "reviewed",
  });
  await admin.post(path, { intent: "pause" });
  expect(await deps.db.select({ status: sources.status }).from(sources)).toEqual([
    { status: "paused" },
  ]);
  await admin.post(path, { ...FIELDS, name: "Vahdat", version: "2", intent: "save" });
  expect(
    (await deps.db.select({ name: sources.name, status: sources.status }).from(sources))[0],
  ).toEqual({
    name: "Vahdat",
    status: "paused",
  });
  await admin.post(path, { intent: "delete" });
  expect(await deps.db.select().from(sources).where(eq(sources.name, "Vahdat"))).toEqual([]);
});

it("shows what its last check found as a sum, and what was left out with the reason and the text", async () => {
  const added = await admin.post("/admin/sources/new", {
    ...FIELDS,
    url: "https://other.test.org/events.ics",
    intent: "save",
  });
  const { pathname } = new URL(added.headers.get("Location") ?? "", "https://rooydad.test");
  await deps.db.insert(sourceChecks).values({
    id: deps.ids.next(),
    sourceId: pathname.split("/").at(-1) ?? "",
    cause: "manual",
    status: "ok",
    items: 5,
    over: 600,
    leftOut: 2,
    left: [{ title: "The Seagull", code: "unreadable-date", snippet: "DTSTART:someday" }],
    startedAt: deps.clock.now(),
    endedAt: deps.clock.now(),
  });
  const english = textOf(await (await admin.get(`${pathname}?lang=en`)).text());
  for (const text of [
    "607 entries: 600 over, 5 read, 2 left out.",
    "The Seagull",
    "The date couldn’t be read.",
    "DTSTART:someday",
    "and 1 more",
  ])
    expect(english).toContain(text);
  expect(textOf(await (await admin.get(`${pathname}?lang=fa`)).text())).toContain(
    "۶۰۷ مورد: ۶۰۰ گذشته، ۵ خوانده‌شده، ۲ کنار گذاشته‌شده.",
  );
});

it("finds a source out by its address, and saves what was changed of the guess", async () => {
  await createCity(deps.db, { slug: "karaj", nameEn: "Karaj", nameFa: "کرج" });
  const address = "https://stage.test.org/programme";
  const event = {
    "@context": "https://schema.org",
    "@type": "Event",
    name: "A Night of Kamancheh",
    startDate: "2031-12-12T19:30:00+03:30",
    location: { "@type": "Place", name: "Hall", address: "1 Main Street, Karaj" },
  };
  answerForOthers({
    [address]: () =>
      new Response(
        `<title>Programme | House of Music</title><script type="application/ld+json">${JSON.stringify(event)}</script>`,
        { headers: { "Content-Type": "text/html" } },
      ),
    "https://stage.test.org/robots.txt": () => new Response("", { status: 404 }),
  });
  try {
    const found = await admin.post("/admin/sources/new?lang=en", {
      url: address,
      city: "",
      intent: "look",
    });
    const html = await found.text();
    expect([found.status, textOf(html)]).toEqual([
      200,
      expect.stringContaining("A Night of Kamancheh"),
    ]);
    const guessed = Object.fromEntries(await formIn(html, "main details form"));
    expect(guessed).toMatchObject({ url: address, name: "House of Music", city: "karaj" });
    expect(guessed.kind).toBe("json-ld");
    const changed = {
      ...(guessed as Record<string, string>),
      kind: "rss",
      name: "House of Music, Tehran",
      city: "tehran",
      everyMinutes: "1440",
    };
    // A dry run of what was changed keeps it, and saves nothing.
    const dry = await (
      await admin.post("/admin/sources/new?lang=en", { ...changed, intent: "dry-run" })
    ).text();
    expect(Object.fromEntries(await formIn(dry, "main details form"))).toMatchObject({
      kind: "rss",
      name: "House of Music, Tehran",
      city: "tehran",
    });
    expect(await deps.db.$count(sources, eq(sources.url, address))).toBe(0);
    const saved = await admin.post("/admin/sources/new", { ...changed, intent: "save" });
    expect(saved.status).toBe(303);
    const tehran = await deps.db.select().from(cities).where(eq(cities.slug, "tehran")).get();
    expect(
      await deps.db.select().from(sources).where(eq(sources.url, address)).get(),
    ).toMatchObject({
      kind: "rss",
      name: "House of Music, Tehran",
      cityId: tehran?.id,
      everyMinutes: 1_440,
    });
  } finally {
    vi.restoreAllMocks();
  }
});
