import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Page } from "playwright/test";
import { type Api, apiOf } from "./api";
import { expect, test } from "./people";

/** The server's date: Tuesday 8 December 2026 (17 Azar 1405). */
const TODAY = "2026-12-08";

test.use({ role: "moderator", locale: "en-GB" });

const eventInput = (title: string, startsAt: string, endsAt: string) => ({
  title: { en: title, fa: null },
  description: {
    en: "An evening that the tests have made up, long enough to be told of.",
    fa: null,
  },
  venue: { en: "Vahdat Hall", fa: null },
  city: "tehran",
  startsAt,
  endsAt,
  price: 0,
  categories: ["Concert"],
});

async function publish(api: Api, title: string, startsAt: string, endsAt: string): Promise<string> {
  const { id } = await api("POST", "/events", eventInput(title, startsAt, endsAt));
  const { status } = await api("POST", `/events/${id}/submit`);
  expect(status).toBe("approved");
  return id;
}

const unique = (title: string) => `${title} ${Math.random().toString(36).slice(2, 8)}`;
const dayLink = (page: Page, day: string) => page.locator(`[data-day="${day}"]`);
const focused = (page: Page) =>
  page.evaluate(() => (document.activeElement as HTMLElement | null)?.dataset.day ?? null);

for (const scripted of [true, false])
  test.describe(scripted ? "with scripts" : "without scripts", () => {
    test.use({ javaScriptEnabled: scripted });

    test("My Calendar turns pages, selects a day, and changes its layout and calendar", async ({
      page,
      request,
      baseURL,
    }) => {
      const api = await apiOf(request, baseURL ?? "");
      const draft = unique("A draft");
      const long = unique("A festival");
      await api(
        "POST",
        "/events",
        eventInput(draft, "2026-12-15T20:00:00+03:30", "2026-12-15T22:00:00+03:30"),
      );
      await publish(api, long, "2026-12-17T10:00:00+03:30", "2026-12-22T20:00:00+03:30");

      await page.goto("/events?view=calendar&lang=en");
      const title = page.getByRole("heading", { level: 1 });
      await expect(title).toContainText("December 2026");
      await expect(title).toContainText("Azar – Dey 1405");
      await expect(dayLink(page, TODAY)).toHaveAttribute("aria-current", "date");
      await expect(page.getByRole("columnheader").first()).toContainText("Monday");

      await dayLink(page, "2026-12-15").click();
      const aside = page.getByRole("complementary");
      await expect(aside.getByRole("heading", { level: 2 }).first()).toHaveText(
        "Tuesday 15 December",
      );
      await expect(aside.getByRole("listitem").filter({ hasText: draft })).toContainText("Draft");
      // Listed in each week that it spans.
      await expect(page.getByRole("table").getByRole("link", { name: long })).toHaveCount(2);

      await page.getByRole("link", { name: "Next month" }).click();
      await expect(title).toContainText("January 2027");
      await page.getByRole("link", { name: "Previous month" }).click();
      await expect(title).toContainText("December 2026");
      await page.getByRole("link", { name: "Jalali" }).click();
      await expect(title).toContainText("Azar 1405");
      await page.getByRole("link", { name: "Week" }).click();
      await expect(page.getByRole("table").getByRole("row")).toHaveCount(2);
      await page.getByRole("link", { name: "Agenda" }).click();
      await page.goto("/events?view=calendar&layout=agenda&date=2026-12-15&lang=en");
      await expect(page.getByRole("listitem").filter({ hasText: draft })).toContainText("20:00");
      await page.getByRole("link", { name: "Today", exact: true }).click();
      await expect(title).toContainText("December 2026");
    });

    test("the Persian calendar begins on Saturday, in Jalali months", async ({ page }) => {
      await page.goto("/events?view=calendar&lang=fa");
      await expect(page.getByRole("heading", { level: 1 })).toContainText("آذر ۱۴۰۵");
      await expect(page.getByRole("columnheader").first()).toContainText("شنبه");
      await expect(dayLink(page, TODAY)).toContainText("۱۷");
      await page.getByRole("link", { name: "ماه بعد" }).click();
      await expect(page.getByRole("heading", { level: 1 })).toContainText("دی ۱۴۰۵");
    });
  });

for (const [locale, forth, back] of [
  ["en", "ArrowRight", "ArrowLeft"],
  ["fa", "ArrowLeft", "ArrowRight"],
] as const)
  test(`the arrow keys move through the days in ${locale}, and turn the page`, async ({ page }) => {
    await page.goto(`/events?view=calendar&lang=${locale}`);
    await expect(page.locator("[data-day]:not([tabindex])")).toHaveCount(1);
    await dayLink(page, TODAY).focus();
    await page.keyboard.press(forth);
    expect(await focused(page)).toBe("2026-12-09");
    await page.keyboard.press(back);
    await page.keyboard.press("ArrowDown");
    expect(await focused(page)).toBe("2026-12-15");
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("End");
    expect(await focused(page)).toBe(locale === "en" ? "2026-12-13" : "2026-12-11");
    await page.keyboard.press("Home");
    expect(await focused(page)).toBe(locale === "en" ? "2026-12-07" : "2026-12-05");
    await expect(page.locator("[data-day]:not([tabindex])")).toHaveCount(1);
    const before = await page.getByRole("heading", { level: 1 }).textContent();
    await page.keyboard.press("PageDown");
    await expect(page.getByRole("heading", { level: 1 })).not.toHaveText(before ?? "");
    await expect.poll(() => focused(page)).toBe(locale === "en" ? "2027-01-01" : "2026-12-22");
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/date=/);
  });

