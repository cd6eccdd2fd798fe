import { env, SELF } from "cloudflare:test";
import { beforeAll, describe, expect, it } from "vitest";
import { createDatabase } from "../../db/client";
import { seedDatabase } from "../../db/seed/seed-database";

const get = (path: string) => SELF.fetch(`http://rooydad.test${path}`, { redirect: "manual" });

const PATHS = [
  "/",
  "/events",
  "/events?category=concert&free=1&when=week",
  "/cities",
  "/cities/tehran",
  "/discover",
  "/categories",
  "/categories/concert",
  "/how-it-works",
  "/help",
  "/legal/privacy",
  "/changelog",
  "/feedback-demo",
  "/no-such-page",
];

describe("a page's texts", () => {
  beforeAll(async () => {
    await seedDatabase(createDatabase(env.DB), Date.now());
  });

  it.each(PATHS)(
    "of %s are all in the namespaces of its layout, without untranslated keys",
    async (path) => {
      for (const lang of ["en", "fa"]) {
        const html = await (
          await get(`${path}${path.includes("?") ? "&" : "?"}lang=${lang}`)
        ).text();
        expect(
          html
            .replace(/<script\b[\s\S]*?<\/script>/g, "")
            .match(/\b(common|events|pages):[a-z][\w.]+/g),
        ).toBeNull();
      }
    },
  );

  it("are named in the page once each, for the browser to load", async () => {
    for (const path of ["/", "/no-such-page"]) {
      const html = await (await get(`${path}?lang=fa`)).text();
      const links = [
        ...html.matchAll(
          /<link rel="preload" as="fetch"[^>]*href="\/assets\/([a-z]+)-[^"]*" data-texts="([a-z]+)"/g,
        ),
      ];
      expect(links.map(([, , name]) => name)).toEqual(["common", "events", "pages"]);
    }
  });
});
