import { env, SELF } from "cloudflare:test";
import { XMLParser } from "fast-xml-parser";
import { beforeAll, describe, expect, it } from "vitest";
import { changeSettings } from "../../app/modules/settings/platform-settings.server";
import { createDatabase } from "../../db/client";
import { createCity } from "../factories/city";
import { createEvent } from "../factories/event";
import { emptyDatabase } from "../helpers/empty-database";
import { workerDeps } from "../helpers/worker-deps";

const ORIGIN = "https://rooydad.test";
const db = createDatabase(env.DB);
const get = (path: string) => SELF.fetch(ORIGIN + path, { redirect: "manual" });
const ask = (page: string, more = "") =>
  get(`/oembed?url=${encodeURIComponent(page.startsWith("http") ? page : ORIGIN + page)}${more}`);
const HOSTILE = 'Night "><script>alert(1)</script>';
let event = "";
let hidden = "";

beforeAll(async () => {
  await emptyDatabase();
  const city = await createCity(db, { slug: "tehran", nameEn: "Tehran", nameFa: "تهران" });
  const startsAt = Date.now() + 86_400_000;
  event = (
    await createEvent(db, { cityId: city.id, startsAt, titleEn: HOSTILE, titleFa: "شب سه‌تار" })
  ).id;
  hidden = (await createEvent(db, { cityId: city.id, startsAt, status: "pending" })).id;
});

describe("oEmbed", () => {
  it("is found from the pages that it answers for, and frames them", async () => {
    for (const page of [`/events/${event}`, "/events", "/cities/tehran", "/categories/concert"]) {
      const html = await (await get(page)).text();
      const href =
        /<link rel="alternate" type="application\/json\+oembed"[^>]*href="([^"]+)"/
          .exec(html)?.[1]
          ?.replaceAll("&amp;", "&") ?? "";
      const response = await SELF.fetch(href);
      expect([page, response.status, response.headers.get("Access-Control-Allow-Origin")]).toEqual([
        page,
        200,
        "*",
      ]);
      const answer = (await response.json()) as Record<string, string>;
      expect(answer).toMatchObject({
        version: "1.0",
        type: "rich",
        provider_url: ORIGIN,
        width: 600,
      });
      const src = /src="([^"]+)"/.exec(answer.html ?? "")?.[1]?.replaceAll("&amp;", "&") ?? "";
      const frame = await SELF.fetch(src);
      expect([page, frame.status, frame.headers.get("Content-Security-Policy")]).toEqual([
        page,
        200,
        expect.stringContaining("frame-ancestors *"),
      ]);
      expect(await frame.text()).toContain(`/events/${event}`);
    }
    expect(await (await get("/help")).text()).not.toContain("json+oembed");
  });

  it("names the event in the language that is asked for, as text, within the asked size, as XML too [S-112]", async () => {
    const english = (await (await ask(`/events/${event}?lang=en`)).json()) as Record<
      string,
      string
    >;
    expect(english.title).toBe(HOSTILE);
    expect(english.html).not.toContain("<script>");
    const xml = await (
      await ask(`/events/${event}?lang=fa`, "&format=xml&maxwidth=320&maxheight=90000")
    ).text();
    expect(new XMLParser().parse(xml).oembed).toMatchObject({
      title: "شب سه‌تار",
      width: 320,
      height: 220,
      version: 1,
    });
    expect(xml).not.toContain("<script>");
  });

  it("answers 404 for other sites, other pages and what is not public, and 501 for other formats [S-111]", async () => {
    const strangers = [
      "https://example.com/events",
      "nonsense",
      "/account",
      `/events/${hidden}`,
      "/events/019b0000-0000-7000-a000-00000000ffff",
      // Lists of everywhere would take the place of these.
      "/cities/nowhere",
      "/cities/nowhere/week",
      "/categories/nothing",
      "/venues/tehran/nowhere",
      "/organizers/nobody",
    ];
    for (const page of strangers) expect([page, (await ask(page)).status]).toEqual([page, 404]);
    expect((await ask("/events", "&format=yaml")).status).toBe(501);
  });

  it("stops with its setting", async () => {
    await changeSettings(workerDeps(), "features", { enableOembed: false }, null);
    expect((await ask("/events")).status).toBe(404);
    await changeSettings(workerDeps(), "features", { enableOembed: true }, null);
  });
});
