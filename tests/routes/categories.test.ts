import { env, SELF } from "cloudflare:test";
import { beforeAll, describe, expect, it } from "vitest";
import { CATEGORIES } from "../../app/lib/event/categories";
import { createDatabase } from "../../db/client";
import { createCity } from "../factories/city";
import { createEvent } from "../factories/event";
import { pageText } from "../helpers/page-text";

const DAY = 86_400_000;
const db = createDatabase(env.DB);
const get = (path: string) => SELF.fetch(`http://rooydad.test${path}`);
const page = pageText;
const canonical = (html: string) =>
  /<link rel="canonical" href="([^"]*)"/
    .exec(html)?.[1]
    ?.replace("http://rooydad.test", "")
    .replaceAll("&amp;", "&");

beforeAll(async () => {
  const tehran = await createCity(db, {
    slug: "tehran",
    nameEn: "Tehran",
    nameFa: "تهران",
    upcomingCount: 2,
  });
  const yazd = await createCity(db, {
    slug: "yazd",
    nameEn: "Yazd",
    nameFa: "یزد",
    upcomingCount: 1,
  });
  const soon = Date.now() + 2 * DAY;
  await createEvent(db, { cityId: tehran.id, startsAt: soon, titleEn: "Tehran strings" });
  await createEvent(db, {
    cityId: yazd.id,
    startsAt: soon + 3 * DAY,
    titleEn: "Yazd strings",
    price: 0,
  });
  await createEvent(db, {
    cityId: tehran.id,
    startsAt: soon,
    titleEn: "Clay for beginners",
    categories: ["Workshop"],
  });
});

describe("the categories page", () => {
  it("shows all 26 categories with what is coming in each", async () => {
    const html = await page("/categories?lang=en");
    for (const { slug } of CATEGORIES) expect(html).toContain(`href="/categories/${slug}"`);
    expect(html).toMatch(/Concert<\/b>\s*<span[^>]*>2 events/);
    expect(html).toMatch(/Nightlife<\/b>\s*<span[^>]*>Nothing right now/);
    expect(html.match(/<h1\b/g)).toHaveLength(1);
  });

  it("is sorted by the reader's alphabet", async () => {
    const order = (html: string) =>
      [...html.matchAll(/href="\/categories\/([a-z-]+)"/g)].map(([, slug]) => slug);
    expect(order(await page("/categories?lang=en")).slice(0, 3)).toEqual([
      "art-exhibition",
      "business",
      "charity",
    ]);
    expect(order(await page("/categories?lang=fa"))[0]).toBe("education");
  });
});

describe("the page of a category", () => {
  it("lists events of that category only", async () => {
    const html = await page("/categories/concert?lang=en");
    expect(html).toContain("Tehran strings");
    expect(html).toContain("Yazd strings");
    expect(html).not.toContain("Clay for beginners");
  });

  it("applies the list's filters, and keeps them in its own address", async () => {
    const html = await page("/categories/concert?lang=en&city=yazd");
    expect(html).toContain("Yazd strings");
    expect(html).not.toContain("Tehran strings");
    expect(html).toMatch(/<form[^>]*action="\/categories\/concert"/);
    expect(html.replaceAll("&amp;", "&")).toContain('href="/categories/concert?city=yazd&free=1"');
    expect(html).toContain("<title>Concert in Yazd");
  });

  it("ignores another category in its address", async () => {
    expect(await page("/categories/concert?category=workshop")).not.toContain("Clay for beginners");
  });

  it("is named and described in both languages", async () => {
    const english = await page("/categories/food-drink?lang=en");
    expect(english).toContain("<title>Food &amp; Drink");
    expect(english).toMatch(/<meta name="description" content="Food &amp; Drink: what’s coming up/);
    const persian = await page("/categories/food-drink?lang=fa");
    expect(persian).toContain("<title>خوراک و نوشیدنی");
    expect(persian).toMatch(/<h1[^>]*>خوراک و نوشیدنی<\/h1>/);
  });

  it("is the canonical address of its list", async () => {
    expect(canonical(await page("/categories/concert"))).toBe("/categories/concert");
    expect(canonical(await page("/categories/concert?when=week&city=tehran"))).toBe(
      "/categories/concert",
    );
    expect(canonical(await page("/events?category=concert"))).toBe("/categories/concert");
    expect(canonical(await page("/events?category=concert&category=workshop"))).toBe("/events");
  });

  it("has links to other events if it is empty", async () => {
    const html = await page("/categories/nightlife?lang=en");
    expect(html).toContain("Nothing announced here yet.");
    expect(html).toMatch(/<a[^>]*href="\/events"[^>]*>[\s\S]{0,200}Show all upcoming events/);
  });

  it("is not found for an unknown category", async () => {
    for (const slug of ["nope", "food-drink%20"]) {
      const response = await get(`/categories/${slug}?lang=en`);
      expect([slug, response.status]).toEqual([slug, 404]);
      const html = await response.text();
      expect(html).toContain("Page Not Found");
      expect(html.match(/<title>/g)).toHaveLength(1);
    }
  });

  it("reports invalid parameters with status 400", async () => {
    const response = await get("/categories/concert?lang=en&radius=100000");
    expect(response.status).toBe(400);
    expect(await response.text()).toContain("Tehran strings");
  });
});
