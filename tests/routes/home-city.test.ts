import { env, SELF } from "cloudflare:test";
import { beforeAll, describe, expect, it } from "vitest";
import { homeCityKey, homeCityOf, NO_HOME_CITY } from "../../app/modules/cities/home-city.server";
import { listCities } from "../../app/modules/cities/queries.server";
import { createDatabase } from "../../db/client";
import { seedDatabase } from "../../db/seed/seed-database";
import { signInAs } from "../helpers/signed-in";
import { createTestDeps } from "../helpers/test-deps";

const ADDRESS = "203.0.113.181";
const fetchPage = (path: string, cookie = "", init: RequestInit = {}) =>
  SELF.fetch(`http://rooydad.test${path}`, {
    redirect: "manual",
    ...init,
    headers: {
      Origin: "http://rooydad.test",
      "CF-Connecting-IP": ADDRESS,
      ...(cookie && { Cookie: cookie }),
      ...init.headers,
    },
  });
const choose = (city: string, cookie = "") =>
  fetchPage("/preferences", cookie, {
    method: "POST",
    body: new URLSearchParams({ city, returnTo: "/events?free=1" }),
  });
const pageOf = async (path: string, cookie = "") => (await fetchPage(path, cookie)).text();
describe("the reader's city", () => {
  beforeAll(async () => {
    await seedDatabase(createDatabase(env.DB), Date.now());
  });

  it("is chosen on a page that finds cities by name, and kept in a cookie for a year", async () => {
    const page = await pageOf("/my-city?q=isf&returnTo=/events");
    expect(page).toMatch(/<button[^>]*name="city"[^>]*value="isfahan"/);
    expect(page).not.toMatch(/value="berlin"/);
    const answer = await choose("isfahan");
    expect(answer.status).toBe(303);
    expect(answer.headers.get("Location")).toBe("/events?free=1");
    expect(answer.headers.get("Set-Cookie")).toMatch(
      /^rooydad\.city=isfahan; Path=\/; Max-Age=31536000; SameSite=Lax/,
    );
  });

  it("replaces the city of the list on which it is chosen", async () => {
    const answer = await fetchPage("/preferences", "", {
      method: "POST",
      body: new URLSearchParams({
        city: "isfahan",
        returnTo: "/events?city=tehran&free=1&cursor=abc",
      }),
    });
    expect(answer.headers.get("Location")).toBe("/events?free=1");
  });

  it("leaves the words of a search on the home page to name another place", async () => {
    const page = await pageOf("/", "rooydad.city=isfahan");
    expect(page).toMatch(/<option value="" selected="">Isfahan<\/option>/);
    expect(page).toMatch(/<option value="all">/);
  });

  it("is in the header of every page", async () => {
    for (const path of ["/", "/events", "/cities", "/help"]) {
      const page = await pageOf(path, "rooydad.city=isfahan");
      expect(page, path).toContain("Isfahan: change city");
    }
    expect(await pageOf("/events", "rooydad.city=all")).toContain("All cities: change city");
    expect(await pageOf("/events")).toContain("Choose a city");
  });

  it("narrows the lists of all cities, whose form offers them all", async () => {
    const page = await pageOf("/events", "rooydad.city=isfahan");
    expect(page).toContain("What’s on in Isfahan");
    expect(page).toMatch(/<option value="all">Anywhere/);
    expect(await pageOf("/events?city=all", "rooydad.city=isfahan")).not.toContain(
      "What’s on in Isfahan",
    );
    // The tiles of categories count all cities.
    expect(await pageOf("/categories/concert", "rooydad.city=isfahan")).not.toMatch(
      /href="[^"]*city=isfahan/,
    );
  });

  it("gives way to a place in the words, the address or the path", async () => {
    expect(await pageOf("/events?q=music+in+shiraz", "rooydad.city=isfahan")).not.toMatch(
      /href="[^"]*city=all/,
    );
    expect(await pageOf("/events?city=shiraz", "rooydad.city=isfahan")).toContain(
      "What’s on in Shiraz",
    );
    expect(await pageOf("/cities/shiraz", "rooydad.city=isfahan")).not.toMatch(
      /href="[^"]*city=isfahan/,
    );
  });

  it("keeps pages in the cache, by city", async () => {
    await pageOf("/events?when=month", "rooydad.city=isfahan");
    const again = await fetchPage("/events?when=month", "rooydad.city=isfahan");
    expect(again.headers.get("X-Page-Cache")).toBe("hit");
    expect(
      (await fetchPage("/events?when=month", "rooydad.city=shiraz")).headers.get("X-Page-Cache"),
    ).toBe("miss");
    // A made-up city is no key of its own.
    await fetchPage("/events?when=month");
    expect(
      (await fetchPage("/events?when=month", "rooydad.city=atlantis")).headers.get("X-Page-Cache"),
    ).toBe("hit");
  });

  it("is kept in the account, which other devices get", async () => {
    const me = await signInAs(createTestDeps());
    expect((await me.post("/preferences", { city: "shiraz", returnTo: "/events" })).status).toBe(
      303,
    );
    const elsewhere = await me.get("/events");
    expect(elsewhere.headers.get("Set-Cookie")).toContain("rooydad.city=shiraz");
    expect(await elsewhere.text()).toContain("Shiraz: change city");
  });

  it("refuses a city that does not exist", async () => {
    const answer = await choose("atlantis");
    expect(answer.status).toBe(303);
    expect(answer.headers.get("Set-Cookie") ?? "").not.toContain("rooydad.city");
  });

  it("is suggested where the network places the reader near one of ours, on the home page alone", async () => {
    const cities = await listCities(createTestDeps());
    const near = homeCityOf(cities, null, { latitude: "35.6", longitude: "51.3" }, "en");
    expect(near).toEqual({ ...NO_HOME_CITY, suggested: "tehran" });
    expect(
      homeCityOf(cities, null, { latitude: "-60", longitude: "0" }, "en").suggested,
    ).toBeNull();
    expect(homeCityOf(cities, null, {}, "en").suggested).toBeNull();
    expect(
      homeCityOf(cities, "isfahan", { latitude: "35.6", longitude: "51.3" }, "fa"),
    ).toMatchObject({ name: "اصفهان", suggested: null });
    expect(["/", "/_root.data", "/events"].map((path) => homeCityKey(near, path))).toEqual([
      "?tehran",
      "?tehran",
      "-",
    ]);
  });
});
