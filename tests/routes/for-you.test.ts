import { env, SELF } from "cloudflare:test";
import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { DAY } from "../../app/lib/dates/durations";
import type { Actor } from "../../app/lib/permissions";
import { homeCityOf } from "../../app/modules/cities/home-city.server";
import { listCities } from "../../app/modules/cities/queries.server";
import { seeLess } from "../../app/modules/discovery/for-you.server";
import { follow } from "../../app/modules/hosts/follows/follow.server";
import { saveFavourite } from "../../app/modules/saved/collect-event.server";
import { homeLoader } from "../../app/routes/public/home/home.server";
import { cityNotifications, users } from "../../db/schema";
import { createCity } from "../factories/city";
import { createEvent } from "../factories/event";
import { emptyDatabase } from "../helpers/empty-database";
import { addActor } from "../helpers/organizers";
import { formIn } from "../helpers/page-form";
import { textOf } from "../helpers/page-text";
import { failureOf } from "../helpers/people";
import { queryPlansOf, recordDatabase } from "../helpers/recording-database";
import { requestContext } from "../helpers/request-context";
import { ORIGIN, signInAs } from "../helpers/signed-in";
import { createTestDeps, type TestDeps } from "../helpers/test-deps";

let deps: TestDeps;
let me: Actor;
let at: (days: number) => number;
let tehran: string;
let isfahan: string;

beforeEach(async () => {
  await emptyDatabase();
  deps = createTestDeps(Date.now());
  me = await addActor(deps, "user");
  at = (days) => deps.clock.now() + days * DAY;
  tehran = (
    await createCity(deps.db, {
      slug: "tehran",
      nameEn: "Tehran",
      nameFa: "تهران",
      upcomingCount: 5,
    })
  ).id;
  isfahan = (
    await createCity(deps.db, {
      slug: "isfahan",
      nameEn: "Isfahan",
      nameFa: "اصفهان",
      upcomingCount: 5,
    })
  ).id;
  // The page opens with the next events, which no other part of it repeats.
  for (const day of [1, 2, 3, 4, 5, 6, 7, 8])
    await createEvent(deps.db, {
      cityId: tehran,
      startsAt: at(day),
      titleEn: `Opening ${day}`,
      categories: ["Networking"],
    });
  deps.memo.clear();
});

const like = (changes: Partial<typeof users.$inferInsert>) =>
  deps.db.update(users).set(changes).where(eq(users.id, me.id));

/** Titles under "For you" with their reasons. */
async function forYou(locale: "en" | "fa" = "en", home: string | null = null, db = deps.db) {
  const homeCity = homeCityOf(await listCities(deps), home, null, locale);
  const { forYou: part } = await homeLoader(
    requestContext({ ...deps, db }, { locale, signedIn: me, homeCity }),
  );
  return part?.cards.map(({ card, topic, reason }) => [card.title, reason, topic]) ?? null;
}

