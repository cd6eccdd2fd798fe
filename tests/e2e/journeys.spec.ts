import type { Locator, Page } from "playwright/test";
import { LOCALES } from "./pages";
import { DEMO_PASSWORD, expect, hydrated, test } from "./people";

/** Journeys on a phone, with their number of taps. */
const WORDS = {
  en: {
    finglish: "konsert",
    wrongKeys: "jivhk",
    quiet: "somewhere quiet to sit and listen",
    cherry: "The Cherry Orchard",
    berlin: "berl",
  },
  fa: {
    finglish: "moosighi",
    wrongKeys: "jivhk",
    quiet: "یه جای آروم برای نشستن",
    cherry: "باغ آلبالو",
    berlin: "برل",
  },
} as const;

/** Counts the taps of a journey. */
function fingers() {
  let taps = 0;
  return {
    get taps() {
      return taps;
    },
    async tap(target: Locator) {
      taps++;
      await target.tap();
    },
  };
}

for (const locale of LOCALES) {
  const words = WORDS[locale];

  test.describe(`on a phone, in ${locale}`, () => {
    test.use({
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      locale: locale === "fa" ? "fa-IR" : "en-GB",
    });

    const open = async (page: Page, path: string) => {
      await page.goto(`${path}${path.includes("?") ? "&" : "?"}lang=${locale}`);
      await hydrated(page);
    };
    const section = (page: Page, name: string) =>
      page.locator(`section[aria-labelledby="${name}"]`);
    const cards = (page: Page) => page.locator("main article");
    const search = async (page: Page, text: string) => {
      await page.locator("#q").fill(text);
      await page.keyboard.press("Enter");
      await expect(page).toHaveURL(/[?&]q=/);
      await expect(page.locator("h1")).toBeVisible();
    };
    const livesIn = (page: Page, baseURL: string | undefined, city: string) =>
      page.context().addCookies([{ name: "rooydad.city", value: city, url: baseURL ?? "" }]);

    test("“I have nothing to do tonight in Isfahan” becomes a saved event in four taps", async ({
      page,
    }) => {
      const finger = fingers();
      await open(page, "/");
      await finger.tap(page.locator('header a[href*="/my-city"]'));
      await finger.tap(page.locator('main button[value="isfahan"]'));
      // Tonight's events, or else the next ones.
      const opening = section(page, "opening");
      await expect(opening).toBeVisible();
      await finger.tap(opening.locator('article button[aria-pressed="false"]').first());
      await expect(page.locator('main article button[aria-pressed="true"]').first()).toBeVisible();
      expect(finger.taps).toBeLessThanOrEqual(4);
    });

    test("a weekend without money: three taps to a free event's page", async ({
      page,
      baseURL,
    }) => {
      await livesIn(page, baseURL, "tehran");
      const finger = fingers();
      await open(page, "/cities/tehran");
      await finger.tap(page.locator('main a[href*="when=weekend"][href*="free=1"]').first());
      // The city's page has cards too, which the list replaces.
      await expect(page).toHaveURL(/when=weekend.*free=1/);
      await expect(cards(page).first()).toBeVisible();
      await finger.tap(cards(page).first().getByRole("link").first());
      await expect(
        page.getByText(locale === "fa" ? "رایگان" : "Free", { exact: true }).first(),
      ).toBeVisible();
      expect(finger.taps).toBeLessThanOrEqual(3);
    });

    test("a query in the wrong letters or on the wrong keyboard finds events and says how it was read", async ({
      page,
    }) => {
      await open(page, "/events?city=all");
      for (const query of [words.finglish, words.wrongKeys]) {
        await search(page, query);
        await expect(cards(page).first()).toBeVisible();
      }
      await expect(page.locator(`a[href*="without=corrections"]`).first()).toBeVisible();
    });

    test("a wish in words becomes filters that can be taken away", async ({ page }) => {
      await open(page, "/events?city=all");
      await search(page, words.quiet);
      await expect(cards(page).first()).toBeVisible();
      const chips = page.locator('main a[href*="without="]');
      await expect(chips.first()).toBeVisible();
      await chips.first().tap();
      await expect(page).toHaveURL(/without=/);
    });

    test("one showing of a play is chosen and saved on the device", async ({ page }) => {
      const finger = fingers();
      await open(page, `/events?city=all&q=${encodeURIComponent(words.cherry)}`);
      await finger.tap(cards(page).first().getByRole("link", { name: words.cherry }));
      await expect(page.getByRole("heading", { level: 1, name: words.cherry })).toBeVisible();
      await finger.tap(page.locator("#dates table").getByRole("link").nth(1));
      await expect(page).toHaveURL(/at=/);
      const heart = page.locator('button[id^="heart-date-"]');
      await Promise.all([page.waitForResponse("**/favourite"), finger.tap(heart)]);
      await expect(heart).toHaveAttribute("aria-pressed", "true");
      await page.reload();
      await hydrated(page);
      await expect(heart).toHaveAttribute("aria-pressed", "true");
      expect(finger.taps).toBe(3);
    });

    test("from an event to its venue and what else is on there", async ({ page }) => {
      await open(page, "/events?city=tehran");
      await cards(page).nth(1).getByRole("link").first().tap();
      const venue = page.locator('main a[href*="/venues/"]').first();
      await venue.tap();
      await expect(page).toHaveURL(/\/venues\/tehran\//);
      await expect(cards(page).first()).toBeVisible();
      await cards(page).first().getByRole("link").first().tap();
      await expect(page).toHaveURL(/\/events\//);
    });

    test("the week’s ten is two taps from home and is sent by mail to an address", async ({
      page,
      baseURL,
    }) => {
      await livesIn(page, baseURL, "tehran");
      await open(page, "/");
      await section(page, "picks").locator('a[href*="/week"]').first().tap();
      await expect(page.locator("main ol > li")).toHaveCount(10);
      await page.locator('main input[type="email"]').fill(`week-${locale}@example.com`);
      await page.locator('main form:has(input[type="email"]) button[type="submit"]').tap();
      await expect(page.getByRole("status").filter({ hasText: /\S/ }).first()).toBeVisible();
    });

    test("an event is passed on: messenger links carry its address, and a picture of it", async ({
      page,
    }) => {
      await open(page, "/events?city=tehran");
      await cards(page).nth(1).getByRole("link").first().tap();
      await expect(page).toHaveURL(/\/events\//);
      await page.locator("details:has(#event-link) > summary").tap();
      for (const host of ["t.me", "wa.me", "eitaa.com", "ble.ir"]) {
        const link = page.locator(`a[href*="${host}"]:visible`).first();
        await expect(link).toHaveAttribute("href", /events%2F|events\//);
      }
      const picture = await page.locator('meta[property="og:image"]').getAttribute("content");
      expect(picture).toMatch(/\/cards\//);
    });

    test("another city for a trip, and home again", async ({ page, baseURL }) => {
      await livesIn(page, baseURL, "tehran");
      await open(page, "/events");
      await page.locator('header a[href*="/my-city"]').tap();
      await expect(page).toHaveURL(/\/my-city/);
      await page.locator("#q").fill(words.berlin);
      await page.keyboard.press("Enter");
      await expect(page).toHaveURL(/[?&]q=/);
      await page.locator('main button[value="berlin"]').tap();
      await expect(page).toHaveURL(/\/events/);
      await expect(page.locator("h1")).toContainText(locale === "fa" ? "برلین" : "Berlin");
      await page.locator('header a[href*="/my-city"]').tap();
      await page.locator('main button[value="all"]').tap();
      await expect(page).toHaveURL(/\/events/);
      await expect(page.locator("h1")).not.toContainText(locale === "fa" ? "برلین" : "Berlin");
    });

    test("a day is picked from the strip and a time of day from the sheet", async ({ page }) => {
      await open(page, "/events?city=tehran");
      const days = page
        .locator("nav")
        .filter({ has: page.locator("em") })
        .getByRole("link");
      await days.nth(3).tap();
      await expect(page).toHaveURL(/from=/);
      await page.locator('a[href="#filters"]').first().tap();
      await page.locator('#filters input[name="time"]').nth(2).check();
      await expect(page).toHaveURL(/time=evening/);
      await page.locator("#filters button[type=submit]:visible").tap();
      await expect(page.locator("#filters:modal")).toHaveCount(0);
      await expect(page.locator("#results :is(article, h2)").first()).toBeVisible();
    });

    test("an event goes into the phone’s calendar", async ({ page, request }) => {
      await open(page, "/events?city=tehran");
      await cards(page).nth(1).getByRole("link").first().tap();
      await expect(page).toHaveURL(/\/events\//);
      const file = await page.locator("main a[download]").first().getAttribute("href");
      const answer = await request.get(file ?? "");
      expect(answer.headers()["content-type"]).toContain("text/calendar");
      expect(await answer.text()).toMatch(/BEGIN:VEVENT[\s\S]*DTSTART/);
    });

    test("hearts of a guest are in the account after logging in", async ({ page }) => {
      await open(page, "/events?city=mashhad");
      const title = await cards(page).first().getByRole("heading").textContent();
      await page.locator('main article button[aria-pressed="false"]').first().tap();
      await page.goto(`/login?lang=${locale}&returnTo=${encodeURIComponent("/saved")}`);
      await page.locator("#email").fill("user@rooydad.example");
      await page.locator("#password").fill(DEMO_PASSWORD);
      await page.getByRole("main").locator("button[name=intent]").tap();
      await page.waitForURL(/\/saved/);
      await expect(page.getByRole("heading", { name: title ?? "?" })).toBeVisible();
    });
  });
}
