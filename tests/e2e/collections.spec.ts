import type { Page } from "playwright/test";
import en from "../../app/locales/en/collections.json" with { type: "json" };
import enCommon from "../../app/locales/en/common.json" with { type: "json" };
import fa from "../../app/locales/fa/collections.json" with { type: "json" };
import faCommon from "../../app/locales/fa/common.json" with { type: "json" };
import { joinAsNew, PASSWORD } from "./joining";
import { expect, hydrated, test } from "./people";
import { nameOf, WAYS } from "./ways";

const TEXTS = { en: { ...en, heart: enCommon.heart }, fa: { ...fa, heart: faCommon.heart } };
const NAME = { en: "For when Maryam visits", fa: "برای وقتی که مریم می‌آید" };

const cards = (page: Page) => page.locator("main article[data-size]");
const titlesOf = (page: Page) => page.locator("main article h2").allTextContents();

for (const way of WAYS)
  test.describe(nameOf(way), () => {
    const { locale, scripted } = way;
    test.use({ javaScriptEnabled: scripted });
    const texts = TEXTS[locale];
    const list = `/events?city=tehran&view=grid&lang=${locale}`;

    test("an event is saved, added to a collection, sorted and shown to a visitor", async ({
      page,
      browser,
      baseURL,
    }) => {
      await joinAsNew(page);
      await page.goto(list);
      if (scripted) await hydrated(page);
      const heart = cards(page).first().locator("button[aria-pressed]");
      const saved = page.waitForResponse((answer) => answer.url().endsWith("/favourite"));
      await heart.click();
      await saved;
      await expect(heart).toHaveAttribute("aria-pressed", "true");
      if (!scripted)
        await expect(page.getByRole("status").getByText(texts.heart.saved)).toBeVisible();
      expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe(list);

      await page.goto(`/saved?lang=${locale}`);
      await expect(page.locator("main article")).toHaveCount(1);

      // From there into a new collection, then another event into the same.
      if (scripted) await hydrated(page);
      await page.locator("main a[href^='/events/'][href*='/collections']").first().click();
      await page.locator("#manage-name").fill(NAME[locale]);
      await page.locator("button[value=save]").last().click();
      await expect(page.getByRole("status").getByText(texts.manage.saved)).toBeVisible();
      await page.goto(list);
      await cards(page).nth(1).locator("a[href*='/collections']").click();
      await page.getByRole("checkbox", { name: NAME[locale] }).check();
      await page.locator("button[value=save]").last().click();
      await page.waitForURL((url) => /^\/events\/[^/]+$/.test(url.pathname));

      await page.goto(`/collections?lang=${locale}`);
      await page.getByRole("link", { name: NAME[locale] }).click();
      // A client-side navigation changes the URL before the page: wait for the heading.
      await expect(page.getByRole("heading", { level: 1, name: NAME[locale] })).toBeVisible();
      const before = await titlesOf(page);
      expect(before.length).toBe(2);
      await page.locator("button[value=down]").first().click();
      await expect.poll(() => titlesOf(page)).toEqual([...before].reverse());
      if (scripted) {
        await expect(page.locator("main section [role=status]")).toContainText(before[0] ?? "");
        // Drags it back to the other's position.
        await page.locator("main ol > li").nth(1).dragTo(page.locator("main ol > li").first());
        await expect.poll(() => titlesOf(page)).toEqual(before);
      }

      await page.getByRole("link", { name: texts.edit, exact: true }).click();
      await page.locator("#collection-isPublic").check();
      await page.locator("button[value=save]").last().click();
      await expect(page.getByRole("status").getByText(texts.updated)).toBeVisible();
      const address = new URL(page.url());

      const visitor = await browser.newContext({ baseURL, javaScriptEnabled: scripted });
      const public_ = await visitor.newPage();
      await public_.goto(address.pathname + address.search);
      await expect(public_.getByRole("heading", { level: 1 })).toHaveText(NAME[locale]);
      await expect(public_.getByRole("link", { name: "Nasrin Kamali" })).toBeVisible();
      expect((await titlesOf(public_)).length).toBe(2);
      await expect(public_.locator("button[value=up]")).toHaveCount(0);
      await visitor.close();

      await page.getByRole("link", { name: texts.edit, exact: true }).click();
      await page.getByRole("link", { name: texts.delete.ask }).click();
      await page.getByRole("dialog").locator("button[value=delete]").click();
      await page.waitForURL((url) => url.pathname === "/collections");
      await expect(page.getByRole("link", { name: NAME[locale] })).toHaveCount(0);
    });

    test("a visitor who saves an event signs in and finds it saved", async ({
      page,
      browser,
      baseURL,
    }) => {
      const email = await joinAsNew(page);
      const context = await browser.newContext({ baseURL, javaScriptEnabled: scripted });
      const visitor = await context.newPage();
      await visitor.goto(list);
      if (scripted) await hydrated(visitor);
      const kept = visitor.waitForResponse((answer) => answer.url().endsWith("/favourite"));
      await cards(visitor).nth(2).locator("button[aria-pressed]").click();
      await kept;
      // The browser keeps it until the visitor signs in.
      if (scripted)
        await expect(cards(visitor).nth(2).locator("button[aria-pressed]")).toHaveAttribute(
          "aria-pressed",
          "true",
        );
      await visitor.goto(`/login?returnTo=${encodeURIComponent(list)}`);
      await visitor.locator("#email").fill(email);
      await visitor.locator("#password").fill(PASSWORD);
      await visitor.getByRole("main").locator("button[name=intent]").click();
      await visitor.waitForURL((url) => url.pathname === "/events");
      await expect(cards(visitor).nth(2).locator("button[aria-pressed]")).toHaveAttribute(
        "aria-pressed",
        "true",
      );
      await context.close();
    });
  });
