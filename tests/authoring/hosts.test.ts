import { env } from "cloudflare:test";
import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { DAY } from "../../app/lib/dates/durations";
import type { Actor } from "../../app/lib/permissions";
import { createDraft } from "../../app/modules/authoring/draft-commands.server";
import type { EventInput } from "../../app/modules/authoring/schema";
import { submitEvent } from "../../app/modules/authoring/submit-event.server";
import { mergeCity } from "../../app/modules/cities/merge-city.server";
import { findHost } from "../../app/modules/hosts/find-host.server";
import { countHostEvents, listHostEvents } from "../../app/modules/hosts/host-events.server";
import { suggestHosts } from "../../app/modules/hosts/suggest-hosts.server";
import { mergeHosts, moveHostEvents, updateHost } from "../../app/modules/hosts/write-host.server";
import { approveEvent } from "../../app/modules/review/moderation/moderate-event.server";
import { forgetSiteState } from "../../app/modules/store/content-version.server";
import { readFeed } from "../../app/modules/syndication/feeds/read-feed.server";
import { hostPage } from "../../app/routes/public/host/host.server";
import { auditEntries, eventFacets, events, hostNames, organizers, venues } from "../../db/schema";
import { jobSteps } from "../../worker/jobs/job-steps";
import { createCity } from "../factories/city";
import { createEvent } from "../factories/event";
import { addActor, emptyEvents, written } from "../helpers/organizers";
import { pageText } from "../helpers/page-text";
import { queryPlansOf, recordDatabase } from "../helpers/recording-database";
import { requestContext } from "../helpers/request-context";
import { createTestDeps, type TestDeps, TUESDAY } from "../helpers/test-deps";

let deps: TestDeps;
let author: Actor;
let moderator: Actor;
let cityId: string;

const HALL = { en: "Roudaki Hall", fa: "تالار رودکی" };
const COMPANY = { en: "Kuche Theater", fa: "تئاتر کوچه" };

beforeEach(async () => {
  deps = createTestDeps();
  await emptyEvents(deps);
  cityId = (await createCity(deps.db, { slug: "tehran", nameEn: "Tehran", nameFa: "تهران" })).id;
  author = await addActor(deps, "user", 40);
  moderator = await addActor(deps, "moderator");
});

const eventOf = async (id: string) => {
  const event = await deps.db.select().from(events).where(eq(events.id, id)).get();
  if (!event) throw new Error("There is no such event.");
  return event;
};

async function submitted(changes: Partial<EventInput> = {}): Promise<string> {
  const id = await createDraft(deps, author, written({ organizer: COMPANY, ...changes }));
  await submitEvent(deps, author, id);
  return id;
}

async function published(changes: Partial<EventInput> = {}): Promise<string> {
  const id = await submitted(changes);
  const { version, status } = await eventOf(id);
  if (status === "pending") await approveEvent(deps, moderator, id, version);
  return id;
}

const venueAt = async (slug: string) => {
  const host = await findHost(deps, { citySlug: "tehran", slug });
  if (host?.kind !== "venue") throw new Error(`There is no venue ${slug}.`);
  return host.row;
};
const organizerAt = async (slug: string) => {
  const host = await findHost(deps, { citySlug: null, slug });
  if (host?.kind !== "organizer") throw new Error(`There is no organizer ${slug}.`);
  return host.row;
};
const facetsOf = async (id: string) =>
  (
    await deps.db
      .select({ facet: eventFacets.facet })
      .from(eventFacets)
      .where(eq(eventFacets.eventId, id))
  ).map(({ facet }) => facet);

