import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import type { Actor } from "../../app/lib/permissions";
import { guessSource } from "../../app/modules/intake/sources/guess-source.server";
import { getSource } from "../../app/modules/intake/sources/queries.server";
import { updateSource } from "../../app/modules/intake/sources/write-source.server";
import { cities, sources } from "../../db/schema";
import { createCity } from "../factories/city";
import { answerWith, EXTERNAL } from "../helpers/external-services";
import { addTehran, emptyIngestion } from "../helpers/ingestion";
import { addActor } from "../helpers/organizers";
import { issuesOf } from "../helpers/people";
import {
  addSource,
  allCandidates,
  calendar,
  calendarAnswer,
  checkDue,
  INPUT,
  isAllowed,
  newPath,
} from "../helpers/sources";
import { createTestDeps, type TestDeps } from "../helpers/test-deps";

let deps: TestDeps;
let admin: Actor;
let path: string;

beforeEach(async () => {
  deps = createTestDeps();
  await emptyIngestion(deps);
  admin = await addActor(deps, "admin");
  await addTehran(deps);
  await createCity(deps.db, { slug: "karaj", nameEn: "Karaj", nameFa: "کرج" });
  path = newPath();
  await answerWith("/robots.txt", { status: 404, body: "" });
});

const guess = (address = `${EXTERNAL.http}${path}`) =>
  guessSource(deps, admin, address, { isAllowed });
const html = (body: string) => ({ headers: { "Content-Type": "text/html" }, body });
const event = (name: string, start: string, city: string) =>
  JSON.stringify({
    "@context": "https://schema.org",
    "@type": "Event",
    name,
    startDate: start,
    location: { "@type": "Place", name: "Hall", address: `1 Main Street, ${city}` },
  });
const page = (head: string, ...events: string[]) =>
  html(
    `<html><head>${head}</head><body>${events.map((one) => `<script type="application/ld+json">${one}</script>`).join("")}</body></html>`,
  );

describe("a new source, by its address alone", () => {
  it("is a page with its name, the city that its events name, and what they are", async () => {
    await answerWith(
      path,
      page(
        "<title>Programme | Niavaran Cultural Centre</title>",
        event("A Night of Kamancheh", "2026-12-12T19:30:00+03:30", "Karaj"),
        event("The Seagull", "2026-12-13T19:30:00+03:30", "Karaj"),
      ),
    );
    const found = await guess();
    expect(found).toMatchObject({
      kind: "json-ld",
      name: "Niavaran Cultural Centre",
      city: "karaj",
      everyMinutes: 360,
      inCity: 2,
    });
    expect("part" in found && found.part.items.map(({ title }) => title)).toEqual([
      "A Night of Kamancheh",
      "The Seagull",
    ]);
    expect(await deps.db.select().from(sources)).toEqual([]);
  });

  it("is a calendar, by its content alone, without a city that any event names", async () => {
    await answerWith(path, {
      headers: { "Content-Type": "text/plain" },
      body: calendar({ uid: "1", title: "A Night", start: "20261212T193000" }).replace(
        "VERSION:2.0",
        "VERSION:2.0\r\nX-WR-CALNAME:House of Music",
      ),
    });
    expect(await guess()).toMatchObject({
      kind: "ical",
      name: "House of Music",
      city: "tehran",
      inCity: null,
    });
  });

  it("is the calendar that its page names, where the page itself has no events", async () => {
    const file = newPath(".ics");
    await answerWith(
      file,
      calendarAnswer(calendar({ uid: "1", title: "A Night", start: "20261212T193000" })),
    );
    await answerWith(
      path,
      page(
        `<title>House of Music</title><link rel="alternate" type="text/calendar" href="${file}">`,
      ),
    );
    expect(await guess()).toMatchObject({ kind: "ical", url: `${EXTERNAL.http}${file}` });
  });

  it("may be changed where the guess is wrong: what people chose is what is read", async () => {
    await answerWith(
      path,
      page(
        "<title>Programme | Niavaran Cultural Centre</title>",
        event("A Night of Kamancheh", "2026-12-12T19:30:00+03:30", "Iran"),
      ),
    );
    const found = await guess();
    expect(found).toMatchObject({ kind: "json-ld", city: "tehran", everyMinutes: 360 });
    const changes = {
      name: "Niavaran",
      kind: "json-ld" as const,
      cities: ["karaj"],
      everyMinutes: 60 as const,
    };
    const id = await addSource(deps, admin, path, changes);
    await checkDue(deps);
    expect(await getSource(deps, admin, id)).toMatchObject({ name: "Niavaran", everyMinutes: 60 });
    const [candidate] = await allCandidates(deps);
    expect(candidate?.values.title).toBe("A Night of Kamancheh");
    const readIn = async () =>
      (
        await deps.db
          .select({ slug: cities.slug })
          .from(sources)
          .innerJoin(cities, eq(cities.id, sources.cityId))
          .where(eq(sources.id, id))
          .get()
      )?.slug;
    expect(await readIn()).toBe("karaj");
    const { version } = await getSource(deps, admin, id);
    await updateSource(
      deps,
      admin,
      id,
      { ...INPUT, ...changes, cities: ["tehran"], url: `${EXTERNAL.http}${path}`, version },
      { isAllowed },
    );
    expect(await readIn()).toBe("tehran");
  });

  it.each([
    ["missing", 404],
    ["server", 500],
  ])("says in words that it is %s", async (reason, status) => {
    await answerWith(path, { status, body: "" });
    expect(await guess()).toEqual({ reason });
  });

  it.each([
    ["tomorrow", "errors:issue.webAddress"],
    ["http://10.0.0.1/", "errors:issue.publicAddress"],
  ])("refuses %s", async (address, message) => {
    expect(await issuesOf(guess(address))).toEqual({ url: message });
  });

  it("is for those who manage sources", async () => {
    await expect(
      guessSource(deps, await addActor(deps), "https://hall.example/"),
    ).rejects.toMatchObject({ code: "forbidden" });
  });
});
