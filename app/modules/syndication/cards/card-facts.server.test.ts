import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { initWasm, Resvg } from "@resvg/resvg-wasm";
import jsQR from "jsqr";
import { beforeAll, describe, expect, it } from "vitest";
import { sampleEvent, tehran } from "../../../../tests/factories/sample-event";
import type { CardForm } from "../../../lib/drawing/card-address";
import { qrPath } from "../../../lib/drawing/qr-path";
import { cardPictureRatio, type PosterFoot, socialCard } from "../../../lib/drawing/social-card";
import { cityScape } from "../../cities/skyline/city-scape";
import type { EventRow } from "../../events/event-columns.server";
import type { Host } from "../../hosts/find-host.server";
import { cityCard, collectionSocialCard, eventCard } from "./card-facts.server";
import { hostCard } from "./read-card.server";

const card = (changes: Partial<EventRow> = {}, locale: "en" | "fa" = "en") =>
  eventCard(sampleEvent(changes), tehran, locale, locale === "fa" ? "رویداد" : "Rooydad");

describe("what an event's card says", () => {
  it("is in the calendar of the language, the other one small", () => {
    expect(card().facts).toMatchObject({
      tile: ["Tuesday", "8", "December"],
      when: "16:30",
      where: "Vahdat Hall, Tehran",
      other: "17 Azar 1405",
    });
    expect(card({}, "fa").facts).toMatchObject({
      tile: ["سه‌شنبه", "۱۷", "آذر"],
      when: "ساعت ۱۶:۳۰",
      other: "۸ دسامبر ۲۰۲۶",
    });
  });

  it("of an exhibition is its last day, of other runs the whole", () => {
    const run = card({
      runsUntil: Date.UTC(2026, 11, 22, 15),
      schedule: {
        kind: "openingHours",
        allDay: false,
        from: "2026-12-01",
        to: "2026-12-22",
        hours: [null, ...Array.from({ length: 6 }, () => ({ opens: "09:00", closes: "19:00" }))],
        dropped: [],
        dates: [],
      },
    });
    expect(run.facts).toMatchObject({
      tile: ["until", "22", "December"],
      when: "Closed Mondays",
      other: "until 1 Dey 1405",
    });
  });

  it("is that it is cancelled", () => {
    expect(card({ lifecycle: "cancelled" }).facts).toMatchObject({
      kicker: "Cancelled",
      state: "cancelled",
    });
  });

  it("has another version as soon as it says something else, and only then", () => {
    const { version } = card();
    expect(card().version).toBe(version);
    expect(card({ viewCount: 9 }).version).toBe(version);
    const changes: Partial<EventRow>[] = [
      { titleEn: "Another" },
      { startsAt: 0 },
      { venueEn: "Elsewhere" },
      { lifecycle: "postponed" },
    ];
    for (const change of changes) expect(card(change).version).not.toBe(version);
    expect(card({}, "fa").version).not.toBe(version);
  });
});

describe("the card of a venue", () => {
  const NONE = { imageUrl: null, imageFocus: "center" } as const;
  const venue = (slug: string, changes = {}) =>
    ({
      kind: "venue",
      city: tehran,
      row: {
        id: `id of ${slug}`,
        slug,
        nameEn: "Vahdat Hall",
        nameFa: "تالار وحدت",
        addressEn: "Shahriar Street",
        addressFa: "خیابان شهریار",
        ...NONE,
        ...changes,
      },
    }) as Host;
  const drawn = async (host: Host) => hostCard(host, "en", "Rooydad").draw("card", fetch);

  it("says what and where it is, in both languages", () => {
    expect(hostCard(venue("vahdat-hall"), "en", "Rooydad").facts).toMatchObject({
      kicker: "Venue",
      title: "Vahdat Hall",
      where: "Shahriar Street, Tehran",
      other: "تالار وحدت",
      tile: null,
    });
    expect(hostCard(venue("vahdat-hall"), "fa", "رویداد").facts).toMatchObject({
      title: "تالار وحدت",
      where: "خیابان شهریار، تهران",
      other: "Vahdat Hall",
    });
  });

  it("has the silhouette of its building, else a girih of its own, as its page has", async () => {
    const city = cityScape(tehran.slug, cardPictureRatio("card"));
    expect(await drawn(venue("azadi-tower"))).toBe(city);
    const others = await Promise.all(
      ["vahdat-hall", "city-theater", "a-cafe"].map(venue).map(drawn),
    );
    expect(new Set([...others, city]).size).toBe(4);
  });

  it("has the venue's own picture where there is one, and another version then", () => {
    const plain = hostCard(venue("vahdat-hall"), "en", "Rooydad");
    expect(plain.photo).toBeNull();
    const own = { imageUrl: "/media/uploads/a.jpg", imageFocus: "top" };
    const pictured = hostCard(venue("vahdat-hall", own), "en", "Rooydad");
    expect(pictured.photo).toEqual({ path: "/media/uploads/a.jpg", focus: "top" });
    expect(pictured.version).not.toBe(plain.version);
  });
});

