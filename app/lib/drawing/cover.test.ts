import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { initWasm, Resvg } from "@resvg/resvg-wasm";
import { beforeAll, describe, expect, it } from "vitest";
import { placeSampleEvents, placeSampleSeries } from "../../../db/seed/place-events";
import { seedId } from "../../../db/seed/seed-statements";
import { CATEGORIES } from "../event/categories";
import { type CoverEvent, type CoverLook, compositionsOf, coverLook, drawCover } from "./cover";
import { COVER_SHAPES } from "./cover-address";
import { GROUNDS } from "./cover-grounds";
import { COVER_PALETTES, FAMILY_PALETTES, type PaletteName } from "./cover-palettes";
import { MOTIFS, motifsOfCategory } from "./motifs";

const names = [...MOTIFS.keys()];
const art = new Map(
  names.map((name) => [name, readFileSync(`data/motifs/${name}.svg`, "utf8")] as const),
);
const draw = (look: CoverLook, ratio = 4 / 3) => drawCover(look, art.get(look.motif) ?? "", ratio);
const event = (changes: Partial<CoverEvent> = {}): CoverEvent => ({
  id: "019b7647-f000-7d6f-8d98-f9a019582c60",
  titleEn: "",
  titleFa: null,
  tags: [],
  categories: [],
  ...changes,
});

describe("a motif", () => {
  beforeAll(() =>
    initWasm(
      readFileSync(createRequire(import.meta.url).resolve("@resvg/resvg-wasm/index_bg.wasm")),
    ),
  );

  it("is drawn once for each of at least forty names", () => {
    expect(readdirSync("data/motifs").sort()).toEqual(names.map((name) => `${name}.svg`).sort());
    expect(names.length).toBeGreaterThanOrEqual(40);
  });

  it.each(names)("is named by its words in either language: %s", (name) => {
    const { words } = MOTIFS.get(name) ?? { words: { en: [], fa: [] } };
    for (const language of ["en", "fa"] as const) {
      expect(words[language]).not.toEqual([]);
      // Under every word: those that a motif before it takes would be dead.
      for (const word of words[language])
        for (const one of [{ titleEn: word }, { titleFa: `«${word}»` }, { tags: [word] }])
          expect([word, coverLook(event(one))?.motif]).toEqual([word, name]);
    }
  });

  it.each(names)("is a valid picture of at most 5.5 kB in colours of roles: %s", (name) => {
    const drawing = art.get(name) ?? "";
    expect(Buffer.byteLength(drawing)).toBeLessThanOrEqual(5_500);
    expect(drawing).not.toMatch(/NaN|undefined|<(?:script|image|style|text)|\bon\w+=|href=/);
    const isScene = MOTIFS.get(name)?.stand === "scene";
    expect(drawing).toContain(`viewBox="${isScene ? "0 0 400 300" : "-200 -150 400 300"}"`);
    // One thing is lit.
    expect(drawing).toContain('"lit"');
    for (const ratio of Object.values(COVER_SHAPES)) {
      const svg = draw({ motif: name, palette: "night", composition: 0 }, ratio);
      expect(svg).not.toMatch(/"(?:ground|deep|form|middle|line|lit)"/);
      const image = new Resvg(svg, { fitTo: { mode: "width", value: 96 } }).render();
      expect(image.height).toBe(Math.round(96 / ratio));
      // The middle of the picture is not the bare ground.
      expect(new Set(new Uint32Array(image.pixels.slice().buffer)).size).toBeGreaterThan(20);
      image.free();
    }
  });

  it("stands on grounds that are drawn, or is a scene", () => {
    for (const [name, { stand, grounds, categories }] of MOTIFS) {
      expect([name, stand]).toEqual([name, expect.stringMatching(/^(object|lean|close|scene)$/)]);
      expect([name, grounds.length]).toEqual([name, stand === "scene" ? 0 : 3]);
      for (const ground of grounds) expect(Object.keys(GROUNDS)).toContain(ground);
      for (const slug of categories)
        expect(CATEGORIES.map((category) => category.slug)).toContain(slug);
    }
  });

  it("is there for every category", () => {
    for (const { slug } of CATEGORIES)
      expect([slug, motifsOfCategory(slug)]).not.toEqual([slug, []]);
  });
});

