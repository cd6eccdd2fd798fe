import type { APIRequestContext } from "playwright/test";
import { expect, hydrated, seeNavigation, test } from "./people";

test.describe("the header", () => {
  test("changes the theme in place, remembers it, and does not flash on the next page", async ({
    page,
  }) => {
    await page.goto("/events?lang=en");
    await page.getByRole("button", { name: "Switch to dark theme" }).click();
    await expect(page.locator("html")).toHaveAttribute("data-mantine-color-scheme", "dark");
    const response = await page.goto("/cities?lang=en");
    expect(await response?.text()).toContain('data-mantine-color-scheme="dark"');
  });

  test("changes the language for a year and stays on the page", async ({ page, context }) => {
    await page.goto("/events?when=week&lang=en");
    await page.locator("summary[aria-label^='Language']").click();
    await page.getByRole("button", { name: "فارسی" }).click();
    await expect(page.locator("html")).toHaveAttribute("dir", "rtl");
    await expect(page).toHaveURL(/when=week/);
    const cookie = (await context.cookies()).find(({ name }) => name === "rooydad.language");
    expect(cookie?.value).toBe("fa");
    expect((cookie?.expires ?? 0) - Date.now() / 1000).toBeGreaterThan(364 * 86_400);
  });

  test("has a drawer on phones, on the right in both languages", async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    for (const [locale, menu, logIn] of [
      ["en", "Menu", "Log in"],
      ["fa", "منو", "ورود"],
    ] as const) {
      await page.goto(`/events?lang=${locale}`);
      await hydrated(page);
      await page.getByRole("link", { name: menu, exact: true }).click();
      const drawer = page.getByRole("dialog");
      await expect(drawer).toBeVisible();
      await expect.poll(async () => (await drawer.boundingBox())?.x).toBeGreaterThan(60);
      await expect(drawer.getByRole("link", { name: logIn, exact: true })).toBeVisible();
      await page.keyboard.press("Escape");
      await expect(drawer).toBeHidden();
    }
  });
});