// Drawing takes seconds where other work has the processor.
describe("a drawn card", { timeout: 30_000 }, () => {
  const font = {
    fontBuffers: ["500", "800"].map(
      (weight) => new Uint8Array(readFileSync(`pictures/fonts/vazirmatn-${weight}.ttf`)),
    ),
    defaultFontFamily: "Vazirmatn",
  };
  const measure = {
    bold: (word: string) => word.length * 60,
    plain: (word: string) => word.length * 55,
  };
  const drawings = Object.fromEntries(
    readdirSync("data/motifs").map((file) => [
      file.replace(".svg", ""),
      readFileSync(`data/motifs/${file}`, "utf8"),
    ]),
  );
  const shipped = async () => Response.json(drawings);
  const svgOf = async (
    { facts, draw }: ReturnType<typeof card>,
    form: CardForm,
    foot?: PosterFoot,
  ) => socialCard(facts, form, await draw(form, shipped), measure, foot);

  beforeAll(() =>
    initWasm(
      readFileSync(createRequire(import.meta.url).resolve("@resvg/resvg-wasm/index_bg.wasm")),
    ),
  );

  it.each([
    ["long and of markup", { titleEn: `<script>alert(1)</script> & "${"endless ".repeat(60)}` }],
    ["one endless word", { titleEn: "x".repeat(200) }],
    ["nothing but emoji and marks of direction", { titleEn: "😀\u202e🎉" }],
    ["cancelled", { lifecycle: "cancelled" as const }],
  ])("renders a title that is %s", async (_, changes) => {
    const svg = await svgOf(card(changes), "card");
    expect(svg).not.toMatch(/<script|\u202e|😀/u);
    const image = new Resvg(svg, { font }).render();
    expect([image.width, image.height]).toEqual([1200, 630]);
    expect(image.asPng().length).toBeLessThan(300_000);
  });

  it("has the picture of what is cancelled in grey, with a ground beyond its edges too", async () => {
    const event = card({
      id: "019b7647-f000-7aa6-9c24-bf218f8bb0b7",
      titleEn: "Stargazing Above the City Lights",
      titleFa: null,
      tags: [],
      categories: ["Outdoors"],
      lifecycle: "cancelled",
    });
    const { pixels, width } = new Resvg(await svgOf(event, "story"), { font }).render();
    const seen = Array.from({ length: 600 }, (_, at) => {
      const [x, y] = [40 + (at % 30) * 10, 20 + Math.floor(at / 30) * 28];
      return [...pixels.subarray((y * width + x) * 4, (y * width + x) * 4 + 3)];
    });
    const spread = seen.map((color) => Math.max(...color) - Math.min(...color));
    expect(Math.max(...spread)).toBeLessThan(10);
    expect(new Set(seen.map(String)).size).toBeGreaterThan(2);
  });

  it("renders cities and collections", async () => {
    const others = [
      cityCard(tehran, "fa", "رویداد"),
      collectionSocialCard(
        { id: "c", name: "Long walks", owner: "Sara", color: "gol" },
        "en",
        "Rooydad",
      ),
    ];
    for (const one of others)
      expect(new Resvg(await svgOf(one, "card"), { font }).render().asPng().length).toBeLessThan(
        300_000,
      );
  });

  it("says the price on stories and posters, which their makers renew, and on no link card", async () => {
    const foot = { qr: qrPath("https://rooydad.example/"), title: "", address: "", organizer: "" };
    const said = async (form: CardForm) =>
      (await svgOf(card(), form, form === "poster" ? foot : undefined)).includes("450,000 toman");
    expect([await said("card"), await said("story"), await said("poster")]).toEqual([
      false,
      true,
      true,
    ]);
  });

  it("keeps the direction of a Latin title on a Persian card", async () => {
    const svg = await svgOf(card({ titleEn: "Resonance: Concrete", titleFa: null }, "fa"), "card");
    expect(svg).toMatch(/\u2066Resonance:[^<]*\u2069/);
    expect(svg).toMatch(/\u2067تالار وحدت[^<]*\u2069/);
  });

  it.each(["en", "fa"] as const)(
    "has a QR code on the poster that leads to the event: %s",
    async (locale) => {
      const address = "https://rooydad.example/events/019b7647-f000-7d6f-8d98-f9a019582c60";
      const foot = {
        qr: qrPath(address),
        title: "Tickets",
        address: "rooydad.example",
        organizer: "Navaye Mehr",
      };
      const { pixels, width, height } = new Resvg(await svgOf(card({}, locale), "poster", foot), {
        font,
      }).render();
      expect([width, height]).toEqual([1240, 1754]);
      expect(jsQR(new Uint8ClampedArray(pixels), width, height)?.data).toBe(address);
    },
  );

  it("keeps the parts of a story free that apps lay their own over", async () => {
    const svg = await svgOf(card(), "story");
    expect(svg).toContain('width="1080" height="1920"');
    for (const [, y] of svg.matchAll(/<text x="[^"]*" y="([^"]*)"/g)) {
      expect(Number(y)).toBeGreaterThan(250);
      expect(Number(y)).toBeLessThan(1920 - 340);
    }
  });
});
