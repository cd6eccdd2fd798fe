import type { Page } from "playwright/test";
import en from "../../app/locales/en/common.json" with { type: "json" };
import enEvents from "../../app/locales/en/events.json" with { type: "json" };
import fa from "../../app/locales/fa/common.json" with { type: "json" };
import faEvents from "../../app/locales/fa/events.json" with { type: "json" };
import { LOCALES } from "./pages";
import { DEMO_PASSWORD, expect, hydrated, type Router, test } from "./people";

const TEXTS = {
  en: { ...enEvents, heart: en.heart, follow: en.follow.list },
  fa: { ...faEvents, heart: fa.heart, follow: fa.follow.list },
};
const rows = (page: Page) => page.locator("#results article");
const digits = (text: string) =>
  Number(text.replace(/[۰-۹]/g, (digit) => String(digit.charCodeAt(0) & 0xf)).replace(/\D/g, ""));
const isOpen = (page: Page) =>
  page.locator("#filters").evaluate((filters) => filters.matches("dialog:modal"));

for (const locale of LOCALES) {
  const texts = TEXTS[locale];
  const strip = (page: Page) =>
    page.getByRole("navigation", { name: texts.list.days, exact: true });
  const filter = (page: Page, name: string) => page.locator(`details[data-pop="${name}"]`);
  const open = async (page: Page, query: string) => {
    await page.goto(`/events?${query}&lang=${locale}`);
    await hydrated(page);
  };

  test.describe(`the list of events in ${locale}`, () => {
    test("counts the events of each day under every filter but the day, and lists as many", async ({
      page,
    }) => {
      await open(page, "city=tehran&category=concert");
      await expect(strip(page).getByRole("link")).toHaveCount(14);
      const before = await strip(page).locator("em").allTextContents();
      const at = before.findIndex((count) => digits(count) > 1);
      await strip(page).getByRole("link").nth(at).click();
      await expect(page).toHaveURL(/from=(\d{4}-\d\d-\d\d)&to=\1/);
      await expect(page).toHaveURL(/category=concert/);
      await expect(rows(page)).toHaveCount(digits(before[at] ?? ""));
      await expect(strip(page).locator('[aria-current="date"]')).toHaveCount(1);
      expect(await strip(page).locator("em").allTextContents()).toEqual(before);
      await strip(page).locator('[aria-current="date"]').click();
      await expect(page).not.toHaveURL(/from=/);
    });

    test("takes any range from the calendar, without typing", async ({ page }) => {
      await open(page, "city=tehran");
      const day = filter(page, "day");
      await day.locator("summary").click();
      await day.getByRole("link", { name: texts.list.monthAfter }).click();
      const month = day.locator("table").first();
      await expect(page).toHaveURL(/month=/);
      await month.getByRole("link").nth(2).click();
      await expect(month.locator('[aria-current="date"]')).toHaveCount(1);
      await month.getByRole("link").nth(6).click();
      await expect(month.locator('[aria-current="date"]')).toHaveCount(5);
      await day.locator("button[type=submit]").click();
      await expect(day).not.toHaveAttribute("open");
      await expect(page).not.toHaveURL(/month=/);
      await expect(page).toHaveURL(/from=.*to=/);
    });

    test("is narrowed in a bar of popovers, whose button has the live count", async ({ page }) => {
      await open(page, "city=tehran");
      const category = filter(page, "category");
      const all =
        (await page.locator("h1 + p[role=status]").textContent())?.match(/[\d۰-۹]+/)?.[0] ?? "?";
      await category.locator("summary").first().click();
      await category.locator("details summary").click();
      await category.getByRole("searchbox").fill(locale === "fa" ? "بازی" : "gam");
      await expect(category.locator("details").getByRole("checkbox")).toHaveCount(1);
      await category.getByRole("checkbox").first().check();
      await expect(page).toHaveURL(/category=/);
      await expect(category.getByRole("checkbox").first()).toBeFocused();
      const shown = async () =>
        (await page.locator("h1 + p[role=status]").textContent())?.match(/[\d۰-۹]+/)?.[0];
      const button = category.locator("button[type=submit]");
      await expect(button).not.toContainText(all);
      await expect
        .poll(
          async () =>
            ((await button.textContent()) ?? "").match(/[\d۰-۹]+/)?.[0] === (await shown()),
        )
        .toBe(true);
      await page.keyboard.press("Escape");
      await expect(category).not.toHaveAttribute("open");
      await expect(category.locator("summary").first()).toBeFocused();

      await filter(page, "time").locator("summary").click();
      await filter(page, "time").getByRole("checkbox").nth(2).check();
      await expect(page).toHaveURL(/time=evening/);
      // One popover is open at a time, and a click elsewhere closes it.
      await filter(page, "price").locator("summary").click();
      await expect(filter(page, "time")).not.toHaveAttribute("open");
      await page.locator('input[name="max"]').fill("500,000");
      await filter(page, "price").locator("button[type=submit]").click();
      await expect(page).toHaveURL(/max=500/);
      // The address changes before the rows are there.
      await expect(
        rows(page)
          .locator("time")
          .filter({ hasText: /[\d۰-۹]{2}:[\d۰-۹]{2}/ })
          .first(),
      ).toBeVisible();
      const times = await rows(page).locator("time").allTextContents();
      // Events on now have no time, and a series may have earlier ones too.
      const latest = times
        .map((text) => Math.max(...(text.match(/[\d۰-۹]{2}:[\d۰-۹]{2}/g) ?? []).map(digits)))
        .filter((time) => Number.isFinite(time));
      expect(latest.length).toBeGreaterThan(0);
      for (const time of latest) expect(time).toBeGreaterThanOrEqual(1700);
      await page.locator("#sort").selectOption("popular");
      await expect(page).toHaveURL(/sort=popular/);
    });

    test("keeps its view, which loads more", async ({ page }) => {
      await open(page, "city=all");
      const views = page.getByRole("navigation", { name: texts.list.view, exact: true });
      await expect(views.locator('[aria-current="true"]')).toHaveText(texts.list.views.rows);
      const [first, second] = await rows(page).evaluateAll((all) =>
        all.slice(0, 2).map((row) => row.getBoundingClientRect().height),
      );
      expect([first, second]).toEqual([expect.closeTo(69, 1), expect.closeTo(69, 1)]);
      await views.getByRole("link", { name: texts.list.views.grid }).click();
      await expect(page).toHaveURL(/view=grid/);
      // What goes on is in rows, which say until when.
      await expect(page.locator("#results [data-ongoing] article").first()).toBeVisible();
      await expect(page.locator("#results [data-ongoing] article[data-size]")).toHaveCount(0);
      await page.goto(`/events?city=all&lang=${locale}`);
      await hydrated(page);
      await expect(views.locator('[aria-current="true"]')).toHaveText(texts.list.views.grid);
      await page.locator('#results a[href*="cursor="]').click();
      await expect(rows(page)).toHaveCount(48);
      await views.getByRole("link", { name: texts.list.views.week }).click();
      await expect(page).toHaveURL(/view=week/);
      await expect(strip(page).locator('[aria-current="date"]')).toHaveCount(7);
      expect(await page.locator("#results section").count()).toBeGreaterThanOrEqual(7);
    });
  });

  test(`a phone has the filters in a sheet that keeps the focus in ${locale}`, async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await open(page, "city=tehran");
    const opener = page.locator('a[href="#filters"]').first();
    await opener.click();
    expect(await isOpen(page)).toBe(true);
    const show = page.locator("#filters button[type=submit]:visible");
    await expect(show).toHaveCount(1);
    await expect(show).toBeInViewport();
    for (const width of [320, 390]) {
      await page.setViewportSize({ width, height: 844 });
      const beyond = () => {
        const sheet = document.querySelector("#filters > :last-child");
        return sheet ? sheet.scrollWidth - sheet.clientWidth : "no sheet";
      };
      expect(await page.evaluate(beyond), `${width} px`).toBe(0);
    }
    for (let presses = 0; presses < 12; presses++) {
      await page.keyboard.press("Shift+Tab");
      const inside = () =>
        document.activeElement === document.body ||
        Boolean(document.activeElement?.closest("#filters"));
      expect(await page.evaluate(inside)).toBe(true);
    }
    await page.keyboard.press("Escape");
    expect(await isOpen(page)).toBe(false);
    await expect(opener).toBeFocused();

    await opener.click();
    const before = (await show.textContent()) ?? "";
    await page.locator('#filters input[name="time"]').nth(2).check();
    await expect(page).toHaveURL(/time=evening/);
    await expect(show).not.toHaveText(before);
    await expect(show).toBeInViewport();
    const count = (await show.textContent())?.match(/[\d۰-۹]+/)?.[0] ?? "?";
    await show.click();
    await expect.poll(() => isOpen(page)).toBe(false);
    await expect(page.getByRole("status").filter({ hasText: count }).first()).toBeVisible();
  });

  test(`a visitor's hearts stay on the device and move to the account in ${locale}`, async ({
    page,
  }) => {
    await open(page, "city=shiraz");
    const hearts = page.locator("#results article button[aria-pressed]");
    await hearts.nth(0).click();
    await expect(page.getByText(texts.heart.onDevice)).toBeVisible();
    const size = page.viewportSize();
    // Its text is whole on small phones too.
    await page.setViewportSize({ width: 320, height: 844 });
    const cut = await page
      .getByText(texts.heart.onDeviceDetail)
      .evaluate((text) => text.scrollHeight - text.clientHeight);
    expect(cut).toBeLessThanOrEqual(1);
    if (size) await page.setViewportSize(size);
    await page
      .getByRole("button", { name: locale === "fa" ? /بستن/ : /dismiss|close/i })
      .last()
      .click();
    await Promise.all([page.waitForResponse("**/favourite"), hearts.nth(1).click()]);
    // Explained once.
    await expect(page.getByText(texts.heart.onDevice)).toHaveCount(0);
    const titles = await rows(page).getByRole("heading").allTextContents();
    await page.reload();
    await hydrated(page);
    await expect(hearts.nth(0)).toHaveAttribute("aria-pressed", "true");
    await expect(hearts.nth(1)).toHaveAttribute("aria-pressed", "true");
    // Header and menu count them; in the menu of phones stands the log-in.
    const counted = locale === "fa" ? "ذخیره‌ها، ۲" : "Saved, 2";
    await expect(page.locator("header").getByRole("link", { name: counted })).toBeVisible();
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByRole("link", { name: locale === "fa" ? "منو" : "Menu", exact: true }).click();
    const menu = page.getByRole("dialog");
    await expect(menu.getByRole("link", { name: counted })).toBeVisible();
    await expect(menu.locator('a[href*="/login"]')).toBeVisible();
    if (size) await page.setViewportSize(size);

    await page.goto(`/login?lang=${locale}`);
    await page.locator("#email").fill(`${locale === "fa" ? "moderator" : "admin"}@rooydad.example`);
    await page.locator("#password").fill(DEMO_PASSWORD);
    await page.getByRole("main").locator("button[name=intent]").click();
    await page.waitForURL((url) => url.pathname !== "/login");
    expect(await page.evaluate(() => document.cookie)).not.toContain("rooydad.saved=");
    await page.goto(`/saved?lang=${locale}`);
    for (const title of titles.slice(0, 2))
      await expect(page.getByRole("heading", { name: title })).toBeVisible();
    // The menu is drawn after the heart was pressed, and counts it too.
    await open(page, "city=shiraz");
    const link = page.locator('header a[aria-label][href*="/saved"]');
    const before = (await link.getAttribute("aria-label")) ?? "";
    await Promise.all([page.waitForResponse("**/favourite"), hearts.nth(2).click()]);
    await expect(link).not.toHaveAttribute("aria-label", before);
    const after = (await link.getAttribute("aria-label")) ?? "";
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByRole("link", { name: locale === "fa" ? "منو" : "Menu", exact: true }).click();
    await expect(menu.getByRole("link", { name: after, exact: true })).toBeVisible();
  });

  test(`a heart stays pressed if the list is read again before its answer, in ${locale}`, async ({
    page,
  }) => {
    let answer = () => {};
    const held = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route("**/favourite", async (route) => {
      await held;
      await route.continue();
    });
    await open(page, "city=shiraz");
    const heart = page.locator("#results article button[aria-pressed]").first();
    await heart.click();
    await expect(heart).toHaveAttribute("aria-pressed", "true");
    await page.evaluate(() => {
      const { __remixRouter: router } = window as unknown as { __remixRouter: Router };
      router.revalidate();
      return new Promise<void>((resolve) => {
        router.subscribe(({ revalidation }) => revalidation === "idle" && resolve());
      });
    });
    answer();
    await expect(page.getByText(texts.heart.onDevice)).toBeVisible();
    await expect(heart).toHaveAttribute("aria-pressed", "true");
  });

  test(`the month of events breaks no name of a day on small phones in ${locale}`, async ({
    page,
  }) => {
    await page.setViewportSize({ width: 320, height: 640 });
    const year =
      new Date().getUTCFullYear() +
      (new Date().getUTCDate() > 24 && new Date().getUTCMonth() === 11 ? 1 : 0);
    await page.goto(`/events?view=month&month=${year}-12-25&lang=${locale}`);
    const names = page.locator("ol > li > p:not(:has(*))").filter({ hasText: /\S/ });
    await expect(names.filter({ hasText: /^(Christmas|کریسمس)$/ })).toHaveCount(1);
    // English words are hyphenated; Persian has no such breaks.
    const broken = await names.evaluateAll((shown) =>
      shown.flatMap(({ firstChild }) =>
        [...(firstChild?.textContent ?? "").matchAll(/\S+/g)].flatMap(({ 0: word, index }) => {
          const range = document.createRange();
          range.setStart(firstChild as Text, index);
          range.setEnd(firstChild as Text, index + word.length);
          return range.getClientRects().length > 1 ? [word] : [];
        }),
      ),
    );
    if (locale === "fa") expect(broken).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  });

  for (const scripted of [true, false])
    test.describe(`the month of events in ${locale} ${scripted ? "with" : "without"} JavaScript`, () => {
      test.use({ javaScriptEnabled: scripted });

      test("shows a day beside the month, whose list has as many events", async ({ page }) => {
        await page.goto(`/events?view=month&city=tehran&lang=${locale}`);
        if (scripted) await hydrated(page);
        const chosen = page.locator("#day");
        const before = await chosen.locator("h2").textContent();
        // The first later day with events, which its name says after its date.
        const day = page.locator("ol > li:not([data-chosen]) a").first();
        const [, count = ""] = ((await day.locator(".rd-hidden").textContent()) ?? "").split(": ");
        await day.click();
        await expect(chosen.locator("h2")).not.toHaveText(before ?? "");
        await expect(page).toHaveURL(/month=\d{4}-\d\d-\d\d/);
        await expect(page.locator("ol > li[data-chosen] a")).toHaveAttribute(
          "aria-current",
          "date",
        );
        await expect(chosen.locator("article")).toHaveCount(digits(count));
        await chosen.getByRole("link").last().click();
        await expect(page).toHaveURL(/from=.*to=/);
        await expect(rows(page)).toHaveCount(digits(count));
        // Back is the month, with the same day beside it.
        await page.goBack();
        await expect(chosen.locator("h2")).not.toHaveText(before ?? "");
        const next = page.locator("section[aria-labelledby=month-title] .rd-square").first();
        const title = await page.locator("#month-title").textContent();
        await next.click();
        await expect(page.locator("#month-title")).not.toHaveText(title ?? "");
      });
    });

  test.describe(`the list of events in ${locale} without JavaScript`, () => {
    test.use({ javaScriptEnabled: false });

    test("has strip, calendar, popovers and views by links and one form", async ({ page }) => {
      await page.goto(`/events?city=tehran&lang=${locale}`);
      await filter(page, "day").locator("summary").click();
      await filter(page, "day").getByRole("link", { name: texts.list.monthAfter }).click();
      // The page comes back with the calendar open.
      const month = filter(page, "day").locator("table").first();
      await month.getByRole("link").nth(0).click();
      await month.getByRole("link").nth(27).click();
      await expect(month.locator('[aria-current="date"]')).toHaveCount(28);
      await filter(page, "time").locator("summary").click();
      await filter(page, "time").getByRole("checkbox").nth(2).check();
      await filter(page, "time").locator("button[type=submit]").click();
      await expect(page).toHaveURL(/time=evening/);
      await expect(page).toHaveURL(/from=.*to=|to=.*from=/);
      await page
        .getByRole("navigation", { name: texts.list.view, exact: true })
        .getByRole("link", { name: texts.list.views.grid })
        .click();
      await expect(page).toHaveURL(/time=evening/);
      await expect(rows(page).first()).toBeVisible();
    });

    test("has the filters of a phone behind a link", async ({ page }) => {
      await page.setViewportSize({ width: 390, height: 844 });
      await page.goto(`/events?city=tehran&lang=${locale}`);
      await page.locator('a[href="#filters"]').first().click();
      await filter(page, "whom").locator("summary").click();
      await page.locator('input[name="trait"][value="for-two"]').check();
      await page.locator("#filters button[type=submit]:visible").click();
      await expect(page).toHaveURL(/trait=for-two/);
      // What is chosen can be followed where it is shown, and only there.
      const follow = page.getByRole("button", { name: texts.follow, exact: true });
      await expect(follow).toHaveCount(1);
      await expect(
        page
          .getByRole("list", { name: texts.list.active })
          .getByRole("button", { name: texts.follow }),
      ).toBeInViewport();
    });
  });
}