test.describe("the menu on phones", () => {
  test.use({ viewport: { width: 390, height: 844 } });

  for (const scripted of ["late", "never"])
    test(`works when tapped before its script arrives, which comes ${scripted}`, async ({
      page,
    }) => {
      let release = () => {};
      const held = new Promise<void>((resolve) => {
        release = resolve;
      });
      await page.route(/\/assets\/.*\.js$/, async (route) => {
        await held;
        await (scripted === "late" ? route.continue() : route.abort()).catch(() => {});
      });
      await page.goto("/events?lang=en", { waitUntil: "commit" });
      await page.getByRole("link", { name: "Menu", exact: true }).click();
      expect(await page.evaluate(() => [location.hash, window.scrollY])).toEqual(["", 0]);
      release();
      if (scripted === "late") await expect(page.getByRole("dialog")).toBeVisible();
      // The footer has the same links.
      else await expect(page).toHaveURL(/#site-links$/, { timeout: 10_000 });
    });
});

test.describe("the language in an address", () => {
  for (const scripted of [true, false])
    test.describe(scripted ? "with a script" : "without one", () => {
      test.use({ locale: "en-GB", javaScriptEnabled: scripted });

      test("continues from link to link, and nothing is stored in the browser [S-173]", async ({
        page,
        context,
      }) => {
        await page.goto("/?lang=fa");
        if (scripted) await hydrated(page);
        await page
          .getByRole("navigation", { name: "اصلی" })
          .getByRole("link", { name: "شهرها" })
          .click();
        await expect(page).toHaveURL(/\/cities\?lang=fa$/);
        // The home page has a search too, which stays until this page is rendered.
        await expect(page.getByRole("heading", { level: 1 })).toContainText("شهر");
        await page
          .getByRole("search")
          .getByRole("textbox")
          .or(page.getByRole("searchbox"))
          .first()
          .fill("تهران");
        await page.getByRole("search").getByRole("button").click();
        await expect(page).toHaveURL(/q=.*lang=fa/);
        await page.locator("main").getByRole("link", { name: "تهران" }).first().click();
        await expect(page).toHaveURL(/\/cities\/tehran\?lang=fa/);
        await expect(page.locator("html")).toHaveAttribute("lang", "fa");
        await expect(page.getByRole("heading", { level: 1 })).toContainText("تهران");
        expect(await context.cookies()).toEqual([]);
        await page.goto("/cities");
        await expect(page.locator("html")).toHaveAttribute("lang", "en");
      });
    });
});

test.describe("a preference whose cookie is gone", () => {
  test.use({ locale: "en-GB", colorScheme: "light" });

  test("returns from local storage: the language by its form, without another one shown before", async ({
    page,
    context,
  }) => {
    await page.addInitScript(() => localStorage.setItem("rooydad.language", "fa"));
    const asked: string[] = [];
    page.on(
      "request",
      (request) => request.method() === "POST" && asked.push(new URL(request.url()).pathname),
    );
    await page.goto("/events");
    await expect(page.locator("html")).toHaveAttribute("lang", "fa");
    await expect(page.locator("body")).toBeVisible();
    expect((await context.cookies()).map(({ name, value }) => `${name}=${value}`)).toEqual([
      "rooydad.language=fa",
    ]);
    await page.goto("/cities");
    await expect(page.locator("html")).toHaveAttribute("lang", "fa");
    expect(asked).toEqual(["/preferences"]);
  });

  test("returns from local storage: the theme, before and after the first paint", async ({
    page,
  }) => {
    await page.addInitScript(() => localStorage.setItem("rooydad.theme", "dark"));
    await page.goto("/events", { waitUntil: "commit" });
    await expect(page.locator("html")).toHaveAttribute("data-mantine-color-scheme", "dark");
    await hydrated(page);
    await expect(page.locator("html")).toHaveAttribute("data-mantine-color-scheme", "dark");
  });

  test("causes no error if storage is forbidden", async ({ page }) => {
    const failed: string[] = [];
    page.on("pageerror", (error) => failed.push(error.message));
    await page.addInitScript(() =>
      Object.defineProperty(window, "localStorage", {
        get() {
          throw new DOMException("The operation is insecure.", "SecurityError");
        },
      }),
    );
    await page.goto("/events?lang=en");
    await hydrated(page);
    await page.getByRole("button", { name: "Switch to dark theme" }).click();
    await expect(page.locator("html")).toHaveAttribute("data-mantine-color-scheme", "dark");
    expect(failed).toEqual([]);
  });
});

test("the icon that browsers request by themselves is an ICO file", async ({ request }) => {
  const response = await request.get("/favicon.ico");
  expect(response.status()).toBe(200);
  expect([...(await response.body()).subarray(0, 4)]).toEqual([0, 0, 1, 0]);
});

test("the first page has no animation and few files; the next page fades in", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "no-preference" });
  const files: string[] = [];
  page.on("request", (request) => {
    // The mascot comes when the page is idle, which may be before or after the count.
    if (/\/assets\/(?!roaming-mascot).*\.(?:js|css)$/.test(request.url()))
      files.push(request.url());
  });
  // An animation's name is readable during and after it.
  const arrival = () =>
    page.locator("main").evaluate((main) => getComputedStyle(main).animationName);
  await page.goto("/events?lang=en", { waitUntil: "commit" });
  await expect(page.locator("main")).toBeAttached();
  expect(await arrival()).toBe("none");
  // Without a sign of the reader, at which more files come.
  await expect(page.locator("html[data-hydrated]")).toBeAttached();
  expect(await arrival()).toBe("none");
  expect(files.length, files.join("\n")).toBeLessThan(17);
  await page
    .getByRole("navigation", { name: "Main" })
    .getByRole("link", { name: "Discover" })
    .click();
  await expect(page).toHaveURL(/\/discover/);
  await expect.poll(arrival).toBe("rd-arrive");
});

