import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { violationsOn } from "./axe";
import { rowsOf } from "./outbox";
import { expect, hydrated, test } from "./people";

test.use({ role: "admin" });

/** Both languages and both modes: plain forms in one, scripts in the other. */
const WAYS = [
  {
    locale: "en",
    javaScriptEnabled: false,
    path: "/one.ics",
    title: "Paper Lanterns by the River",
    unsaved: "Nothing is saved",
    kind: "iCalendar",
    trial: /nothing of it goes public by one press/,
  },
  {
    locale: "fa",
    javaScriptEnabled: true,
    path: "/two.ics",
    title: "Clay Flutes after Dark",
    unsaved: "چیزی ذخیره نمی‌شود",
    kind: "iCalendar",
    trial: /چیزی از آن با یک بار زدن منتشر نمی‌شود/,
  },
] as const;

/** A calendar with one event; the test server's clock is in December 2026. */
const calendarOf = (title: string) =>
  [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//Test//EN",
    "BEGIN:VEVENT",
    `UID:${title}`,
    "DTSTAMP:20261101T000000Z",
    `SUMMARY:${title}`,
    "DTSTART;TZID=Asia/Tehran:20270114T193000",
    "LOCATION:Vahdat Hall",
    "DESCRIPTION:An evening of music for everyone who likes to listen.",
    "END:VEVENT",
    "END:VCALENDAR",
    "",
  ].join("\r\n");

let site: Server;
let origin: string;

test.beforeAll(async () => {
  site = createServer((request, response) => {
    const way = WAYS.find(({ path }) => path === request.url);
    if (!way) response.writeHead(404).end();
    else
      response
        .writeHead(200, { "Content-Type": "text/calendar; charset=utf-8" })
        .end(calendarOf(way.title));
  });
  await new Promise<void>((resolve) => site.listen(0, "127.0.0.1", resolve));
  origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
});

test.afterAll(() => new Promise((resolve) => site.close(() => resolve(undefined))));

// Both are on one host, which is checked one at a time.
test.describe.configure({ mode: "serial" });

for (const { locale, javaScriptEnabled, path, title, unsaved, kind, trial } of WAYS)
  test.describe(`an editor who reads ${locale}, ${javaScriptEnabled ? "with" : "without"} scripts`, () => {
    test.use({ javaScriptEnabled, extraHTTPHeaders: { "Accept-Language": locale } });

    test("finds a source out by its address, adds it, checks it, and finds its item in the inbox with where it comes from", async ({
      page,
    }) => {
      test.setTimeout(150_000);
      const name = `Fixture ${locale}`;
      const main = page.getByRole("main");
      const press = (intent: string) =>
        main.locator(`button[name=intent][value=${intent}]`).first().click();
      await page.goto(`/admin/sources/new?lang=${locale}`);
      if (javaScriptEnabled) await hydrated(page);
      await page.locator("#address-url").fill(`${origin}${path}`);
      await press("look");
      await expect(main.getByText(unsaved)).toBeVisible();
      await expect(main.getByText(title).first()).toBeVisible();
      await expect(page.locator("select[name=kind]")).toHaveValue("ical");
      await expect(page.locator("select[name=city]")).toHaveValue("tehran");
      await expect(page.locator("select[name=everyMinutes]")).toHaveValue("360");
      await page.locator("#source-name").fill(name);
      await press("dry-run");
      await expect(main.getByText(title).first()).toBeVisible();
      await expect(page.locator("#source-name")).toHaveValue(name);
      await press("save");
      await expect(page).toHaveURL(/\/admin\/sources\/[0-9a-f-]{36}/);
      await expect(main.getByRole("heading", { level: 1 })).toHaveText(name);
      if (javaScriptEnabled) expect(await violationsOn(page)).toEqual([]);
      await press("check");
      await expect(async () => {
        await page.reload();
        await expect(
          main.getByRole("row").filter({ hasText: title }).getByRole("link"),
        ).toBeVisible({ timeout: 1_000 });
      }).toPass({ timeout: 90_000 });

      const id = /[0-9a-f-]{36}/.exec(page.url())?.[0] ?? "";
      await page.goto(`/admin/inbox?kind=candidate&source=${id}&lang=${locale}`);
      await expect(page.locator("#review-title")).toHaveText(title);
      const provenance = main.getByRole("link", { name: new RegExp(name) });
      await expect(provenance.first()).toBeVisible();
      await expect(main.getByText(kind).first()).toBeVisible();

      // A source on trial: one press publishes nothing and asks.
      await main.locator("form[data-decision] button[value=approve]").click();
      await expect(main.getByText(trial)).toBeVisible();
      await expect(page.locator("#review-title")).toHaveText(title);
      expect(rowsOf(`SELECT id FROM events WHERE title_en = '${title}'`)).toEqual([]);
    });
  });
