import { createServer, type Server } from "node:http";
import type { Page } from "playwright/test";
import { freePort } from "../../scripts/set-up/machine.mjs";
import { expect, hydrated, test } from "./people";

test.use({ role: "admin" });

/** Both languages and both modes: plain forms in one, scripts in the other. */
const WAYS = [
  { locale: "en", javaScriptEnabled: false, city: "toronto", title: "Lanterns over the Slow Canal" },
  { locale: "fa", javaScriptEnabled: true, city: "vancouver", title: "Daf Players at the Quiet Mill" },
] as const;
const MESSAGE = "The musicians cannot come. We are sorry.";

/** A site with a calendar, which is cancelled on request. */
async function startSite(title: string): Promise<{ url: string; cancel(): void; server: Server }> {
  let status = "CONFIRMED";
  const server = createServer((request, response) => {
    if (request.url !== "/events.ics") {
      response.writeHead(404).end();
      return;
    }
    const lines = [
      ...["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Mill//EN", "BEGIN:VEVENT", "UID:evening@mill", "DTSTAMP:20261101T000000Z"],
      ...[`SUMMARY:${title}`, "DTSTART:20270117T003000Z", "LOCATION:The Old Mill", `STATUS:${status}`],
      ...["DESCRIPTION:An evening of music by the water\\, with tea and stories between the songs.", "END:VEVENT", "END:VCALENDAR", ""],
    ];
    response.writeHead(200, { "Content-Type": "text/calendar; charset=utf-8" }).end(lines.join("\r\n"));
  });
  const port = await freePort();
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  const cancel = () => {
    status = "CANCELLED";
  };
  return { url: `http://127.0.0.1:${port}/events.ics`, cancel, server };
}

/** Reads the source now, and waits until so many of its checks have ended. */
async function check(page: Page, checks: number): Promise<void> {
  const ended = page.locator("table").filter({ has: page.locator("td, th", { hasText: /OK|سالم/ }) });
  await page.locator("button[value=check]").click();
  await expect(async () => {
    await page.reload();
    await expect(ended.locator("tbody tr", { hasText: /OK|سالم/ })).toHaveCount(checks, { timeout: 1_000 });
  }).toPass({ timeout: 40_000 });
}

for (const { locale, javaScriptEnabled, city, title } of WAYS)
  test.describe(`a curator who reads ${locale}, ${javaScriptEnabled ? "with" : "without"} scripts`, () => {
    test.use({ javaScriptEnabled, extraHTTPHeaders: { "Accept-Language": locale } });

    test("adds a source after a dry run, approves what its first check brings, and cancels what it cancels", async ({ page }) => {
      const site = await startSite(title);
      try {
        const ready = async () => {
          if (javaScriptEnabled) await hydrated(page);
        };
        await page.goto(`/admin/sources/new?lang=${locale}`);
        await ready();
        const main = page.getByRole("main");
        await main.locator("input[name=name]").fill(`The mill in ${city}`);
        await main.locator("input[name=url]").fill("http://10.0.0.1/events.ics");
        await main.locator("select[name=kind]").selectOption("ical");
        await main.locator("select[name=city]").selectOption(city);
        await main.locator("select[name=category]").selectOption("Concert");
        await main.locator("input[name=trust][value=reviewed]").check({ force: true });
        await main.locator("button[value=dry-run]").click();
        // A private address is refused, and what was typed stays.
        await expect(main.locator("input[name=url][aria-invalid=true]")).toBeVisible();
        await main.locator("input[name=url]").fill(site.url);
        await main.locator("button[value=dry-run]").click();
        await expect(page.locator("#dry-run").getByText(title)).toBeVisible();
        await main.locator("button[value=save]").click();
        await page.waitForURL(/\/admin\/sources\/[0-9a-f-]{36}/);
        const source = page.url();
        await ready();

        await check(page, 1);
        await page
          .getByRole("row", { name: new RegExp(title) })
          .getByRole("link")
          .click();
        await page.waitForURL(/\/candidates\//);
        await ready();
        await page.getByRole("main").locator("button[value=approve]").first().click();
        await expect(async () => {
          await page.goto(source);
          await expect(page.getByRole("row", { name: new RegExp(title) }).locator("a[href*='/events/']")).toBeVisible({ timeout: 1_000 });
        }).toPass({ timeout: 20_000 });

        site.cancel();
        await ready();
        await check(page, 2);
        await page.locator("textarea[name=message]").fill(MESSAGE);
        await page.locator("button[value=accept]").click();
        await expect(page.locator("textarea[name=message]")).toHaveCount(0);
        await page
          .getByRole("row", { name: new RegExp(title) })
          .locator("a[href*='/events/']")
          .click();
        await page.waitForURL(/\/events\//);
        await expect(page.getByText(MESSAGE).first()).toBeVisible();
      } finally {
        site.server.close();
      }
    });
  });