describe("events for a person on the home page", () => {
  it("follow from interests, follows of cities and categories, and what was saved, each with its reason", async () => {
    await createEvent(deps.db, {
      cityId: tehran,
      startsAt: at(20),
      titleEn: "Setar in Tehran",
      categories: ["Concert"],
    });
    await createEvent(deps.db, {
      cityId: isfahan,
      startsAt: at(21),
      titleEn: "Bridges at night",
      categories: ["Outdoors"],
    });
    await createEvent(deps.db, {
      cityId: tehran,
      startsAt: at(22),
      titleEn: "A film",
      categories: ["Film"],
    });
    await createEvent(deps.db, {
      cityId: tehran,
      startsAt: at(23),
      titleEn: "A talk",
      categories: ["Talk"],
    });
    const saved = await createEvent(deps.db, {
      cityId: tehran,
      startsAt: at(24),
      titleEn: "Saved talk",
      categories: ["Talk"],
    });
    expect(await forYou()).toBeNull();
    await saveFavourite(deps, me, saved.id);
    await follow(deps, me, "category:tehran|Film");
    await like({ interests: ["music"], cities: ["isfahan"] });
    // Interests are those of the followed city: the concert is in another one.
    expect(await forYou()).toEqual([
      ["A film", "Because you follow Film, Tehran", "category:tehran|Film"],
      ["A talk", "Because you saved “Saved talk”", "saved:tehran|Talk"],
      ["Bridges at night", "Because you follow Isfahan", "city:isfahan"],
    ]);
    await like({ cities: [] });
    expect((await forYou())?.map(([title, reason]) => [title, reason])).toContainEqual([
      "Setar in Tehran",
      "Because you like Music",
    ]);
    expect((await forYou("fa"))?.map(([, reason]) => reason)).toContain(
      "چون به موسیقی علاقه دارید",
    );
  });

  it("are of the home city where there is one, and nothing that the page shows before", async () => {
    await createEvent(deps.db, {
      cityId: isfahan,
      startsAt: at(20),
      titleEn: "Elsewhere",
      categories: ["Concert"],
    });
    await createEvent(deps.db, {
      cityId: tehran,
      startsAt: at(20),
      titleEn: "At home",
      categories: ["Concert"],
    });
    await like({ interests: ["music"] });
    expect((await forYou("en", "tehran"))?.map(([title]) => title)).toEqual(["At home"]);
  });

  it("leave out topics that the person wants less of, until all is taken back", async () => {
    await createEvent(deps.db, {
      cityId: tehran,
      startsAt: at(20),
      titleEn: "A concert",
      categories: ["Concert"],
    });
    await like({ interests: ["music"] });
    expect(await forYou()).toHaveLength(1);
    await seeLess(deps, me, "interest:music");
    await seeLess(deps, me, "interest:music");
    expect(await forYou()).toEqual([]);
    expect(
      (await deps.db.select({ lessOf: users.lessOf }).from(users).where(eq(users.id, me.id)).get())
        ?.lessOf,
    ).toEqual(["interest:music"]);
    for (const topic of ["", "nonsense", "category:tehran|Nonsense", `city:${"a".repeat(300)}`])
      expect(await failureOf(seeLess(deps, me, topic))).toMatchObject({ code: "bad-request" });
  });

  it("are what a saved search has found lately, with its name as the reason", async () => {
    const { topic } = await follow(deps, me, "search:city=tehran&free=1");
    expect(await forYou()).toBe(null);
    const row = {
      cityId: tehran,
      values: {},
      notifiesFollowers: false,
      notifiesInterested: false,
      topics: [],
      emailRules: [],
    };
    for (const [titleEn, followTopics] of [
      ["A free walk", [topic]],
      ["A free talk", ["search:free=1"]],
    ] as const) {
      const { id: eventId } = await createEvent(deps.db, {
        cityId: tehran,
        startsAt: at(20),
        titleEn,
      });
      const news = {
        ...row,
        id: deps.ids.next(),
        eventId,
        createdAt: deps.clock.now(),
        followTopics: [...followTopics],
      };
      await deps.db.insert(cityNotifications).values(news);
    }
    expect(await forYou()).toEqual([
      ["A free walk", expect.stringMatching(/^It matches your saved search “.*Tehran.*”$/), topic],
    ]);
    await seeLess(deps, me, topic);
    expect(await forYou()).toEqual([]);
  });

  it("take two more round trips, and walk indexes", async () => {
    await createEvent(deps.db, {
      cityId: tehran,
      startsAt: at(20),
      titleEn: "A concert",
      categories: ["Concert"],
    });
    await like({ interests: ["music", "art"], cities: ["isfahan"] });
    for (const topic of ["category:tehran|Film", "search:city=tehran&free=1"])
      await follow(deps, me, topic);
    // Fills the caches of what is the same for all.
    await forYou("en", "tehran");
    const recording = recordDatabase(env.DB);
    await forYou("en", "tehran", recording.db);
    // With the session of the request it is one more.
    expect(recording.roundTrips).toBeLessThanOrEqual(5);
    const details = await queryPlansOf(env.DB, recording);
    expect(
      details.filter((detail) =>
        /^SCAN (events|event_facets|f|e|n|city_news|city_news_topics|follows|users|collections|c|s)\b/.test(
          detail,
        ),
      ),
    ).toEqual([]);
  });

  it("need one click to be less without JavaScript, and are in no page of visitors", async () => {
    await createEvent(deps.db, {
      cityId: tehran,
      startsAt: at(20),
      titleEn: "A concert",
      categories: ["Concert"],
    });
    const browser = await signInAs(deps, "user", { interests: ["music"] });
    const page = await (await browser.get("/?lang=en")).text();
    expect(textOf(page)).toContain("Because you like Music");
    const form = await formIn(page, 'form[action="/for-you"]');
    form.append("less", "interest:music");
    const answer = await browser.post("/for-you", form);
    expect([answer.status, answer.headers.get("Location")]).toEqual([303, "/#for-you"]);
    const after = textOf(await (await browser.get("/?lang=en")).text());
    expect(after).not.toContain("Because you like Music");
    expect(after).toContain("You see less of 1 thing");
    expect((await browser.post("/for-you", { again: "all" })).status).toBe(303);
    expect(textOf(await (await browser.get("/?lang=en")).text())).toContain(
      "Because you like Music",
    );
    const visitor = await (await SELF.fetch(`${ORIGIN}/?lang=en`)).text();
    expect(visitor).not.toContain("for-you");
    const stranger = await SELF.fetch(`${ORIGIN}/for-you`, {
      method: "POST",
      headers: { Origin: ORIGIN },
      redirect: "manual",
    });
    expect(stranger.headers.get("Location")).toContain("/login");
  });
});