describe("the cover of an event", () => {
  it.each([
    ["An Evening of Setar in Shur", "شب سه‌نوازی سه‌تار در شور", "setar"],
    ["Late Setar", "سه تار دیرهنگام", "setar"],
    ["Tar Masterclass", "مسترکلاس تار", "tar"],
    ["One Hundred Dafs at Azadi Square", "صد دف در میدان آزادی", "daf"],
    ["Learn to Weave Carpets", "فرش‌بافی برای تازه‌کارها", "carpet"],
    ["Tea with the Poets", "چای با شاعران", "poetry"],
    ["Kites over the Lake", "بادبادک‌ها بر فراز دریاچه", "kite"],
    ["Bread and Wine", "نان و پنیر", "bread"],
  ])("has the motif of its title in both languages: %s", (titleEn, titleFa, motif) => {
    for (const titles of [{ titleEn }, { titleFa }, { titleEn, titleFa }])
      expect([titles, coverLook(event(titles))?.motif]).toEqual([titles, motif]);
  });

  it.each([
    ["Teatime in the Theatre", "stage"],
    ["Targeted Starters", null],
    ["هدف مسعودیه", null],
  ])("takes only whole words: %s", (titleEn, motif) => {
    expect(coverLook(event({ titleEn }))?.motif ?? null).toBe(motif);
  });

  it("takes the motif of a tag where the title names none, else that of the category, else none", () => {
    const plain = event({ titleEn: "Antigone", categories: ["Charity"] });
    expect(coverLook({ ...plain, tags: ["پیانو"] })?.motif).toBe("piano");
    expect(coverLook(plain)?.motif).toBe("heart");
    expect(coverLook({ ...plain, categories: [] })).toBeNull();
  });

  it("has the colours of its category, and is always the same", () => {
    for (const { name, family } of CATEGORIES)
      for (let index = 0; index < 20; index++) {
        const one = event({ id: `event-${index}`, categories: [name] });
        const look = coverLook(one);
        expect(look).toEqual(coverLook({ ...one }));
        expect(FAMILY_PALETTES[family]).toContain(look?.palette);
      }
  });

  it("is less than 10 kB in every composition and palette", () => {
    for (const [motif, known] of MOTIFS)
      for (let composition = 0; composition < compositionsOf(known); composition++)
        for (const palette of Object.keys(COVER_PALETTES) as PaletteName[])
          expect(draw({ motif, palette, composition }, COVER_SHAPES.band).length).toBeLessThan(
            10_000,
          );
  });
});

/** How many drawn parts differ: palette, ground, place, and the motif, which counts twice. */
function distance(one: CoverLook, other: CoverLook): number {
  const groundOf = ({ motif, composition }: CoverLook) =>
    MOTIFS.get(motif)?.stand === "scene" ? 0 : Math.floor(composition / 4);
  return [
    one.motif !== other.motif,
    one.motif !== other.motif,
    one.palette !== other.palette,
    groundOf(one) !== groundOf(other),
    one.composition % 4 !== other.composition % 4,
  ].filter(Boolean).length;
}

/** Looks of the seed's events by their time, as a list has them, if it is seeded now. */
async function seededLooks(now: number) {
  const placed = [...placeSampleEvents(now), ...placeSampleSeries(now)];
  return Promise.all(
    placed
      .sort((one, other) => one.startsAt - other.startsAt)
      .map(async ({ key, city, title, tags, categories }) => {
        const id = await seedId("event", key);
        const titles = { titleEn: title.en, titleFa: title.fa ?? null };
        return {
          title: title.en,
          city,
          categories,
          look: coverLook({ id, ...titles, tags, categories }),
        };
      }),
  );
}
type Seeded = Awaited<ReturnType<typeof seededLooks>>;

/** Titles of neighbours with fewer than `least` parts that differ. */
const alike = (list: Seeded, least: number): string[][] =>
  list.flatMap((one, index) => {
    const next = list[index + 1];
    return one.look && next?.look && distance(one.look, next.look) < least
      ? [[one.title, next.title]]
      : [];
  });

describe("neighbours in the lists of the seed", () => {
  it.each(["2026-11-27T09:00:00Z", "2027-01-13T09:00:00Z", "2027-03-02T09:00:00Z"])(
    "never look alike: %s",
    async (now) => {
      const all = await seededLooks(Date.parse(now));
      expect(all.filter(({ look }) => look).length).toBeGreaterThan(250);
      expect(alike(all, 2)).toEqual([]);
      for (const city of new Set(all.map((one) => one.city)))
        expect(
          alike(
            all.filter((one) => one.city === city),
            2,
          ),
        ).toEqual([]);
      // Within a category the motif is often the same, but not its drawing.
      for (const { name } of CATEGORIES)
        expect(
          alike(
            all.filter((one) => one.categories.includes(name)),
            1,
          ),
        ).toEqual([]);
    },
  );

  it("have more than 240 different covers in all", async () => {
    const all = await seededLooks(Date.parse("2026-11-27T09:00:00Z"));
    expect(new Set(all.map(({ look }) => JSON.stringify(look))).size).toBeGreaterThan(240);
    expect(new Set(all.map(({ look }) => look?.motif)).size).toBeGreaterThan(55);
  });
});
