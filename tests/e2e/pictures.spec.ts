import type { Page } from "playwright/test";
import { createPhoto } from "../factories/photo";
import { apiOf } from "./api";
import { expect, hydrated, test } from "./people";

test.use({ role: "moderator" });

/** Publishes an event with a tall photo whose right edge is its point. */
async function publishWithPhoto(page: Page, origin: string): Promise<string> {
  const buffer = Buffer.from(await createPhoto(900, 1200));
  const session = await page.request.post("/api/v1/auth/session-token", {
    headers: { Origin: origin },
  });
  const login = await page.request.post("/api/v1/auth/login", {
    data: { firebaseToken: (await session.json()).idToken },
  });
  const headers = {
    Authorization: `Bearer ${(await login.json()).access_token}`,
    "Content-Type": "image/png",
  };
  const { url } = await (
    await page.request.post("/api/v1/media", { headers, data: buffer })
  ).json();
  const api = await apiOf(page.request, origin);
  const { id } = await api("POST", "/events", {
    title: { en: `Photographs ${Math.random().toString(36).slice(2, 8)}`, fa: null },
    description: { en: "Photographs of the old harbour, shown by those who took them.", fa: null },
    venue: { en: "Harbour House", fa: null },
    city: "bushehr",
    startsAt: "2027-01-20T18:00:00+03:30",
    endsAt: "2027-01-20T20:00:00+03:30",
    price: 0,
    categories: ["Concert"],
    imageUrl: new URL(url).pathname,
    imageFocus: "bottom-right",
  });
  await api("POST", `/events/${id}/submit`);
  return id;
}

test("a list and an event's page load the copies that fit, on the colours of the picture, at its chosen part", async ({
  page,
  baseURL,
}) => {
  const id = await publishWithPhoto(page, baseURL ?? "");
  await page.setViewportSize({ width: 1280, height: 900 });
  for (const [view, place] of [
    ["rows", 52],
    ["grid", 300],
  ] as const) {
    await page.goto(`/cities/bushehr?lang=en&view=${view}&from=2027-01-20&to=2027-01-20`);
    const image = page.getByRole("main").locator(`article:has(a[href*="${id}"]) img`);
    await image.scrollIntoViewIfNeeded();
    await expect
      .poll(() => image.evaluate((one: HTMLImageElement) => one.complete && one.naturalWidth > 0))
      .toBe(true);
    const shown = await image.evaluate((one: HTMLImageElement) => ({
      src: one.currentSrc,
      width: one.clientWidth,
      position: getComputedStyle(one).objectPosition,
      blur: getComputedStyle(one).backgroundImage,
    }));
    expect(shown.src).toMatch(/\/320\.(avif|webp)$/);
    expect(shown.width).toBeLessThanOrEqual(place + 20);
    expect(shown.position).toBe("100% 100%");
    expect(shown.blur).toContain("radial-gradient");
  }
  await page.goto(`/events/${id}?lang=en`);
  const whole = page.locator("a[href*='/media/'] img").last();
  await expect
    .poll(() => whole.evaluate((one: HTMLImageElement) => one.currentSrc))
    .toMatch(/\/640\.(avif|webp)$/);
  expect(await whole.evaluate((one) => getComputedStyle(one).objectFit)).toBe("contain");
  expect(
    await page.evaluate(() => [...document.querySelectorAll("source")].map(({ type }) => type)),
  ).toEqual(expect.arrayContaining(["image/webp", "image/jpeg"]));
});

test.describe("without a script", () => {
  test.use({ javaScriptEnabled: false });

  test("a picture is sent with the form, and its visible part is chosen", async ({ page }) => {
    await page.goto("/events/create?lang=en");
    await page
      .locator("#event-title-en")
      .fill(`Photographs by hand ${Math.random().toString(36).slice(2, 8)}`);
    await page.locator("input[name=picture]").setInputFiles({
      name: "photo.png",
      mimeType: "image/png",
      buffer: Buffer.from(await createPhoto(700, 500)),
    });
    await page.locator("details:has(input[name=picture]) > summary").click();
    await page.locator("input[name=imageFocus][value=top-left]").check({ force: true });
    await page.locator("button[value=preview]").last().click();
    const preview = page.locator("#preview img").first();
    await expect(preview).toHaveAttribute("src", /_700x500a?wj_[0-9a-f]{12}\.png$/);
    await expect(preview).toHaveAttribute("data-focus", "top-left");
  });
});

test("a picture that is chosen in the form can be previewed before it is sent", async ({
  page,
}) => {
  await page.goto("/events/create?lang=en");
  await hydrated(page);
  await page.locator("input[name=picture]").setInputFiles({
    name: "photo.png",
    mimeType: "image/png",
    buffer: Buffer.from(await createPhoto(700, 500)),
  });
  await expect(page.locator("#preview img").first()).toHaveAttribute("src", /^data:image\//);
});