describe("venues and organizers of events", () => {
  it("begin with the first approved event that names them, and not before", async () => {
    const id = await submitted();
    expect(await deps.db.select().from(venues)).toEqual([]);
    expect(await deps.db.select().from(organizers)).toEqual([]);
    await approveEvent(deps, moderator, id, (await eventOf(id)).version);
    const [hall, company] = [await venueAt("roudaki-hall"), await organizerAt("kuche-theater")];
    expect(hall).toMatchObject({ cityId, nameEn: HALL.en, nameFa: HALL.fa, status: "listed" });
    expect(await eventOf(id)).toMatchObject({ venueId: hall.id, organizerId: company.id });
    expect(await facetsOf(id)).toEqual(
      expect.arrayContaining([`venue:${hall.id}`, `organizer:${company.id}`]),
    );
  });

  it("have a card on the event's page, with no other event to come too", async () => {
    const cards =
      /<aside[\s\S]*?<\/aside>/.exec(await pageText(`/events/${await published()}`))?.[0] ?? "";
    expect(cards).toContain('href="/organizers/kuche-theater"');
    expect(cards).toContain('href="/venues/tehran/roudaki-hall"');
    expect(cards.match(/<form method="post"/g)).toHaveLength(2);
  });

  it.each([
    ["another spelling", { venue: { en: "ROUDAKI  hall", fa: null } }],
    ["Arabic letters and a half-space", { venue: { en: "Talar-e Rudaki", fa: "تالار رودكي" } }],
    ["one of its rooms", { venue: { en: "Roudaki Hall, Studio 2", fa: null } }],
  ])("are found by %s", async (_, changes) => {
    await published();
    const id = await published(changes);
    expect((await eventOf(id)).venueId).toBe((await venueAt("roudaki-hall")).id);
    expect(await deps.db.select({ id: venues.id }).from(venues)).toHaveLength(1);
  });

  it("are none where the venue is unknown or the event is online", async () => {
    for (const changes of [
      { venue: { en: "TBA", fa: null } },
      { attendance: "online" as const, onlineUrl: "https://meet.example/" },
    ])
      expect((await eventOf(await published(changes))).venueId).toBeNull();
    expect(await deps.db.select().from(venues)).toEqual([]);
  });

  it("get other addresses where two names make the same one", async () => {
    await published({ venue: { en: "Café Naderi", fa: null } });
    await published({ venue: { en: "Cafe—Naderi 2", fa: null } });
    await published({
      venue: { en: "Cafe Naderi (2)", fa: "کافه نادری دو" },
      startsAt: new Date(TUESDAY + 9 * DAY).toISOString(),
    });
    const slugs = (await deps.db.select({ slug: venues.slug }).from(venues)).map(
      ({ slug }) => slug,
    );
    expect(new Set(slugs).size).toBe(slugs.length);
  });

  it("are given to events of before by the job that indexes a city", async () => {
    const { id } = await createEvent(deps.db, {
      cityId,
      startsAt: TUESDAY + DAY,
      venueEn: HALL.en,
      organizerEn: COMPANY.en,
    });
    const past = await createEvent(deps.db, {
      cityId,
      startsAt: TUESDAY - DAY,
      isOver: true,
      venueEn: "Roudaki hall",
      organizerEn: null,
    });
    const hidden = await createEvent(deps.db, {
      cityId,
      startsAt: TUESDAY + DAY,
      status: "pending",
      venueEn: "Secret House",
    });
    expect(await jobSteps["city.index"](deps, { cityId, after: null })).toBeNull();
    const hall = await venueAt("roudaki-hall");
    expect([(await eventOf(id)).venueId, (await eventOf(past.id)).venueId]).toEqual([
      hall.id,
      hall.id,
    ]);
    expect((await eventOf(hidden.id)).venueId).toBeNull();
    expect(await countHostEvents(deps, `venue:${hall.id}`)).toMatchObject({ upcoming: 1, past: 1 });
    expect(await jobSteps["city.index"](deps, { cityId, after: null })).toBeNull();
    expect(await deps.db.select().from(venues)).toHaveLength(1);
  });
});

