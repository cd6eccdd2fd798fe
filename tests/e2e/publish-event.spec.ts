import type { APIRequestContext, Browser, Page } from "playwright/test";
import { violationsOn } from "./axe";
import { joinAsNew } from "./joining";
import { expect, hydrated, logIn, test } from "./people";
import { nameOf, WAYS } from "./ways";

test.use({ role: "user" });

/** Labels of the six fields and the buttons. */
const WORDS = {
  en: {
    title: "Night of the setar",
    pending: "Pending review",
    waits: "Edit awaiting review",
    start: "2027-01-05",
    startTyped: "2027-01-05T20:00",
    endTyped: "2027-01-05T22:00",
  },
  fa: {
    title: "Night of the santur",
    pending: "در انتظار بررسی",
    waits: "ویرایش در انتظار بررسی",
    start: "۱۴۰۵/۱۰/۱۵",
    startTyped: "۱۴۰۵/۱۰/۱۵ ۲۰:۰۰",
    endTyped: "۱۴۰۵/۱۰/۱۵ ۲۲:۰۰",
  },
} as const;

async function fillWords(page: Page, title: string): Promise<void> {
  await page.locator("#event-title-en").fill(title);
  await page
    .locator("#event-description-en")
    .fill("Two players, one room, and the long night before them.");
  await page.locator("#event-venue-en").fill("Roudaki Hall");
}

/** Approves an event over the API. */
async function approve(browser: Browser, baseURL: string | undefined, id: string): Promise<void> {
  const context = await browser.newContext({ baseURL, storageState: undefined });
  await logIn(await context.newPage(), "moderator@rooydad.example");
  const headers = { Origin: new URL(baseURL ?? "").origin };
  const { idToken } = await (
    await context.request.post("/api/v1/auth/session-token", { headers })
  ).json();
  const login = await (
    await context.request.post("/api/v1/auth/login", { data: { firebaseToken: idToken } })
  ).json();
  const answer = await context.request.post(`/api/v1/events/admin/${id}/approve`, {
    headers: { Authorization: `Bearer ${login.access_token}` },
  });
  expect(answer.status()).toBe(200);
  await context.close();
}

/** Row of an event on /my-events. */
const rowOf = (page: Page, title: string) =>
  page
    .getByRole("listitem")
    .filter({ has: page.getByRole("heading", { name: title }) })
    .first();

async function idOf(page: Page, title: string): Promise<string> {
  const href = await rowOf(page, title).getByRole("heading").getByRole("link").getAttribute("href");
  return /events\/([0-9a-f-]{36})/.exec(href ?? "")?.[1] ?? "";
}

for (const way of WAYS)
  test.describe(nameOf(way), () => {
    const { locale, scripted } = way;
    // A new account per test: enough approvals would make a creator trusted, whose edits skip
    // review.
    test.use({ javaScriptEnabled: scripted, role: null });

    test("an event is written, previewed, submitted and approved, and its edit waits", async ({
      page,
      browser,
      baseURL,
    }) => {
      const words = WORDS[locale];
      const title = `${words.title} ${scripted ? "one" : "two"}`;
      await joinAsNew(page);
      await page.goto(`/events/create?lang=${locale}`);
      if (scripted) await hydrated(page);
      await fillWords(page, title);
      if (scripted) {
        // Autocomplete starts at two letters.
        await page.locator("input#event-city").fill(locale === "fa" ? "تهر" : "teh");
        await page.keyboard.press("Enter");
        await page.locator("#event-startsAt").fill(words.start);
        await page.locator("input[type=time]").first().fill("20:00");
        // The end follows the start.
        await expect(page.locator("input[name=endsAt]")).toHaveValue("2027-01-05T22:00");
        // The preview and the draft update automatically.
        await expect(page.locator("#preview").getByRole("heading", { name: title })).toBeVisible();
        await expect(page).toHaveURL(/\/events\/[0-9a-f-]{36}\/edit/);
      } else {
        await page.locator("#event-city").selectOption("tehran");
        await page.locator("#event-startsAt").fill(words.startTyped);
        await page.locator("#event-endsAt").fill(words.endTyped);
        await page.locator("button[value=preview]").last().click();
        await expect(page.locator("#preview").getByText(title).first()).toBeVisible();
      }
      await page.locator("button[value=submit]").click();
      await page.waitForURL(/my-events\?tab=pending/);
      await expect(rowOf(page, title).getByText(words.pending)).toBeVisible();
      const id = await idOf(page, title);

      // Only the creator sees the page yet.
      await page.goto(`/events/${id}?lang=${locale}`);
      await expect(page.getByRole("heading", { level: 1 })).toHaveText(title);
      await approve(browser, baseURL, id);

      await page.goto(`/events/${id}/edit?lang=${locale}`);
      await page.locator("#event-title-en").fill(`${title}, moved`);
      await page.locator("button[value=save]").click();
      await page.waitForURL(/my-events/);
      await expect(rowOf(page, title).getByText(words.waits)).toBeVisible();
      await page.goto(`/events/${id}?lang=${locale}`);
      await expect(page.getByRole("heading", { level: 1 })).toHaveText(title);
    });
  });