test.describe("a slow page", () => {
  for (const motion of ["no-preference", "reduce"] as const)
    test(`is announced by a line in the header and by a message (motion: ${motion})`, async ({
      page,
    }) => {
      seeNavigation(page);
      await page.emulateMedia({ reducedMotion: motion });
      await page.goto("/help?lang=en");
      await hydrated(page);
      let go = () => {};
      const released = new Promise<void>((resolve) => {
        go = resolve;
      });
      await page.route(/\/discover\.data/, async (route) => {
        await released;
        await route.continue();
      });
      await page
        .getByRole("navigation", { name: "Main" })
        .getByRole("link", { name: "Discover" })
        .click();
      await expect(page.locator("header [data-busy]")).toBeAttached();
      await expect(page.getByRole("status").filter({ hasText: "Loading…" })).toBeAttached();
      await expect(page.getByRole("heading", { level: 1 })).not.toHaveText("Discover");
      go();
      await expect(page).toHaveURL(/\/discover/);
      await expect(page.locator("header [data-busy]")).toHaveCount(0);
      await expect(page.getByRole("status").filter({ hasText: "Loading…" })).toHaveCount(0);
    });
});

test.describe
  .serial("switches that staff set for all users", () => {
    test.use({ reducedMotion: "no-preference" });

    test("items that the mascot finds on a phone appear where they are, away from text", async ({
      page,
    }) => {
      await page.setViewportSize({ width: 390, height: 844 });
      await page.goto("/legal/terms?lang=en");
      await hydrated(page);
      // Ground without text stands at the lower edge: 300 px under a paragraph.
      await page.evaluate(() => {
        const paragraph = document.querySelectorAll<HTMLElement>("main p")[3];
        if (!paragraph) throw new Error("The page has no fourth paragraph.");
        paragraph.style.marginBlockEnd = "320px";
        const { bottom } = paragraph.getBoundingClientRect();
        window.scrollBy({ top: bottom + 300 - window.innerHeight, behavior: "instant" });
      });
      await page.locator("aside[aria-label] > button").first().waitFor({ timeout: 30_000 });
      const moved = await page.evaluate(async () => {
        const places = new Map<Element, { least: number; most: number }>();
        const start = performance.now();
        // Position and time of a find are random: three seconds, or until a second find appears.
        while (performance.now() < start + (places.size > 1 ? 3_000 : 20_000)) {
          await new Promise(requestAnimationFrame);
          for (const find of document.querySelectorAll("aside[aria-label] > button")) {
            const { left, width } = find.getBoundingClientRect();
            const centre = left + width / 2;
            const { least, most } = places.get(find) ?? { least: centre, most: centre };
            places.set(find, { least: Math.min(least, centre), most: Math.max(most, centre) });
          }
        }
        return [...places.values()].map(({ least, most }) => most - least);
      });
      expect(moved.length).toBeGreaterThan(1);
      expect(Math.max(...moved)).toBeLessThan(2);
    });

    for (const { lang, width, from, scroll } of [
      { lang: "en", width: 1280, from: 0, scroll: 900 },
      { lang: "fa", width: 390, from: 400, scroll: 800 },
    ])
      test(`the mascot never covers controls or text (${lang}, ${width} px wide)`, async ({
        page,
      }) => {
        await page.setViewportSize({ width, height: 844 });
        await page.goto(`/legal/terms?lang=${lang}`);
        await hydrated(page);
        await page.evaluate((top) => window.scrollTo({ top, behavior: "instant" }), from);
        await expect(async () => {
          await page.evaluate(() => window.scrollBy({ top: 60, behavior: "instant" }));
          await page
            .locator("aside[aria-label] > div:not([data-away])")
            .waitFor({ timeout: 4_000 });
        }).toPass({ timeout: 45_000 });
        const seen = await page.evaluate(async (further) => {
          const layer = document.querySelector("aside[aria-label]");
          const bird = layer?.querySelector<HTMLElement>("div");
          const places = new Set<number>();
          const covered = new Set<string>();
          const look = () => {
            if (!layer || !bird || bird.dataset.away !== undefined) return;
            const box = bird.getBoundingClientRect();
            places.add(Math.round(box.left));
            for (let x = box.left + 2; x < box.right; x += 8)
              for (let y = box.top + 2; y < Math.min(box.bottom, innerHeight); y += 8)
                for (const element of document.elementsFromPoint(x, y))
                  if (!layer.contains(element) && element.closest("a, button, input, summary, img"))
                    covered.add(element.outerHTML.slice(0, 120));
          };
          const until = performance.now() + 8_000;
          for (let hasScrolled = false; performance.now() < until; ) {
            await new Promise(requestAnimationFrame);
            if (!hasScrolled && performance.now() > until - 4_000) {
              hasScrolled = true;
              window.scrollBy({ top: further, behavior: "instant" });
              // The mascot reacts to the following event.
              await new Promise((done) => addEventListener("scrollend", done, { once: true }));
            }
            look();
          }
          return { places: places.size, covered: [...covered] };
        }, scroll);
        expect(seen.covered).toEqual([]);
        expect(seen.places).toBeGreaterThan(3);
      });

    for (const width of [320, 390, 768, 1440])
      test(`the mascot stays out of rows, bars, text and controls of a list at ${width} px`, async ({
        context,
      }) => {
        const watch = async (path: string) => {
          const page = await context.newPage();
          await page.setViewportSize({ width, height: 844 });
          await page.goto(path);
          await hydrated(page);
          await page.locator("aside[aria-label] > div").waitFor({ state: "attached" });
          return page.evaluate(async () => {
            const found = new Set<string>();
            const bird = document.querySelector<HTMLElement>("aside[aria-label] > div");
            for (const end = performance.now() + 3_000; performance.now() < end; ) {
              await new Promise(requestAnimationFrame);
              // What was painted: a changed layout is surveyed before that.
              await new Promise((painted) => setTimeout(painted));
              if (!bird || bird.dataset.away !== undefined) continue;
              const { left, right, top, bottom } = bird.getBoundingClientRect();
              for (let x = left + 2; x < right; x += 8)
                for (let y = top + 2; y < Math.min(bottom, innerHeight); y += 8)
                  for (const element of document.elementsFromPoint(x, y)) {
                    const taken = element.closest(
                      "article:has(.rd-cover-link), form, a, button, input, summary, img",
                    );
                    if (taken && !bird.parentElement?.contains(taken))
                      found.add(taken.outerHTML.slice(0, 90));
                  }
            }
            return [...found];
          });
        };
        const paths = ["/events?city=tehran&lang=fa", "/?lang=en", "/saved?lang=fa"];
        expect(await Promise.all(paths.map(watch))).toEqual(paths.map(() => []));
      });

    test.describe("as an admin", () => {
      test.use({ role: "admin", viewport: { width: 1280, height: 800 } });
      test.afterEach(async ({ request }) => switchOff(request, []));

      test("control Hodhod, his finds, and vibration on tap", async ({ page, request }) => {
        await page.addInitScript(() =>
          Object.defineProperty(navigator, "vibrate", {
            value: () => document.documentElement.setAttribute("data-tapped", ""),
          }),
        );
        await page.clock.install();
        const layer = page.locator("aside[aria-label]").filter({ has: page.locator("svg") });
        const hop = () => layer.locator("div > button[aria-hidden]").dispatchEvent("click");
        const open = async () => {
          await page.goto("/legal/terms?lang=en");
          await hydrated(page);
        };
        await open();
        await hop();
        await expect(page.locator("html[data-tapped]")).toBeAttached();
        await layer.locator("> button").first().waitFor({ timeout: 20_000 });
        await switchOff(request, ["mascot.collectables", "mascot.haptics"]);
        await open();
        await hop();
        await page.clock.fastForward(3_000);
        await expect(page.locator("html[data-tapped]")).toHaveCount(0);
        await expect(layer.locator("> button")).toHaveCount(0);
        await switchOff(request, ["mascot.enabled"]);
        await open();
        await page.clock.fastForward(3_000);
        await expect(layer).toHaveCount(0);
      });

      test("control undo, shortcuts and motion; scripts find them in the browser's storage", async ({
        page,
        request,
      }) => {
        const stored = () =>
          page.evaluate(() => JSON.parse(localStorage.getItem("rooydad.ux") ?? "null"));
        const nextPageArrives = async () => {
          await page
            .getByRole("navigation", { name: "Main" })
            .getByRole("link", { name: "How it works" })
            .click();
          await page.waitForURL(/\/how-it-works/);
          await expect(page.locator("main article")).toHaveCount(0);
          const name = await page
            .locator("main")
            .evaluate((main) => getComputedStyle(main).animationName);
          await page.goto("/events?city=tehran&view=grid&lang=en");
          await hydrated(page);
          return name !== "none";
        };
        const pressTwice = async () => {
          const heart = page.locator("main article button[aria-pressed]").first();
          for (const _ of [1, 2]) {
            const answered = page.waitForResponse((answer) => answer.url().endsWith("/favourite"));
            await heart.click();
            await answered;
          }
          return heart;
        };
        const grows = async () => {
          const card = page.locator("main article[data-size]").first();
          await card.hover();
          await card.evaluate((element) =>
            Promise.all(
              element.getAnimations({ subtree: true }).map(({ finished }) => finished),
            ).then(() => {}),
          );
          return card
            .locator("img")
            .evaluate((image) => getComputedStyle(image).transform !== "none");
        };
        await page.goto("/events?city=tehran&lang=en");
        await hydrated(page);
        expect(await stored()).toMatchObject({ interactions: { undoToasts: true } });
        expect(await nextPageArrives()).toBe(true);
        expect(await grows()).toBe(true);
        await page.keyboard.press("Control+k");
        await expect(page.locator("#q")).toBeFocused();
        const heart = await pressTwice();
        // By keyboard, which keeps the toast open on a slow machine.
        await page.getByRole("status").getByRole("button", { name: "Undo" }).press("Enter");
        await expect(heart).toHaveAttribute("aria-pressed", "true");
        await heart.click();

        await switchOff(request, [
          "interactions.undoToasts",
          "interactions.shortcuts",
          "animations.pageTransitions",
          "animations.cardHover",
        ]);
        await page.reload();
        await hydrated(page);
        expect(await stored()).toMatchObject({ interactions: { undoToasts: false } });
        expect(await nextPageArrives()).toBe(false);
        expect(await grows()).toBe(false);
        await page.keyboard.press("Control+k");
        await expect(page.locator("#q")).not.toBeFocused();
        await pressTwice();
        await expect(page.getByRole("button", { name: "Undo" })).toHaveCount(0);
      });
    });
  });