describe("the page of a venue or an organizer", () => {
  const page = (
    address: { citySlug: string | null; slug: string },
    query = "",
    locale: "en" | "fa" = "en",
  ) => hostPage(requestContext(deps, { locale }), address, new URLSearchParams(query));

  it("shows what is on, past events, feeds and its place to search engines", async () => {
    const id = await published();
    const hall = await venueAt("roudaki-hall");
    const past = await createEvent(deps.db, {
      cityId,
      startsAt: TUESDAY - DAY,
      isOver: true,
      venueId: hall.id,
      titleEn: "Long gone",
    });
    const shown = await page({ citySlug: "tehran", slug: "roudaki-hall" });
    expect(shown).toMatchObject({
      name: HALL.en,
      place: "Tehran",
      isPast: false,
      scope: `city:${cityId}`,
    });
    expect(shown.events.map((event) => event.id)).toEqual([id]);
    expect(shown.past?.events.map((event) => event.id)).toEqual([past.id]);
    expect(shown.tabs.map(({ count }) => count)).toEqual(["1", "1"]);
    expect(shown.feed.atom).toBe(
      "http://rooydad.test/venues/tehran/roudaki-hall/events.atom?lang=en",
    );
    expect(shown.head.jsonLd).toMatchObject({
      "@type": "Place",
      name: HALL.en,
      address: { addressLocality: "Tehran", addressCountry: "IR" },
    });
    const gone = await page({ citySlug: "tehran", slug: "roudaki-hall" }, "show=past", "fa");
    expect(gone).toMatchObject({ name: HALL.fa, isPast: true, past: null });
    expect(gone.events.map((event) => event.id)).toEqual([past.id]);
    const company = await page({ citySlug: null, slug: "kuche-theater" });
    expect(company.head.jsonLd).toMatchObject({ "@type": "Organization", name: COMPANY.en });
    expect(company.events.map((event) => event.id)).toEqual([id]);
    const feed = await readFeed(
      { deps, locale: "fa", origin: "http://rooydad.test" },
      { kind: "host", citySlug: "tehran", slug: "roudaki-hall" },
      new URLSearchParams(),
      "atom",
    );
    expect(feed.events.map((event) => event.id)).toEqual([id]);
    expect(feed.title).toContain(HALL.fa);
  });

  it("is not found once its only event has left the public lists, nor when staff hide it", async () => {
    const id = await published();
    await deps.db.update(events).set({ isActive: false }).where(eq(events.id, id));
    await expect(page({ citySlug: "tehran", slug: "roudaki-hall" })).rejects.toMatchObject({
      code: "not-found",
    });
    await deps.db.update(events).set({ isActive: true }).where(eq(events.id, id));
    await deps.db.update(venues).set({ status: "hidden" });
    await expect(page({ citySlug: "tehran", slug: "roudaki-hall" })).rejects.toMatchObject({
      code: "not-found",
    });
    await expect(page({ citySlug: null, slug: "nobody" })).rejects.toMatchObject({
      code: "not-found",
    });
  });

  it("lists by one walk of the facets' index, page by page", async () => {
    const first = await published();
    const hall = await venueAt("roudaki-hall");
    const second = await createEvent(deps.db, {
      cityId,
      startsAt: TUESDAY + 20 * DAY,
      venueId: hall.id,
    });
    const recording = recordDatabase(env.DB);
    const facet = `venue:${hall.id}`;
    const upcoming = await listHostEvents({ ...deps, db: recording.db }, facet, { limit: 1 });
    await countHostEvents({ ...deps, db: recording.db }, facet);
    const plans = await queryPlansOf(env.DB, recording);
    expect(plans.filter((detail) => /SCAN (e|f|events|event_facets)\b/.test(detail))).toEqual([]);
    expect(
      plans.some((detail) => detail.includes("event_facets_next (facet=? AND is_over=?")),
    ).toBe(true);
    expect(upcoming.events.map(({ id }) => id)).toEqual([first]);
    const next = await listHostEvents(deps, facet, { limit: 1, cursor: upcoming.nextCursor });
    expect([next.events.map(({ id }) => id), next.nextCursor]).toEqual([[second.id], null]);
  });
});

describe("suggested hosts", () => {
  const COMPANIES = { en: "Nava Ensemble", fa: "گروه نوا" };

  it("are the others of the city with something to come, those with most first, by one walk of the index", async () => {
    await published();
    for (const titleEn of ["First night", "Second night"])
      await published({
        title: { en: titleEn, fa: null },
        organizer: COMPANIES,
        venue: { en: "Niavaran Hall", fa: "تالار نیاوران" },
      });
    await published({
      title: { en: "Third night", fa: null },
      organizer: { en: "Mehr Choir", fa: null },
    });
    const [own] = await deps.db.select().from(organizers).where(eq(organizers.nameEn, COMPANY.en));
    if (!own) throw new Error("There is no such organizer.");
    const page = (locale: "en" | "fa") =>
      hostPage(
        requestContext(deps, { locale }),
        { citySlug: null, slug: own.slug },
        new URLSearchParams(),
      );
    const english = (await page("en")).others;
    expect(english?.title).toBe("Other organizers in Tehran");
    expect(english?.hosts.map(({ name, text }) => [name, text])).toEqual([
      [COMPANIES.en, "2 upcoming events"],
      ["Mehr Choir", "1 upcoming event"],
    ]);
    const persian = (await page("fa")).others;
    expect([
      persian?.title,
      persian?.hosts[0]?.name,
      persian?.hosts[0]?.text,
      persian?.hosts[1]?.lang,
    ]).toEqual(["برگزارکنندگان دیگر در تهران", COMPANIES.fa, "۲ رویداد پیش رو", "en"]);
    const recording = recordDatabase(env.DB);
    await suggestHosts(
      { ...deps, db: recording.db },
      { kind: "venue", facet: `city:${cityId}`, without: [], limit: 3 },
      "en",
    );
    const plans = await queryPlansOf(env.DB, recording);
    expect(
      plans.filter((detail) => /SCAN (e|f|events|event_facets|venues)\b/.test(detail)),
    ).toEqual([]);
  });
});

