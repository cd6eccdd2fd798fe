import { joinAsNew } from "./joining";
import { expect, hydrated, test } from "./people";

test.describe("without a script, in Persian", () => {
  test.use({ role: "admin", javaScriptEnabled: false });

  test("an admin makes a user a moderator in the dialog, and the user's session ends", async ({
    page,
    browser,
    baseURL,
  }) => {
    const elsewhere = await browser.newContext({ baseURL, storageState: undefined });
    const other = await elsewhere.newPage();
    const email = await joinAsNew(other);
    await page.goto(`/admin/users?lang=fa&q=${encodeURIComponent(email)}`);
    await page.getByRole("table").getByRole("link").first().click();
    await page.getByRole("link", { name: "تغییر نقش" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("radio", { name: /^ناظر/ }).check();
    await expect(dialog.getByText("ارتقا: از این پس دسترسی بیشتری دارد.")).toBeVisible();
    await dialog.getByRole("button", { name: "تغییر نقش" }).click();
    await expect(page.getByText("نقش تغییر کرد.")).toBeVisible();
    await expect(page.getByRole("main").getByText("ناظر", { exact: true }).first()).toBeVisible();
    await other.goto("/account");
    await expect(other).toHaveURL(/\/login/);
    await elsewhere.close();
  });

  test("the server explains errors in a flag and a city, and keeps the input", async ({ page }) => {
    await page.goto("/admin/feature-flags?new=1&lang=fa");
    await page.locator("[name=percentage]").fill("۱۲۰");
    await page.getByRole("button", { name: "ساختن پرچم", exact: true }).click();
    await expect(page.locator("[name=percentage]")).toHaveAccessibleDescription(
      /عددی صحیح از ۰ تا ۱۰۰/,
    );
    await expect(page.locator("[name=percentage]")).toHaveValue("۱۲۰");
    await page.goto("/admin/cities/new?lang=fa");
    await page.locator("[name=latitude]").fill("۹۵");
    await page.getByRole("button", { name: "افزودن شهر" }).click();
    await expect(page.locator("[name=latitude]")).toHaveAccessibleDescription(/عددی از ۹۰− تا ۹۰/);
    await expect(page.locator("[name=latitude]")).toHaveValue("۹۵");
  });
});

test.describe("with a script", () => {
  test.use({ role: "moderator" });

  test("typed coordinates move the mark at once, and the queue's shortcuts are off while typing", async ({
    page,
  }) => {
    await page.goto("/admin/cities/tehran?lang=en");
    await hydrated(page);
    const mark = page
      .getByRole("img", { name: "The location among known cities." })
      .locator("circle[data-mark]");
    await page.getByLabel("Longitude").fill("۵۲٫۵");
    await expect(mark).toHaveAttribute("cx", "52.5");
    await page.getByLabel("Longitude").fill("-79.4");
    await expect(mark).toHaveAttribute("cx", "-79.4");
    await expect(mark).toBeInViewport();
    await page.goto("/admin/pending-events?lang=en");
    const keys = page.getByLabel("Use these keys");
    for (const isFirst of [true, false]) {
      await hydrated(page);
      await page.getByRole("button", { name: "Keyboard shortcuts" }).click();
      await expect(keys).toBeChecked({ checked: isFirst });
      if (isFirst) await keys.uncheck();
      await page.reload();
    }
  });
});

test.describe("with a script, badges", () => {
  test.use({ role: "moderator" });

  test("are refreshed every 30 s, show 99+ above 99, and stay unchanged without a message if the server fails", async ({
    page,
  }) => {
    const faults: string[] = [];
    page.on("pageerror", ({ message }) => faults.push(message));
    let waiting: number | null = 100;
    await page.route("**/admin/badge-counts", (route) =>
      waiting === null
        ? route.fulfill({ status: 404 })
        : route.fulfill({
            json: {
              inbox: waiting,
              pendingEvents: waiting,
              flaggedEvents: 0,
              reportedEvents: 0,
              pendingCandidates: 0,
              pendingClaims: 0,
              deadMails: 0,
            },
          }),
    );
    await page.clock.install();
    await page.goto("/admin/events?lang=en");
    await expect(page.locator("header button[aria-haspopup=dialog]")).toBeVisible();
    const badge = page.locator("nav [data-name=pendingEvents] [aria-hidden]");
    for (const [answer, shown] of [
      [100, "99+"],
      [null, "99+"],
      [3, "3"],
    ] as const) {
      waiting = answer;
      const asked = page.waitForResponse("**/admin/badge-counts");
      await page.clock.fastForward(30_000);
      await asked;
      await expect(badge).toHaveText(shown);
    }
    expect(faults).toEqual([]);
    await expect(page.locator("[role=alert]")).toHaveText("");
  });
});

test.describe("with a script, notification analytics", () => {
  test.use({ role: "moderator" });

  test("refresh every minute on request, and stop after leaving the page", async ({ page }) => {
    const asked: string[] = [];
    page.on("request", (request) => {
      if (/_routes=[^&]*notification-analytics/.test(request.url())) asked.push(request.url());
    });
    await page.clock.install();
    await page.goto("/admin/notification-analytics?lang=en&auto=1");
    await expect(page.locator("header button[aria-haspopup=dialog]")).toBeVisible();
    await hydrated(page);
    for (const _look of ["first", "second"]) {
      const before = asked.length;
      await page.clock.fastForward(60_000);
      await expect.poll(() => asked.length - before).toBe(1);
    }
    const looks = asked.length;
    await page
      .getByRole("navigation", { name: "Administration" })
      .getByRole("link", { name: "Cities" })
      .click();
    await expect(page.getByRole("heading", { name: "Cities", level: 1 })).toBeVisible();
    await page.clock.fastForward(180_000);
    await expect(page).toHaveURL(/\/admin\/cities/);
    expect(asked).toHaveLength(looks);
  });
});

test.describe("with a script, fields are checked on blur", () => {
  test.use({ role: "admin" });

  test("of a city, with the server's messages; a click on the map fills in the position", async ({
    page,
  }) => {
    await page.goto("/admin/cities/new?lang=en");
    await hydrated(page);
    const field = (name: string) => page.locator(`[name=${name}]`);
    const [name, latitude, longitude] = [field("nameEn"), field("latitude"), field("longitude")];
    await name.fill("M");
    await latitude.fill("۹۵");
    await expect(name).toHaveAccessibleDescription(/At least 2 characters\./);
    await latitude.blur();
    await expect(latitude).toHaveAccessibleDescription(/A number from −90 to 90\./);
    await expect(latitude).toHaveAttribute("aria-invalid", "true");
    await expect(longitude).not.toHaveAttribute("aria-invalid");
    await page.getByRole("img", { name: "The location among known cities." }).click();
    await expect(latitude).not.toHaveAttribute("aria-invalid");
    await expect(latitude).toHaveValue(/^\d\d\.\d+$/);
    await expect(longitude).toHaveValue(/^\d\d\.\d+$/);
    await page.getByRole("button", { name: "Add city" }).click();
    // Issues from the server appear at the same fields, and values are kept.
    await expect(page.getByRole("main").getByRole("alert")).toBeFocused();
    await expect(name).toHaveAccessibleDescription(/At least 2 characters\./);
    await expect(latitude).toHaveValue(/^\d\d\.\d+$/);
  });

  test("of a flag, in Persian too", async ({ page }) => {
    await page.goto("/admin/feature-flags?new=1&lang=fa");
    await hydrated(page);
    const share = page.locator("[name=percentage]");
    await share.fill("۱۲۰");
    await share.blur();
    await expect(share).toHaveAccessibleDescription(/عددی صحیح از ۰ تا ۱۰۰/);
    await share.fill("۲۰");
    await expect(share).not.toHaveAttribute("aria-invalid", "true");
    await share.blur();
    await expect(share).not.toHaveAttribute("aria-invalid", "true");
    await expect(share).toHaveValue("۲۰");
  });
});

test.describe("notification rules", () => {
  test.use({ role: "admin" });

  test("editing, testing, listing and resetting a rule render without React errors", async ({
    page,
  }) => {
    const rule = "/admin/notification-rules?rule=savers.changed&lang=en";
    await page.goto(rule);
    await hydrated(page);
    await page.getByLabel("Name", { exact: true }).fill("News for savers");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await expect(page.getByText("“News for savers” has been saved.")).toBeVisible();
    await page.goto("/admin/notification-rules?lang=en");
    await hydrated(page);
    await expect(page.getByText("News for savers")).toBeVisible();
    for (const path of [`${rule}&try=1`, rule]) {
      await page.goto(path);
      await hydrated(page);
      await expect(page.getByText("News for savers").first()).toBeVisible();
    }
    await page.getByRole("link", { name: "Reset to default" }).click();
    await page.getByRole("button", { name: "Reset to default" }).click();
    await expect(page.getByText("has been reset to default.")).toBeVisible();
  });
});

test.describe("all events", () => {
  test.use({ role: "moderator" });

  for (const width of [390, 1440])
    test(`at ${width} px the checkboxes are visible, the action bar stays in view, and the total is shown`, async ({
      page,
    }) => {
      await page.setViewportSize({ width, height: 844 });
      await page.goto("/admin/events?lang=en");
      await expect(
        page.getByRole("navigation", { name: "Pages" }).getByText(/in total|More than/),
      ).toBeAttached();
      // No room is kept open between the head and the filters, nor between those and the list.
      const parts = await page
        .locator("main > header, main > form[name=filter], main > form:not([name])")
        .evaluateAll((all) =>
          all.map((part) => part.getBoundingClientRect()).map(({ top, bottom }) => [top, bottom]),
        );
      expect(parts).toHaveLength(3);
      for (const [at, [top = 0]] of [...parts.entries()].slice(1))
        expect(top - (parts[at - 1]?.[1] ?? 0)).toBeLessThanOrEqual(56);
      const tick = page.locator("input[type=checkbox][name=id]").first();
      await tick.scrollIntoViewIfNeeded();
      const box = await tick.boundingBox();
      expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(18);
      expect(await tick.evaluate((input) => Number(getComputedStyle(input).opacity))).toBe(1);
      await tick.check();
      const bar = page.locator("#bulk");
      await expect(bar).toBeInViewport({ ratio: 1 });
      expect(
        await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
      ).toBeLessThanOrEqual(0);
    });

  for (const width of [390, 1440])
    test(`at ${width} px the result of a bulk action takes the focus and is in view`, async ({
      page,
    }) => {
      await page.setViewportSize({ width, height: 844 });
      await page.goto("/admin/events?lang=en");
      // Its event is as it was in the end.
      for (const [action, said] of [
        ["feature", "Feature: "],
        ["unfeature", "Stop featuring: "],
      ] as const) {
        const tick = page.locator("input[type=checkbox][name=id]").last();
        await tick.scrollIntoViewIfNeeded();
        await tick.check();
        expect(await page.evaluate(() => window.scrollY)).toBeGreaterThan(0);
        const bar = page.locator("form").filter({ has: page.locator("select[name=bulk]") });
        await bar.locator("select[name=bulk]").selectOption(action);
        await bar.locator("button[name=intent][value=bulk]").last().click();
        const result = page.getByRole("status").filter({ hasText: said });
        await expect(result).toBeFocused();
        await expect(result).toBeInViewport({ ratio: 1 });
      }
    });
});

test.describe("the board of cities", () => {
  test.use({ role: "admin" });

  test("takes two keys a city besides its work: N opens the next thing, N on its page leads back", async ({
    page,
  }) => {
    await page.goto("/admin/cities?view=board&lang=en");
    await hydrated(page);
    const board = page.getByRole("heading", { name: /cities need you/ });
    const visited = new Set<string>();
    for (let city = 0; city < 3; city++) {
      await expect(board).toBeVisible();
      await page.keyboard.press("n");
      await expect(board).toHaveCount(0);
      await expect(page.locator("main h1")).toBeVisible();
      visited.add(page.url());
      await page.keyboard.press("n");
    }
    await expect(board).toBeVisible();
    expect(visited.size).toBe(3);

    // Keys of one moment: moves add up, and of two N none is for a page that is not there yet.
    const pressAtOnce = (...keys: string[]) =>
      page.evaluate((all) => {
        for (const key of all)
          document.body.dispatchEvent(
            new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }),
          );
      }, keys);
    const steps = page.locator("main td [data-step]");
    await pressAtOnce("j", "j", "j", "k");
    await expect(steps.nth(1)).toBeFocused();
    await steps.nth(1).blur();
    // Another city each time, and none is passed over.
    for (const place of [3, 4]) {
      const step = (await steps.nth(place).getAttribute("href")) ?? "";
      await pressAtOnce("n", "n", "j", "n");
      await expect(board).toHaveCount(0);
      await expect(page.locator("main h1")).toBeVisible();
      expect(page.url()).toContain(step);
      await page.keyboard.press("n");
      await expect(board).toBeVisible();
    }
  });

  for (const lang of ["en", "fa"])
    test(`breaks no word on phones, and has both figures of a city in one line: ${lang}`, async ({
      page,
    }) => {
      await page.goto(`/admin/cities?view=board&lang=${lang}`);
      for (const width of [320, 390]) {
        await page.setViewportSize({ width, height: 844 });
        const faults = await page.locator("main tbody tr").evaluateAll((rows) =>
          rows.flatMap((row) => {
            const name = row.querySelector("th a")?.firstChild as Text;
            const broken = [...name.data.matchAll(/\S+/g)].filter(({ index, 0: word }) => {
              const range = document.createRange();
              range.setStart(name, index);
              range.setEnd(name, index + word.length);
              return range.getClientRects().length > 1;
            });
            const [week, waiting] = [1, 6].map((place) =>
              row.children[place]?.getBoundingClientRect(),
            );
            const isLine =
              week && waiting && week.height < 32 && Math.abs(week.top - waiting.top) < 2;
            return broken.length > 0 || !isLine ? [row.textContent] : [];
          }),
        );
        expect(faults, `at ${width} px`).toEqual([]);
        // The bar has its own room: at the end of the page it is below everything, and what has the
        // focus stands above it.
        const bar = page.locator("main [data-bottom-bar]");
        await page.locator("main [data-step]").last().focus();
        await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
        const covered = await bar.evaluate((element) => {
          const top = element.getBoundingClientRect().top;
          return [...document.querySelectorAll("main a, main button, main summary, main p")]
            .filter((one) => !element.contains(one) && one !== element)
            .filter((one) => one.getBoundingClientRect().bottom > top + 1)
            .map((one) => one.textContent);
        });
        expect(covered, `at ${width} px`).toEqual([]);
        const steps = page.locator("main tbody [data-step]");
        await steps.nth(Math.floor((await steps.count()) / 2)).focus();
        const [step, room] = await Promise.all([
          page.locator(":focus").boundingBox(),
          bar.boundingBox(),
        ]);
        expect((step?.y ?? 0) + (step?.height ?? 0)).toBeLessThanOrEqual(room?.y ?? 0);
      }
    });
});

test.describe("the way through the staff area", () => {
  test.use({ role: "moderator" });

  test("the sidebar and the trail follow pages that open without a reload", async ({ page }) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto("/admin/dashboard?lang=en");
    await hydrated(page);
    const trail = page.getByRole("navigation", { name: "You are here" }).getByRole("listitem");
    const sidebar = page.getByRole("navigation", { name: "Administration" });
    await expect(trail).toHaveText(["Home", "Admin", "Dashboard"]);
    await expect(sidebar.getByRole("link", { name: "Users" })).toHaveCount(0);
    await sidebar.getByRole("link", { name: "Cities" }).click();
    await expect(trail).toHaveText(["Home", "Admin", "Cities"]);
    await page.getByRole("link", { name: "Add a city" }).click();
    await expect(trail).toHaveText(["Home", "Admin", "Cities", "New city"]);
    await expect(sidebar.getByRole("link", { name: "Cities" })).toHaveAttribute(
      "aria-current",
      "page",
    );
    await trail.getByRole("link", { name: "Cities" }).click();
    await expect(page).toHaveURL(/\/admin\/cities(\?|$)/);
  });
});
