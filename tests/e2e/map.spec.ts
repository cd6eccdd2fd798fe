import type { Page } from "playwright/test";
import { expect, hydrated, test } from "./people";

const TEXTS = {
  en: { map: "Map of the events", area: "Search this area", here: "In this area", view: "Map" },
  fa: { map: "نقشهٔ رویدادها", area: "جست‌وجو در این محدوده", here: "در این محدوده", view: "نقشه" },
} as const;

test.use({
  launchOptions: async ({ launchOptions }, use) =>
    use({
      ...launchOptions,
      args: [
        ...(launchOptions.args ?? []),
        "--enable-unsafe-swiftshader",
        "--use-angle=swiftshader",
        "--ignore-gpu-blocklist",
      ],
    }),
});

/** Pixels of a picture that have the theme's colour of water. */
const waterOn = (page: Page, picture: Buffer) =>
  page.evaluate(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
    const bitmap = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
    const { width, height } = bitmap;
    const context = new OffscreenCanvas(width, height).getContext("2d");
    if (!context) throw new Error("No canvas.");
    context.drawImage(bitmap, 0, 0);
    const picture = context.getImageData(0, 0, width, height).data;
    context.fillStyle = getComputedStyle(document.documentElement)
      .getPropertyValue("--rd-info-soft")
      .trim();
    context.fillRect(0, 0, 1, 1);
    const water = context.getImageData(0, 0, 1, 1).data;
    let count = 0;
    for (let at = 0; at < picture.length; at += 4)
      if ([0, 1, 2].every((part) => Math.abs((picture[at + part] ?? 0) - (water[part] ?? 0)) <= 2))
        count += 1;
    return count;
  }, picture.toString("base64"));