/** Switches all other features on. */
async function switchOff(request: APIRequestContext, off: readonly string[]): Promise<void> {
  const page = await request.get("/admin/ux-settings?lang=en");
  const html = await page.text();
  const names = [...html.matchAll(/name="(\w+\.\w+)"/g)].map(([, name]) => name ?? "");
  const form = Object.fromEntries(
    names.filter((name) => !off.includes(name)).map((name) => [name, "1"]),
  );
  const seen = /name="seen" value="(\d*)"/.exec(html)?.[1] ?? "";
  const answer = await request.post("/admin/ux-settings", {
    headers: { Origin: new URL(page.url()).origin },
    form: { ...form, seen, intent: "save" },
  });
  expect(answer.ok()).toBe(true);
}

test("a navigation past the rate limit shows the designed page with the wait", async ({ page }) => {
  // From its own address: the budget on loopback is 100 times as large.
  await page.setExtraHTTPHeaders({ "CF-Connecting-IP": "203.0.113.77" });
  await page.goto("/help?lang=en");
  await hydrated(page);
  await page.evaluate(async () => {
    // At once, so that they are within a minute on a busy machine too.
    await Promise.all(Array.from({ length: 200 }, (_, turn) => fetch(`/nowhere.data?${turn}`)));
  });
  await page.locator('footer a[href*="/cities"]').first().click();
  await expect(page.getByRole("heading", { name: "One moment, please" })).toBeVisible();
  await expect(page.getByText(/^Try again in \d+ seconds?\.$/)).toBeVisible();
  await expect(page).toHaveTitle("One moment, please · Rooydad");
});
