import type { APIRequestContext, Page } from "playwright/test";
import { LOCALES } from "./pages";
import { expect, test } from "./people";

// Facts are in the documents: a script changes none.
test.use({ javaScriptEnabled: false });

interface Listed {
  id: string;
  title: { en: string; fa: string | null };
  startsAt: string;
  endsAt: string;
  city: { slug: string };
  attendance: string;
  lifecycle: string;
  schedule: { kind: string } | null;
}

const day = (at: string) => at.slice(0, 10);
const isOver = (from: string, to: string) => Date.parse(to) - Date.parse(from) > 26 * 3_600_000;

/** Which events of the list are of a kind. */
const KINDS = {
  single: ({ schedule, startsAt, endsAt, attendance }: Listed) =>
    !schedule && attendance === "in-person" && day(startsAt) === day(endsAt),
  showings: ({ schedule }: Listed) => schedule?.kind === "dates",
  class: ({ schedule, attendance }: Listed) =>
    schedule?.kind === "rule" && attendance === "in-person",
  exhibition: ({ schedule }: Listed) => schedule?.kind === "openingHours",
  days: ({ schedule, startsAt, endsAt }: Listed) => !schedule && isOver(startsAt, endsAt),
  online: ({ attendance }: Listed) => attendance === "online",
} as const;

/** What a surface of a kind says in either language, and what it never says. */
const SAYS: Record<keyof typeof KINDS, { row: RegExp; page: RegExp; never?: RegExp }> = {
  single: { row: /\d\d:\d\d/, page: /\d\d:\d\d/ },
  showings: { row: /\d+ more dates?|\d+ نوبت دیگر/, page: /\d+ dates to come|\d+ نوبت/ },
  class: { row: /every |هر /i, page: /every |هر /i },
  exhibition: {
    row: /until|تا/,
    page: /until|تا/i,
    never: /\b\d+ hours\b|\d+ ساعت(?! دیگر)/,
  },
  days: { row: /until|day \d+ of|تا|روز \d+ از/, page: /–|تا/ },
  online: { row: /\d\d:\d\d/, page: /local time|به وقت/ },
};

const latin = (text: string) =>
  text.replace(/[۰-۹]/g, (digit) => String(digit.charCodeAt(0) & 0xf)).replace(/[⁦-⁩]/g, "");
const said = async (page: Page, part: string) =>
  latin((await page.locator(part).first().textContent()) ?? "");

async function eventsOf(request: APIRequestContext): Promise<Listed[]> {
  const found: Listed[] = [];
  for (let query: string | null = "limit=100"; query !== null; ) {
    const page: { items: Listed[]; nextCursor: string | null } = await (
      await request.get(`/api/v1/events?${query}`)
    ).json();
    found.push(...page.items);
    query = page.nextCursor && `limit=100&cursor=${encodeURIComponent(page.nextCursor)}`;
  }
  return found.filter(({ lifecycle }) => lifecycle === "scheduled");
}

for (const locale of LOCALES)
  for (const kind of Object.keys(KINDS) as (keyof typeof KINDS)[])
    test(`an event of the kind "${kind}" says the same facts on each surface in ${locale}`, async ({
      page,
      request,
    }) => {
      const event = (await eventsOf(request)).find(KINDS[kind]);
      if (!event) throw new Error(`There is no event of the kind ${kind}.`);
      const { row, page: ofPage, never } = SAYS[kind];
      const list = `/events?city=${event.city.slug}&lang=${locale}`;
      const from = day(event.startsAt);
      const article = `#results article:has(a[href*="${event.id}"])`;
      const surfaces: Record<string, string> = {};
      for (const view of ["rows", "grid", "week"]) {
        await page.goto(`${list}&view=${view}&from=${from}&to=${from}`);
        surfaces[view] = await said(page, article);
      }
      await page.goto(`/events/${event.id}?lang=${locale}`);
      surfaces.page = await said(page, "main");
      for (const [surface, text] of Object.entries(surfaces)) {
        expect.soft(text, surface).toMatch(surface === "page" ? ofPage : row);
        if (never) expect.soft(text, surface).not.toMatch(never);
      }
      // Of a series each surface counts the same dates.
      const counts = ["rows", "grid", "week"].map(
        (view) => /(\d+) (?:more date|نوبت دیگر)/.exec(surfaces[view] ?? "")?.[1],
      );
      expect.soft(new Set(counts).size, counts.join(", ")).toBe(1);
      // The names of days and the states of dates are no wider than their columns, on one line.
      await page.setViewportSize({ width: 320, height: 844 });
      const heads = await page
        .locator("#dates :is(th, td time, small[data-letter])")
        .evaluateAll(
          (all) =>
            all.filter(
              (one) => one.scrollWidth > one.clientWidth || one.getBoundingClientRect().height > 32,
            ).length,
        );
      expect.soft(heads, "names and states that are cut").toBe(0);
      // On phones too, all facts begin at one line.
      for (const width of [1440, 390]) {
        await page.setViewportSize({ width, height: 844 });
        const starts = await page.locator("main dl:has(dt time) dt + dd").evaluateAll(
          (facts, isRight) =>
            facts.map((fact) => {
              const { left, right } = fact.getBoundingClientRect();
              return Math.round(isRight ? right : left);
            }),
          locale === "fa",
        );
        expect.soft(new Set(starts).size, `${starts.join()} at ${width} px`).toBe(1);
      }
      if (kind === "online") {
        await expect(page.locator('main [style*="/maps/ground/"]')).toHaveCount(0);
      }
    });

test("an event that is under way says which day it is on, and an exhibition whether it is open", async ({
  page,
}) => {
  await page.goto("/events?city=tehran&view=rows&lang=en");
  const running = page.locator("section[data-ongoing] article");
  for (const text of await running.allInnerTexts())
    expect(text).toMatch(/day \d+ of \d+|until \d+|\d{1,2}–\d{1,2}/);
  // Green is what is open at this moment.
  for (const text of await page.locator("[data-open]").allInnerTexts())
    expect(text).toBe("open now");
});

for (const locale of LOCALES)
  test(`the week of all cities has each day in the order of its clocks, with place and price in ${locale}`, async ({
    page,
  }) => {
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 900 });
      await page.goto(`/events?view=week&lang=${locale}`);
      const days = await page
        .locator("#results section:not([data-ongoing]):has(article)")
        .evaluateAll((sections) =>
          sections.map((section) =>
            [...section.querySelectorAll("article")].map((row) => ({
              time: row.querySelector("time")?.dateTime.slice(11, 16) ?? "",
              lacks: ["span[data-shown]", "p[data-shown]"].filter((part) => {
                const shown = row.querySelector<HTMLElement>(part);
                return !shown?.checkVisibility() || shown.textContent.trim() === "";
              }),
            })),
          ),
        );
      expect(days.flat().length).toBeGreaterThan(20);
      for (const rows of days) {
        const times = rows.map(({ time }) => time);
        expect.soft(times, `at ${width} px`).toEqual([...times].sort());
        expect
          .soft(
            rows.flatMap(({ lacks }) => lacks),
            `at ${width} px`,
          )
          .toEqual([]);
      }
    }
  });