describe("staff", () => {
  const input = {
    nameEn: "Roudaki Foundation Hall",
    nameFa: HALL.fa,
    aliases: ["Rudaki"],
    aboutEn: "A hall of 1967.",
    aboutFa: null,
    links: ["https://roudaki.example/"],
    addressEn: "Shahriar St.",
    addressFa: null,
    latitude: 35.7,
    longitude: 51.41,
    isHidden: false,
  };

  it("change a venue: the former name stays an alias, events of the new spellings find it", async () => {
    await published();
    const hall = await venueAt("roudaki-hall");
    await updateHost(deps, moderator, hall.id, input, hall.version);
    const changed = await venueAt("roudaki-hall");
    expect(changed).toMatchObject({
      nameEn: input.nameEn,
      aliases: ["Rudaki", HALL.en],
      version: 2,
      links: input.links,
    });
    for (const name of ["Rudaki", HALL.en, input.nameEn]) {
      const id = await published({
        venue: { en: name, fa: null },
        startsAt: new Date(TUESDAY + (11 + name.length) * DAY).toISOString(),
        endsAt: new Date(TUESDAY + (11.1 + name.length) * DAY).toISOString(),
      });
      expect((await eventOf(id)).venueId).toBe(hall.id);
    }
    await expect(updateHost(deps, moderator, hall.id, input, 1)).rejects.toMatchObject({
      code: "conflict",
    });
    await expect(updateHost(deps, author, hall.id, input, 2)).rejects.toMatchObject({
      code: "forbidden",
    });
    expect(
      await deps.db
        .select({ action: auditEntries.action })
        .from(auditEntries)
        .where(eq(auditEntries.action, "venue.updated")),
    ).toHaveLength(1);
  });

  it("cannot give a name that leads to another venue", async () => {
    await published();
    await published({ venue: { en: "Vahdat Hall", fa: null } });
    const hall = await venueAt("roudaki-hall");
    await expect(
      updateHost(deps, moderator, hall.id, { ...input, aliases: ["vahdat hall"] }, hall.version),
    ).rejects.toMatchObject({
      code: "conflict",
      issues: [{ path: "aliases" }],
    });
    expect(await venueAt("roudaki-hall")).toMatchObject({ version: 1, nameEn: HALL.en });
  });

  it("merge two venues: names, address and events lead to the one that stays", async () => {
    const id = await published();
    const other = await published({ venue: { en: "Talar Rudaki", fa: null } });
    const [kept, dropped] = [await venueAt("roudaki-hall"), await venueAt("talar-rudaki")];
    await mergeHosts(deps, moderator, dropped.id, kept.id);
    expect((await venueAt("talar-rudaki")).id).toBe(kept.id);
    expect(
      await moveHostEvents(deps, { kind: "venue", from: dropped.id, into: kept.id }),
    ).toBeNull();
    expect([(await eventOf(id)).venueId, (await eventOf(other)).venueId]).toEqual([
      kept.id,
      kept.id,
    ]);
    expect((await deps.db.select({ id: venues.id }).from(venues)).map((row) => row.id)).toEqual([
      kept.id,
    ]);
    expect(await countHostEvents(deps, `venue:${kept.id}`)).toMatchObject({ upcoming: 2, past: 0 });
    await expect(
      hostPage(
        requestContext(deps),
        { citySlug: "tehran", slug: "talar-rudaki" },
        new URLSearchParams(),
      ),
    ).rejects.toMatchObject({ status: 301 });
    await expect(mergeHosts(deps, moderator, kept.id, kept.id)).rejects.toMatchObject({
      code: "invalid",
    });
  });

  it("merge a city: its venues keep their names and get addresses of their own", async () => {
    const target = await createCity(deps.db, { slug: "karaj", nameEn: "Karaj" });
    forgetSiteState(deps);
    await published();
    await published({
      city: "karaj",
      startsAt: new Date(TUESDAY + 30 * DAY).toISOString(),
      endsAt: new Date(TUESDAY + 30.1 * DAY).toISOString(),
    });
    await mergeCity(deps, moderator, { slug: "tehran", into: "karaj", after: null });
    const slugs = await deps.db.select({ slug: venues.slug, cityId: venues.cityId }).from(venues);
    expect(slugs).toHaveLength(2);
    expect(slugs.every((row) => row.cityId === target.id)).toBe(true);
    expect(new Set(slugs.map(({ slug }) => slug)).size).toBe(2);
    const names = await deps.db
      .select()
      .from(hostNames)
      .where(eq(hostNames.scope, `slug:venue:${target.id}`));
    expect(names).toHaveLength(2);
    expect(
      await deps.db
        .select()
        .from(hostNames)
        .where(eq(hostNames.scope, `slug:venue:${cityId}`)),
    ).toEqual([]);
  });
});