test.describe("with a script", () => {
  const form = "/events/create?lang=en";

  test("a day is chosen by keyboard, in either calendar", async ({ page }) => {
    await page.goto(form);
    const open = page.getByRole("button", { name: "Choose a date: Starts" });
    await open.press("Enter");
    const dialog = page.getByRole("dialog", { name: "Choose a date" });
    await expect(dialog.getByRole("grid", { name: "December 2026" })).toBeVisible();
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute("aria-label"));
    expect(await focused()).toBe("Tuesday 8 December 2026");
    for (const [key, day] of [
      ["ArrowRight", "Wednesday 9 December 2026"],
      ["ArrowDown", "Wednesday 16 December 2026"],
      ["Home", "Monday 14 December 2026"],
      ["End", "Sunday 20 December 2026"],
      ["PageDown", "Wednesday 20 January 2027"],
      ["PageUp", "Sunday 20 December 2026"],
    ]) {
      await page.keyboard.press(key ?? "");
      await expect.poll(focused).toBe(day);
    }
    expect(await violationsOn(page, "dialog[open]")).toEqual([]);
    await dialog.getByRole("button", { name: "Jalali" }).click();
    await expect(dialog.getByRole("grid", { name: "Azar 1405" })).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
    await open.press("Enter");
    await expect(dialog).toBeVisible();
    await page.goBack();
    await expect(dialog).toBeHidden();
    expect(page.url()).toContain(form);
    await open.press("Enter");
    await page.keyboard.press("Enter");
    await expect(page.locator("input[name=startsAt]")).toHaveValue(/^2026-12-\d\dT20:00$/);
    await page.evaluate(() =>
      window.addEventListener("beforeunload", (event) => event.stopImmediatePropagation(), true),
    );
  });

  test("input is kept on the device while offline, and back in the tab", async ({
    page,
    context,
  }) => {
    await page.goto(form);
    await hydrated(page);
    await context.setOffline(true);
    await page.locator("#event-title-en").fill("Written on the underground");
    await expect(page.getByText("We keep it on this device")).toBeVisible();
    page.on("dialog", (dialog) => void dialog.accept());
    await context.setOffline(false);
    await page.route("**/events/create/live*", (route) => route.abort());
    await page.goto(form);
    await expect(page.getByText("What you typed and didn’t save is back.")).toBeVisible();
    await expect(page.locator("#event-title-en")).toHaveValue("Written on the underground");
  });

  test("leaving with unsaved input asks for confirmation, even for input from before the script loaded", async ({
    page,
  }) => {
    let come = () => {};
    const isComing = new Promise<void>((resolve) => {
      come = resolve;
    });
    await page.route("**/assets/*.js", async (route) => {
      await isComing;
      await route.continue();
    });
    await page.goto(form, { waitUntil: "commit" });
    await page.locator("#event-title-fa").fill("هنوز ناتمام");
    come();
    await hydrated(page);
    const asked: string[] = [];
    page.on("dialog", (dialog) => {
      asked.push(dialog.message());
      void dialog.dismiss();
    });
    await page
      .getByRole("navigation", { name: "Main" })
      .getByRole("link", { name: "Cities" })
      .click();
    await expect.poll(() => asked.length).toBe(1);
    await expect(page.locator("#event-title-fa")).toHaveValue("هنوز ناتمام");
    page.removeAllListeners("dialog");
    page.on("dialog", (dialog) => void dialog.accept());
  });

  test("the preview is focused, in view and named", async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(form);
    await hydrated(page);
    await page.locator("#event-title-en").fill("An evening to look at first");
    await page.getByRole("button", { name: "Preview", exact: true }).click();
    const pane = page.getByRole("region", { name: "Preview" });
    await expect(pane).toBeFocused();
    await expect(pane.getByRole("heading", { name: "Preview" })).toBeInViewport();
  });

  test("a chosen picture is in the preview before it is uploaded, and is stored once with the draft", async ({
    page,
  }) => {
    await page.goto(form);
    await page.locator("#event-title-en").fill("An evening with a picture");
    const card = page.locator("#preview img").first();
    await expect(card).toHaveAttribute("src", /^\/covers\//);
    let store = () => {};
    const isAsked = new Promise<void>((resolve) => {
      store = resolve;
    });
    await page.route("**/events/create/live*", async (route) => {
      await isAsked;
      await route.continue();
    });
    await page.locator("#event-picture").setInputFiles("public/icon-192.png");
    await expect(card).toHaveAttribute("src", /^data:image\/png/);
    await expect(page.getByRole("img", { name: "The picture you chose" })).toBeVisible();
    expect(await card.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);

    // The automatically saved draft includes the picture.
    store();
    await expect(card).toHaveAttribute("src", /^\/media\//);
    await expect(page.locator("#event-picture")).toHaveValue("");
    await expect(page.locator("input[name=imageUrl]")).toHaveValue(/^\/media\//);
    const stored = (await card.getAttribute("src")) ?? "";
    await page.getByRole("button", { name: "Save draft" }).click();
    await page.waitForURL(/\/events\/[0-9a-f-]{36}\/edit/);
    await expect(card).toHaveAttribute("src", stored);
  });

  test("tags become separate items, and a known venue fills in its address, even on a slow network", async ({
    page,
  }) => {
    let answer = () => {};
    const isSlow = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.clock.install();
    await page.route("**/events/create/live*", async (route) => {
      await isSlow;
      await route.continue();
    });
    await page.goto(form);
    await hydrated(page);
    const asked = page.waitForRequest("**/events/create/live*");
    await page.locator("#event-title-en").fill("Ney");
    await asked;
    await page.locator("input#event-city").fill("teh");
    await page.getByRole("option", { name: /^Tehran/ }).click();
    // Longer than the debounce: the choice is sent while the first response is pending.
    await page.clock.runFor(1_500);
    answer();
    await expect(page.locator("datalist option[value='Vahdat Hall']")).toHaveCount(1);
    await page.locator("#event-venue-en").fill("Vahdat Hall");
    await expect(page.locator("#event-venue-fa")).toHaveValue("تالار وحدت");
    await expect(page.locator("#event-address-en")).toHaveValue(/Shahriar/);
    await page.getByRole("heading", { name: "Categories and tags" }).click();
    await page.locator("#event-tags").fill("tar, craft,");
    await expect(page.getByRole("button", { name: /Remove the tag/ })).toHaveCount(2);
    await expect(page.locator("input[name=tags]")).toHaveValue("tar, craft");
    page.on("dialog", (dialog) => void dialog.accept());
  });
});

/** Id of a seeded event, which belongs to no test account and can be reported. */
async function someEvent(request: APIRequestContext): Promise<string> {
  const list = await (await request.get("/api/v1/events?city=isfahan&limit=1")).json();
  return list.items[0].id;
}

test("a report is sent from the event's page, and the page says thanks", async ({
  page,
  request,
}) => {
  await page.goto(`/events/${await someEvent(request)}?lang=en`);
  await page.getByRole("link", { name: "Report a problem" }).click();
  await page.getByRole("radio", { name: /Misleading/ }).check();
  await page.getByLabel("Anything to add?").fill("The hall was closed last year.");
  await page.getByRole("button", { name: "Send report" }).click();
  await expect(page.getByText("Thank you. A moderator will have a look.")).toBeVisible();
});