for (const locale of ["en", "fa"] as const) {
  const words = TEXTS[locale];
  test.describe(`the map of a list (${locale})`, () => {
    test.use({
      locale: locale === "fa" ? "fa-IR" : "en-GB",
      viewport: { width: 1440, height: 900 },
    });

    test("moves, follows the list and asks no one else", async ({ page, baseURL }) => {
      const foreign: string[] = [];
      const errors: string[] = [];
      page.on("request", (request) => {
        if (!request.url().startsWith(baseURL ?? "") && !/^(blob|data):/.test(request.url()))
          foreign.push(request.url());
      });
      page.on("console", (message) => message.type() === "error" && errors.push(message.text()));
      page.on("pageerror", (error) => errors.push(error.message));
      await page.goto(`/events?city=tehran&lang=${locale}`);
      await hydrated(page);
      await page.getByRole("link", { name: words.view, exact: true }).click();
      const map = page.getByRole("region", { name: words.map });
      await expect(map).toHaveAttribute("data-live", "true", { timeout: 30_000 });
      const pins = map.locator(".maplibregl-marker");
      await expect(pins.first()).toBeVisible();

      // A row lights its pin, and a pin its rows.
      const row = page.locator("#results article").first();
      await row.getByRole("link").first().focus();
      const lit = map.locator(".maplibregl-marker[data-lit]");
      await expect(lit).toHaveCount(1);
      await lit.focus();
      await expect(page.locator("#results article[data-lit]").first()).toBeAttached();

      // The keyboard moves the map; its area becomes the list's.
      await map.locator("canvas").focus();
      await page.keyboard.press("ArrowUp");
      await map.getByRole("link", { name: words.area }).click();
      await expect(page).toHaveURL(/bbox=5\d/);
      await expect(
        page.getByRole("listitem").filter({ hasText: words.here }).first(),
      ).toBeVisible();
      await expect(map).toHaveAttribute("data-live", "true");

      expect(foreign).toEqual([]);
      expect(errors).toEqual([]);
    });

    test("draws the streets of a city that has a file of them, and names their makers", async ({
      page,
    }) => {
      const parts: number[] = [];
      page.on("response", (response) => {
        if (response.url().endsWith("/maps/streets/isfahan.pmtiles")) parts.push(response.status());
      });
      await page.goto(`/events?city=isfahan&view=map&lang=${locale}`);
      const map = page.getByRole("region", { name: words.map });
      await expect(map).toHaveAttribute("data-live", "true", { timeout: 30_000 });
      await expect(map.getByText("OpenStreetMap")).toBeVisible();
      // Isfahan is far from any sea: what has the colour of water is the lake of the file.
      await expect
        .poll(async () => waterOn(page, await map.screenshot()), { timeout: 30_000 })
        .toBeGreaterThan(5_000);
      expect(new Set(parts)).toEqual(new Set([206]));
    });

    test("keeps its land in another theme", async ({ page }) => {
      await page.goto(`/events?view=map&lang=${locale}`);
      const map = page.getByRole("region", { name: words.map });
      await expect(map).toHaveAttribute("data-live", "true", { timeout: 30_000 });
      const share = async () => {
        const box = await map.boundingBox();
        return (
          (await waterOn(page, await map.screenshot())) / ((box?.width ?? 0) * (box?.height ?? 0))
        );
      };
      await expect.poll(share, { timeout: 30_000 }).toBeGreaterThan(0.02);
      await page.evaluate(() => {
        document.documentElement.dataset.mantineColorScheme = "dark";
      });
      await expect.poll(share, { timeout: 30_000 }).toBeGreaterThan(0.02);
      expect(await share()).toBeLessThan(0.5);
    });

    test("cuts no pin on a phone, where the list goes on past its first events", async ({
      page,
    }) => {
      await page.setViewportSize({ width: 390, height: 844 });
      await page.goto(`/events?city=tehran&view=map&lang=${locale}`);
      const map = page.getByRole("region", { name: words.map });
      await expect(map).toHaveAttribute("data-live", "true", { timeout: 30_000 });
      const cut = () =>
        map.evaluate((frame) => {
          const edge = frame.getBoundingClientRect();
          const boxes = [...frame.querySelectorAll(".maplibregl-marker")].map((pin) =>
            pin.getBoundingClientRect(),
          );
          const seen = boxes.filter(
            ({ left, right, top, bottom }) =>
              right > edge.left && left < edge.right && bottom > edge.top && top < edge.bottom,
          );
          const whole = seen.filter(
            ({ left, right, top, bottom }) =>
              left >= edge.left && right <= edge.right && top >= edge.top && bottom <= edge.bottom,
          );
          return [seen.length > 4, seen.length - whole.length];
        });
      await expect.poll(cut, { timeout: 30_000 }).toEqual([true, 0]);
    });

    test("tells the events of one house by the keyboard", async ({ page }) => {
      await page.goto(
        `/events?city=tehran&view=map&lang=${locale}&bbox=51.404,35.7,51.407,35.7015`,
      );
      const map = page.getByRole("region", { name: words.map });
      await expect(map).toHaveAttribute("data-live", "true", { timeout: 30_000 });
      await map.locator(".maplibregl-marker").first().press("Enter");
      const chosen = map.getByRole("status");
      await expect(chosen.getByRole("link").first()).toBeVisible();
      await chosen.getByRole("button").click();
      await expect(chosen).toHaveCount(0);
    });
  });

  test.describe(`the map of a list without scripts (${locale})`, () => {
    test.use({ javaScriptEnabled: false, locale: locale === "fa" ? "fa-IR" : "en-GB" });

    test("is still, with links", async ({ page }) => {
      await page.goto(`/events?city=tehran&view=map&lang=${locale}`);
      const map = page.getByRole("region", { name: words.map });
      await expect(map).not.toHaveAttribute("data-live");
      await map.locator("summary").first().click();
      await expect(map.locator("details[open] a").first()).toHaveAttribute("href", /^\/events\//);
      await expect(page.locator("#results article").first()).toBeVisible();
    });

    test("of a country shows the sea, and no pin covers a name there or in a city", async ({
      page,
    }) => {
      const map = page.getByRole("region", { name: words.map });
      for (const [width, city] of [
        [1440, ""],
        [320, ""],
        [390, "&city=tehran"],
        [1440, "&city=tehran"],
      ] as const) {
        await page.setViewportSize({ width, height: 844 });
        await page.goto(`/events?view=map${city}&lang=${locale}`);
        await expect(map.locator("summary").first()).toBeVisible();
        const [land, sea, covered] = await map.evaluate((frame) => {
          const ground = frame.querySelector<HTMLElement>("[style*=mask]");
          const colourOf = (of: Element | null | undefined) =>
            of ? getComputedStyle(of).backgroundColor : null;
          const boxes = (selector: string) =>
            [...frame.querySelectorAll(selector)].map(
              (found) => [found.textContent, found.getBoundingClientRect()] as const,
            );
          const spots = boxes("summary, a[data-family]");
          const names = boxes("[data-kind] > bdi").filter(([, name]) =>
            spots.some(
              ([, spot]) =>
                name.left < spot.right - 1 &&
                name.right > spot.left + 1 &&
                name.top < spot.bottom - 1 &&
                name.bottom > spot.top + 1,
            ),
          );
          return [
            colourOf(ground),
            colourOf(ground?.parentElement),
            names.map(([text]) => text),
          ] as const;
        });
        expect.soft(sea).not.toBe("rgba(0, 0, 0, 0)");
        expect.soft(sea).not.toBe(land);
        expect.soft(covered, `at ${width} px${city}`).toEqual([]);
      }
    });
  });
}
