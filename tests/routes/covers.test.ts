import { env, SELF } from "cloudflare:test";
import { describe, expect, it } from "vitest";
import { compositionsOf } from "../../app/lib/drawing/cover";
import {
  CITY_COVER_RATIOS,
  COVER_FORMS,
  COVER_SHAPES,
  COVERS_OF_CATEGORY,
  type CoverShape,
  coverNumber,
  coverPath,
  readCoverPath,
  SCENE_COVERS,
  type SceneName,
} from "../../app/lib/drawing/cover-address";
import { COVER_PALETTES, type PaletteName } from "../../app/lib/drawing/cover-palettes";
import { MOTIFS } from "../../app/lib/drawing/motifs";
import { CATEGORIES } from "../../app/lib/event/categories";
import { createDatabase } from "../../db/client";
import { cities } from "../../db/schema";

const get = (path: string) =>
  SELF.fetch(`http://rooydad.test${path}`, { redirect: "manual" as const });

describe("a cover", () => {
  it.each([
    "/covers/motif/setar-night-7.svg",
    "/covers/motif/bazaar-copper-3-band.svg",
    "/covers/concert/7.svg",
    "/covers/any/7-band.svg",
    "/covers/scene/gate.svg",
    "/covers/city/shiraz.svg",
    "/covers/city/shiraz_20.svg",
  ])("is the same for all readers: %s", async (path) => {
    const first = await get(path);
    const drawn = await first.text();
    expect(first.headers.get("X-Edge-Cache")).toBeNull();
    expect(drawn).toMatch(/^<svg /);
    for (const same of [path, `${path}?made=up`]) {
      const response = await get(same);
      expect(response.headers.get("X-Edge-Cache")).toBe("hit");
      expect(response.headers.get("Content-Type")).toBe("image/svg+xml; charset=utf-8");
      expect(response.headers.get("Cache-Control")).toBe("public, max-age=31536000, immutable");
      expect(response.headers.get("Content-Security-Policy")).toContain("default-src 'none'");
      expect(await response.text()).toBe(drawn);
    }
  });

  it("is one of a closed set: of each motif, of each category, of our pages, of each city [S-151]", async () => {
    const categories = [null, ...CATEGORIES.map(({ slug }) => slug)];
    const forms = Object.keys(COVER_FORMS) as (keyof typeof COVER_FORMS)[];
    for (const category of categories)
      for (const form of forms)
        for (const number of [0, COVERS_OF_CATEGORY - 1, COVERS_OF_CATEGORY]) {
          const address = { kind: "girih", category, number, form } as const;
          const read = readCoverPath(coverPath(address));
          expect(read).toEqual(number < COVERS_OF_CATEGORY ? address : null);
        }
    let ofMotifs = 0;
    for (const [motif, known] of MOTIFS)
      for (const palette of Object.keys(COVER_PALETTES) as PaletteName[])
        for (const shape of Object.keys(COVER_SHAPES) as CoverShape[])
          for (let composition = 0; composition <= compositionsOf(known); composition++) {
            const address = { kind: "motif", motif, palette, composition, shape } as const;
            const isOne = composition < compositionsOf(known);
            expect(readCoverPath(coverPath(address))).toEqual(isOne ? address : null);
            if (isOne) ofMotifs++;
          }
    for (const name of Object.keys(SCENE_COVERS) as SceneName[])
      expect(readCoverPath(coverPath({ kind: "scene", name }))).toEqual({ kind: "scene", name });
    const known = await createDatabase(env.DB).select({ slug: cities.slug }).from(cities);
    const count =
      ofMotifs +
      categories.length * forms.length * COVERS_OF_CATEGORY +
      Object.keys(SCENE_COVERS).length +
      known.length * CITY_COVER_RATIOS.length;
    expect(count).toBeLessThan(100_000);
  });

  it.each([
    ["/covers/1E6A8C/music.svg?ratio=2&finish=field", `/covers/any/${coverNumber("music")}.svg`],
    ["/covers/1e6a8c/x.svg?category=concert", `/covers/concert/${coverNumber("x")}.svg`],
    ["/covers/1e6a8c/x.svg?ratio=1&thumb", `/covers/any/${coverNumber("x")}-thumb.svg`],
    ["/covers/1e6a8c/x.svg?ratio=77", `/covers/any/${coverNumber("x")}-band.svg`],
  ])("of before leads to one of them: %s", async (path, to) => {
    const response = await get(path);
    expect([response.status, response.headers.get("Location")]).toEqual([308, to]);
  });

  it("has a budget of files, beyond that of pages: a list loads dozens at once [S-148]", async () => {
    const headers = { "CF-Connecting-IP": "203.0.113.77" };
    const statuses = await Promise.all(
      Array.from({ length: 250 }, async () => {
        const response = await SELF.fetch("http://rooydad.test/covers/music/8.svg", { headers });
        await response.body?.cancel();
        return response.status;
      }),
    );
    expect(new Set(statuses)).toEqual(new Set([200]));
  });

  it.each([
    "/covers/red/x.svg",
    "/covers/motif/setar-night-12.svg",
    "/covers/motif/setar-night-07.svg",
    "/covers/motif/setar-night-7-card.svg",
    "/covers/motif/setar-black-7.svg",
    "/covers/motif/constructor-night-7.svg",
    "/covers/motif/setar-toString-7.svg",
    "/covers/1E6A8C/a/b.svg",
    "/covers/music/256.svg",
    "/covers/music/07.svg",
    "/covers/music/7-poster.svg",
    "/covers/scene/constructor.svg",
    "/covers/city/atlantis.svg",
    "/covers/city/tehran_19.svg",
    "/covers/city/tehran_8.svg",
  ])("does not exist at %s", async (path) => {
    expect((await get(path)).status).toBe(404);
  });
});
