import { env, SELF } from "cloudflare:test";
import { beforeAll, describe, expect, it } from "vitest";
import { createDatabase } from "../../db/client";
import { PAGE_PARAMETERS } from "../../worker/page-parameters";
import { seedSampleEvents } from "../helpers/sample-database";

const sources = import.meta.glob("../../app/routes/**/*.tsx", {
  query: "?raw",
  import: "default",
  eager: true,
}) as Record<string, string>;

const ask = (path: string) => SELF.fetch(`http://rooydad.test${path}`);

describe("the parameters of pages that may be kept", () => {
  beforeAll(() => seedSampleEvents(createDatabase(env.DB), Date.now()), 60_000);

  it("are listed for every route that declares its page public", () => {
    const isPublic = Object.entries(sources)
      .filter(([, source]) => source.includes("cacheHeaders("))
      .map(([file]) => file.replace(/^.*\/app\/(routes\/.*)\.tsx$/, "$1"));
    expect(isPublic.length).toBeGreaterThan(10);
    expect(isPublic.filter((id) => !(id in PAGE_PARAMETERS))).toEqual([]);
  });

  it.each([
    "/",
    "/events",
    "/events?city=tehran",
    "/cities",
    "/cities/tehran",
    "/discover",
    "/categories",
    "/categories/concert",
    "/help",
    "/how-it-works",
    "/legal/privacy",
    "/changelog",
    "/developers",
    "/embed",
    "/_root.data",
    "/events.data?city=tehran",
    "/cities/tehran.data",
  ])("are all that %s is kept by [S-152]", async (path) => {
    const first = await ask(path);
    await first.text();
    expect(first.headers.get("X-Page-Cache")).toMatch(/miss|hit/);
    const join = path.includes("?") ? "&" : "?";
    for (const made of ["x=1", "made-up=2&utm_source=a", "constructor=3", "__proto__=4"]) {
      const other = await ask(`${path}${join}${made}`);
      expect([made, other.headers.get("X-Page-Cache")]).toEqual([made, "hit"]);
      expect(await other.text()).not.toContain("made-up");
    }
  });
});
