import type { Page } from "playwright/test";
import { violationsOn } from "./axe";
import { DEMO_PASSWORD, expect, test } from "./people";

/** The whole description is loaded for the first form, which takes its time on a busy machine. */
const LOADED = { timeout: 30_000 };

/** Opens the page of an operation and its form. */
async function tryOut(page: Page, operation: string, name = "Try it") {
  await page.goto(`/api/v1/docs/${operation}?lang=${name === "Try it" ? "en" : "fa"}`);
  const article = page.locator(`#${operation}`);
  const summary = article.locator("summary", { hasText: name });
  await summary.focus();
  await page.keyboard.press("Enter");
  const form = article.locator("form");
  await expect(form).toBeVisible(LOADED);
  return { form, said: form.locator("output"), body: form.locator("pre").last() };
}

test.describe("the API reference", () => {
  test("lets one try an operation by keyboard, with its parameters, and says what came back", async ({
    page,
  }) => {
    const cities = await tryOut(page, "listCities");
    await cities.form.getByRole("button", { name: "Send" }).press("Enter");
    await expect(cities.said).toHaveText(/^200 · [\d,]+ milliseconds?$/, LOADED);
    await expect(cities.body).toContainText('"slug": "tehran"');
    await expect(cities.form.locator("pre").first()).toContainText(
      "Content-Type: application/json",
    );

    const event = await tryOut(page, "getCity");
    await event.form.getByLabel("id").fill("shiraz");
    await event.form.getByRole("button", { name: "Send" }).click();
    await expect(event.said).toContainText("200");
    await expect(event.body).toContainText('"slug": "shiraz"');
    await expect(event.form.locator(".address")).toContainText("/api/v1/cities/shiraz");

    const list = await tryOut(page, "listEvents");
    await list.form.getByLabel("category").fill("concert, talk");
    await list.form.getByLabel("limit").fill("one");
    const asked = page.waitForRequest(/\/api\/v1\/events\?/);
    await list.form.getByRole("button", { name: "Send" }).click();
    expect(new URL((await asked).url()).search).toBe("?category=concert&category=talk&limit=one");
    await expect(list.said).toContainText("400");
    await expect(list.body).toContainText('"path": "limit"');
    expect(await violationsOn(page)).toEqual([]);
  });

  test("says it in Persian, where there is room for little", async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 640 });
    const { form, said, body } = await tryOut(page, "getEvent", "امتحان کنید");
    await form.getByLabel("id").fill("019b7647-f000-77c5-8015-000000000000");
    await form.getByRole("button", { name: "فرستادن" }).click();
    await expect(said).toHaveText(/^404 · [۰-۹٬]+ میلی‌ثانیه$/);
    await expect(body).toContainText(/"message": "[^"]*[آ-ی]/);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
      320,
    );
  });

  for (const name of ["", "/events", "/listEvents", "/Event"])
    test(`is at most 8,000 pixels high: ${name || "the first page"}`, async ({ page }) => {
      await page.goto(`/api/v1/docs${name}?lang=en`);
      const height = await page.evaluate(() => document.documentElement.scrollHeight);
      expect(height).toBeLessThanOrEqual(8_000);
    });

  test("says so when nothing comes back, and when the form cannot be loaded", async ({ page }) => {
    await page.goto("/api/v1/docs/listCities?lang=en");
    await page.route("**/api/v1/openapi.json*", (route) => route.abort());
    const summary = page.locator("#listCities summary", { hasText: "Try it" });
    await summary.click();
    await expect(page.locator("#listCities [role=status]")).toHaveText(
      /couldn’t load the form/,
      LOADED,
    );
    await page.unroute("**/api/v1/openapi.json*");
    const { form, said } = await tryOut(page, "listCities");
    await page.route("**/api/v1/cities*", (route) => route.abort());
    await form.getByRole("button", { name: "Send" }).click();
    await expect(said).toHaveText(/There was no answer/);
  });

  test("is whole without JavaScript, and offers nothing that would not work", async ({
    browser,
    baseURL,
  }) => {
    const context = await browser.newContext({ baseURL, javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto("/api/v1/docs?lang=en");
    await page.getByRole("searchbox").fill("list cities");
    await page.getByRole("searchbox").press("Enter");
    await page.locator("main a[href*='/docs/listCities']").click();
    await expect(page.locator("#listCities")).toContainText("curl");
    await expect(page.getByText("Try it", { exact: true })).toHaveCount(0);
    await expect(page.locator("article form")).toHaveCount(0);
    await context.close();
  });
});

test.describe("with a key", () => {
  test.use({ role: "user" });
  test("asks as its owner, and keeps the key nowhere; the session alone does nothing [S-99]", async ({
    page,
  }) => {
    await page.goto("/account/security?lang=en");
    const form = page.locator("form", { has: page.locator("[name=lifetime]") });
    await form.locator("[name=name]").fill("Reference");
    const password = form.locator("[type=password]");
    if (await password.count()) await password.fill(DEMO_PASSWORD);
    await form.locator("button[value=create-key]").click();
    const key = (await page.getByText(/^rd_\S{20,}$/).textContent()) ?? "";
    const drafts = await tryOut(page, "listDrafts");
    await drafts.form.getByRole("button", { name: "Send" }).click();
    await expect(drafts.said).toContainText("401");
    await drafts.form.getByLabel("API key").fill(key);
    await drafts.form.getByRole("button", { name: "Send" }).click();
    await expect(drafts.said).toContainText("200");
    // Other pages do not have it; a key that reads does nothing else.
    const write = await tryOut(page, "createEvent");
    await expect(write.form.getByLabel("API key")).toHaveValue("");
    await write.form.getByLabel("API key").fill(key);
    await expect(write.form).toContainText("This changes real data.");
    await write.form.getByRole("button", { name: "Send" }).click();
    await expect(write.said).toContainText("403");
    expect(
      await page.evaluate(() =>
        JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie]),
      ),
    ).not.toContain(key);
  });
});