test("a printed calendar has the month and no controls", async ({ page }) => {
  await page.goto("/events?view=calendar&lang=en");
  await page.emulateMedia({ media: "print" });
  await expect(page.getByRole("table")).toBeVisible();
  await expect(page.getByRole("link", { name: "Next month" })).toBeHidden();
  await expect(page.getByRole("complementary")).toBeHidden();
});

test("a phone shows days with dots and the selected day's list", async ({
  page,
  request,
  baseURL,
}) => {
  const title = unique("On a phone");
  await publish(
    await apiOf(request, baseURL ?? ""),
    title,
    "2026-12-16T20:00:00+03:30",
    "2026-12-16T22:00:00+03:30",
  );
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto("/events?view=calendar&date=2026-12-16&lang=en");
  await expect(page.getByRole("complementary").getByRole("link", { name: title })).toBeVisible();
  await expect(page.getByRole("table").getByRole("link", { name: title })).toBeHidden();
  await expect(page.locator('td:has([data-day="2026-12-16"]) i').first()).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
});

test.describe("a visitor", () => {
  test.use({ role: null });

  test("signs in first, and returns to the calendar", async ({ page }) => {
    await page.goto("/events?view=calendar&layout=week&lang=en");
    await expect(page).toHaveURL(/\/login\?.*returnTo=%2Fevents%3Fview%3Dcalendar%26layout%3Dweek/);
  });

  test("finds the feed of the filtered list for any calendar application", async ({
    page,
    request,
  }) => {
    await page.goto("/events?city=tehran&category=concert&lang=en");
    await page.locator("summary", { hasText: "Follow in your calendar" }).click();
    const address =
      (await page.getByRole("link", { name: "iCalendar address" }).getAttribute("href")) ?? "";
    expect(address).toMatch(/\/events\.ics\?.*city=tehran/);
    await expect(page.getByRole("link", { name: "Open in my calendar app" })).toHaveAttribute(
      "href",
      /^webcal:/,
    );
    await expect(page.getByText("every 12 to 24 hours")).toBeVisible();
    const file = await (await request.get(address)).text();
    expect(file).toContain("BEGIN:VEVENT");
  });

  test("reads the list embedded in another site's page, at its full height", async ({
    page,
    baseURL,
  }) => {
    // A separate server: browsers refuse requests from opaque origins to loopback.
    const body = `<!doctype html><title>Elsewhere</title><p>Before</p><script async src="${baseURL}/embed.js" data-city="tehran" data-limit="3" data-lang="en"></script>`;
    const elsewhere = createServer((_, response) =>
      response.setHeader("Content-Type", "text/html").end(body),
    ).listen(0, "127.0.0.1");
    await once(elsewhere, "listening");
    await page.goto(`http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}/`);
    const list = page.frameLocator("iframe[title=Events]");
    await expect(list.getByRole("listitem")).toHaveCount(3);
    const frame = page.locator("iframe");
    await expect(frame).not.toHaveAttribute("height", "480");
    const height = await list
      .locator("html")
      .evaluate((html) => Math.ceil(html.getBoundingClientRect().height));
    await expect(frame).toHaveAttribute("height", String(height));
    await expect(list.getByRole("link").first()).toHaveAttribute("target", "_top");
    elsewhere.close();
  });
});

test("an open page learns of changes to its own event only", async ({ page, request, baseURL }) => {
  const api = await apiOf(request, baseURL ?? "");
  const [id, other] = [
    await publish(
      api,
      unique("To be moved"),
      "2026-12-20T20:00:00+03:30",
      "2026-12-20T22:00:00+03:30",
    ),
    await publish(
      api,
      unique("Another one"),
      "2026-12-21T20:00:00+03:30",
      "2026-12-21T22:00:00+03:30",
    ),
  ];
  await page.clock.install();
  // A room opened again after a failed attempt is another socket, and a socket receives only
  // messages sent after it is open.
  await page.addInitScript(() => {
    const heard: string[] = [];
    const Socket = WebSocket;
    window.WebSocket = class extends Socket {
      constructor(...address: ConstructorParameters<typeof WebSocket>) {
        super(...address);
        this.addEventListener("open", () => heard.push("open"));
        this.addEventListener("message", ({ data }) => heard.push(String(data)));
      }
    };
    Object.assign(window, { heard });
  });
  const heard = (text: string) =>
    expect
      .poll(() =>
        page.evaluate(
          (text) =>
            (window as Window & { heard?: string[] }).heard?.some((one) => one.includes(text)),
          text,
        ),
      )
      .toBe(true);
  await page.goto(`/events/${id}?lang=en`);
  await heard("open");
  const said = page.getByRole("status").filter({ hasText: "This event has changed." });
  await api("POST", `/events/${other}/lifecycle`, {
    lifecycle: "postponed",
    message: "The hall is being repaired.",
  });
  await heard(other);
  // Longer than the page waits for all isolates to see a change.
  await page.clock.runFor(8_000);
  await expect(said).toBeHidden();
  await api("POST", `/events/${id}/lifecycle`, {
    lifecycle: "postponed",
    message: "The hall is being repaired.",
  });
  await expect(said).toBeVisible({ timeout: 15_000 });
  await said.getByRole("button", { name: "Refresh" }).click();
  await expect(said).toBeHidden();
  await expect(page.getByRole("main")).toContainText("Postponed");
});
