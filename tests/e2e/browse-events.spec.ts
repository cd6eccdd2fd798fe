import type { Page } from "playwright/test";
import { expect, hydrated, seeNavigation, test } from "./people";

test.describe("the list of events with a script", () => {
  test("appends the next page, and keeps scroll position and focus", async ({ page }) => {
    // Otherwise smooth scrolling is still running when the position is read.
    await page.emulateMedia({ reducedMotion: "reduce" });
    await page.goto("/events?lang=en");
    await page.locator("html[data-scripted]").waitFor();
    const cards = page.locator("#results article");
    const more = page.locator('#results a[href*="cursor="]');
    const first = await cards.first().textContent();
    await expect(cards).toHaveCount(24);
    await more.focus();
    const before = await page.evaluate(() => window.scrollY);
    await page.keyboard.press("Enter");
    await expect(cards).toHaveCount(48);
    expect(await cards.first().textContent()).toBe(first);
    expect(await page.evaluate(() => window.scrollY)).toBe(before);
    await expect(more).toBeFocused();
    await expect(page.getByRole("status").filter({ hasText: /^48 / })).toBeVisible();
    await expect(page).not.toHaveURL(/cursor|shown/);

    // Going back restores the list.
    await cards.nth(40).getByRole("link").click();
    await expect(page).toHaveURL(/\/events\/[0-9a-f-]{36}/);
    await page.goBack();
    await expect(cards).toHaveCount(48);
  });

  test("shows as many events in the other language", async ({ page }) => {
    await page.goto("/events?city=tehran");
    await hydrated(page);
    await page.locator('#results a[href*="cursor="]').click();
    await expect(page.locator("#results article")).toHaveCount(48);
    await page.locator("header details summary").first().click();
    await page.getByRole("button", { name: "فارسی" }).click();
    await expect(page.locator("html")).toHaveAttribute("lang", "fa");
    await expect(page.locator("#results article")).toHaveCount(48);
    await expect(page).toHaveURL(/city=tehran/);
  });

  test("ends with the focus on the message that says so", async ({ page }) => {
    await page.goto("/events?lang=en&city=tehran&when=month");
    await page.locator("html[data-scripted]").waitFor();
    const more = page.locator('#results a[href*="cursor="]');
    for (let pages = 0; pages < 20 && (await more.count()) > 0; pages++) {
      const shown = await page.locator("#results article").count();
      await more.focus();
      await page.keyboard.press("Enter");
      await expect(page.locator("#results article")).not.toHaveCount(shown);
    }
    await expect(page.locator("#results p[role=status][tabindex]")).toBeFocused();
  });

  test("shows placeholder cards while another list loads", async ({ page }) => {
    seeNavigation(page);
    await page.goto("/events?lang=en");
    await page.locator("html[data-scripted]").waitFor();
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route(/\/events\.data/, async (route) => {
      await held;
      await route.continue();
    });
    await page.getByRole("navigation", { name: "Days" }).getByRole("link").nth(1).click();
    await expect(page.locator("#results [aria-busy=true]")).toBeVisible();
    await expect(page.locator("#results article")).toHaveCount(0);
    release();
    await expect(page.locator("#results article").first()).toBeVisible();
    await expect(page.locator("#results")).toHaveAttribute("aria-busy", "false");
  });
});

test.describe("near me on the home page", () => {
  const open = async (page: Page, baseURL: string | undefined) => {
    // Without a choice the page asks for a city instead.
    await page.context().addCookies([{ name: "rooydad.city", value: "all", url: baseURL ?? "" }]);
    await page.goto("/?lang=en");
    await hydrated(page);
    await page.locator("main").getByRole("link", { name: "Near me" }).click();
  };

  test("asks for the position and shows nearby events, to a kilometre", async ({
    page,
    context,
    baseURL,
  }) => {
    await context.grantPermissions(["geolocation"]);
    await context.setGeolocation({ latitude: 35.70123, longitude: 51.40456 });
    await open(page, baseURL);
    await expect(page).toHaveURL(/\/events\?.*lat=35\.70&lng=51\.40/);
    await expect(page.locator("#results article").first()).toBeVisible();
  });

  test("leads to the filters if the browser shares no position", async ({
    page,
    context,
    baseURL,
  }) => {
    await context.clearPermissions();
    await open(page, baseURL);
    await expect(page).toHaveURL(/\/events\?lang=en#filters$/);
  });
});

test("a printed event has all its facts and no controls", async ({ page, request }) => {
  const { items } = await (await request.get("/api/v1/events?q=antigone&limit=1")).json();
  await page.goto(`/events/${items[0].id}?lang=en`);
  await expect(
    page.getByRole("main").getByRole("link", { name: "Add to collection" }),
  ).toBeVisible();
  await page.emulateMedia({ media: "print" });
  const card = page.getByRole("region", { name: "When, where and tickets" });
  await expect(card).toBeVisible();
  await expect(card.getByText(/^Tickets are on/)).toBeVisible();
  for (const summary of await page.getByRole("main").locator("summary").all())
    await expect(summary).toBeHidden();
  await expect(page.getByRole("main").getByRole("button")).toHaveCount(0);
});

for (const javaScriptEnabled of [true, false])
  test.describe(`an event on a phone, ${javaScriptEnabled ? "with" : "without"} JavaScript`, () => {
    test.use({ javaScriptEnabled, viewport: { width: 390, height: 844 } });

    test("says when and where on the first screen, with tickets, save and share at hand", async ({
      page,
      request,
    }) => {
      const { items } = await (await request.get("/api/v1/events?q=antigone&limit=1")).json();
      await page.goto(`/events/${items[0].id}?lang=en`);
      const main = page.getByRole("main");
      for (const seen of [
        main.getByRole("heading", { level: 1 }),
        main.getByText("City Theater of Tehran").first(),
        main.getByRole("link", { name: "Get tickets" }),
        main.getByRole("button", { name: /^Save/ }).first(),
        main.locator("summary", { hasText: "Add to calendar" }),
        main.locator("summary", { hasText: "Directions" }),
      ])
        await expect(seen).toBeInViewport();

      const share = main.locator("summary", { hasText: "Share" });
      // A browser with a share sheet of its own shows that instead.
      if (javaScriptEnabled) {
        await hydrated(page);
        await page.evaluate(() => Object.defineProperty(navigator, "share", { value: undefined }));
      }
      await share.click();
      for (const name of ["Telegram", "WhatsApp", "Bale", "Eitaa", "X", "Email"])
        await expect(main.getByRole("link", { name, exact: true })).toBeInViewport();
      if (!javaScriptEnabled) return;
      await page.keyboard.press("Escape");
      await expect(main.getByRole("link", { name: "Telegram" })).toBeHidden();
      await expect(share).toBeFocused();
    });
  });

test("an event's picture is shown whole on a blurred copy of itself, with a link to the file", async ({
  page,
  request,
}) => {
  const list = await (
    await request.get(`/api/v1/events?q=${encodeURIComponent("Concrete Resonance")}&limit=1`)
  ).json();
  await page.goto(`/events/${list.items[0].id}?lang=en`);
  const poster = page
    .getByRole("main")
    .locator('a[href*="/media/"]')
    .filter({ has: page.locator("img") });
  const styles = await poster.locator("img").evaluateAll((images) =>
    images.map((image) => {
      const { objectFit, filter } = getComputedStyle(image);
      return { objectFit, isBlurred: filter.includes("blur("), src: image.getAttribute("src") };
    }),
  );
  const src = await poster.getAttribute("href");
  expect(styles).toEqual([
    { objectFit: "cover", isBlurred: true, src },
    { objectFit: "contain", isBlurred: false, src },
  ]);
});
