import type { Page } from "playwright/test";
import { apiOf } from "./api";
import { joinAsNew } from "./joining";
import { linkInMail } from "./outbox";
import { expect, hydrated, seeNavigation, test } from "./people";
import { WAYS } from "./ways";

/** From the form to the door: a class of 12 places. */
const WORDS = {
  en: {
    lines: ["Clay for Beginners", "5 January 2027, 18:00", "Our Small House, Tehran", "150000"],
    about: "Two hours at the wheel; clay and aprons are there.",
    sends: ["Continue", "Send for review"],
    left: "12 places left",
    guests: ["Sara Moradi", "Kian Rad", "Mina Sabet"],
    going: "You’re going",
    line: "You’re number 1 in line",
    full: "12 of 12",
    ticked: [": 1", ": 2"],
    untouched: ": 0",
    found: "Sara",
    admit: "Admit 6",
    inside: "6",
    message: "Please bring old clothes.",
    takenBack: "Taken back",
  },
  fa: {
    lines: ["گِل برای تازه‌کارها", "۱۴۰۵/۱۰/۱۵ ساعت ۱۸", "خانهٔ کوچک ما، تهران", "۱۵۰۰۰۰"],
    about: "دو ساعت پشت چرخ؛ گِل و پیش‌بند هست.",
    sends: ["ادامه", "پیش‌نویس انگلیسی", "فرستادن برای بررسی"],
    left: "۱۲ جا مانده",
    guests: ["سارا مرادی", "کیان راد", "مینا ثابت"],
    going: "جایتان گرفته شد",
    line: "نفر ۱ صف هستید",
    full: "۱۲ از ۱۲",
    ticked: [": ۱", ": ۲"],
    untouched: ": ۰",
    found: "سارا",
    admit: "ورود ۶ نفر",
    inside: "۶",
    message: "لطفاً لباس کهنه همراه بیاورید.",
    takenBack: "پس گرفته شد",
  },
} as const;
/** Two parties fill the class; the third waits. */
const PARTIES = [6, 6, 1] as const;
/** A form that comes back sooner was not filled in by a person, ms. */
const FILLED_IN = 2_000;

const main = (page: Page) => page.getByRole("main");
const pressed = (page: Page, intent: string) =>
  main(page).locator(`button[name=intent][value=${intent}]`).click();

// A moderator, whose calls approve the event.
test.use({ role: "moderator" });

for (const { locale, scripted } of WAYS)
  test(`a class of 12 places, from its form to its door, in ${locale}`, async ({
    browser,
    baseURL,
    request,
  }) => {
    const words = WORDS[locale];
    const settings = { baseURL, storageState: { cookies: [], origins: [] } };
    const hosts = await browser.newContext({ ...settings, javaScriptEnabled: scripted });
    // Guests and helpers at the door have no script.
    const others = await browser.newContext({ ...settings, javaScriptEnabled: false });
    const host = await hosts.newPage();
    const open = async (page: Page, path: string) => {
      await page.goto(`${path}${path.includes("?") ? "&" : "?"}lang=${locale}`);
      if (page === host && scripted) await hydrated(page);
    };

    const { id, title } =
      await test.step("the host writes the event, and it is approved", async () => {
        await joinAsNew(host);
        await open(host, "/events/create/quick");
        for (const [place, name] of ["title", "when", "where", "price"].entries())
          await host.locator(`#quick-${name}`).fill(words.lines[place] ?? "");
        await host.locator("#quick-about").fill(words.about);
        for (const name of words.sends) {
          const next =
            name === words.sends.at(-1) ? /\/my-events/ : /\/events\/[0-9a-f-]{36}\/finish/;
          const send = main(host).getByRole("button", { name, exact: true });
          await send.click();
          await host.waitForLoadState("load");
          // One press in fifty has had no effect here: a person presses again.
          await host.waitForURL(next, { timeout: 10_000 }).catch(() => send.click());
          await expect(host).toHaveURL(next);
        }
        const link = main(host).getByRole("heading").getByRole("link", { name: words.lines[0] });
        const id =
          /events\/([0-9a-f-]{36})/.exec((await link.getAttribute("href")) ?? "")?.[1] ?? "";
        const api = await apiOf(request, new URL(baseURL ?? "").origin);
        await api("POST", `/events/admin/${id}/approve`);
        return { id, title: words.lines[0] };
      });

    await test.step("the host gives it 12 places", async () => {
      await open(host, `/my-events/${id}/rsvp`);
      await host.locator("input[name=isOn]").check();
      await host.locator("input[name=capacity]").fill("12");
      await host.locator("select[name=maxPlusOnes]").selectOption("5");
      const saved = host.waitForResponse((answer) => answer.request().method() === "POST");
      await pressed(host, "save");
      expect((await saved).status()).toBeLessThan(400);
    });

    const forms = await test.step("three guests open the form", async () => {
      const pages: Page[] = [];
      for (const _ of PARTIES) {
        const page = await others.newPage();
        await open(page, `/events/${id}`);
        // Without a script, as old as the page.
        await expect(
          main(page).locator(`a[href*="/events/${id}/rsvp"]`).getByText(words.left).first(),
        ).toBeVisible();
        await main(page).locator(`a[href*="/events/${id}/rsvp"]`).first().click();
        await expect(main(page).getByText(words.left).first()).toBeVisible();
        await expect(page.locator("input[name=email]")).toBeVisible();
        pages.push(page);
      }
      return pages;
    });
    const shownAt = Date.now();

    const door = await test.step("meanwhile, the host makes a link for the door", async () => {
      await open(host, `/my-events/${id}/door`);
      await host.locator("input[name=name]").fill("A");
      await pressed(host, "add");
      const pin = (await main(host).locator("b[dir=ltr]").textContent()) ?? "";
      const link = await main(host).locator('a[href*="/door/"]').getAttribute("href");
      return { pin, path: new URL(link ?? "", baseURL).pathname };
    });

    const ticket = await test.step("each guest confirms by the link in a mail", async () => {
      await expect.poll(() => Date.now() - shownAt).toBeGreaterThan(FILLED_IN);
      for (const [place, page] of forms.entries()) {
        const email = `clay-${locale}-${place}@mail.example`;
        await page.locator("select[name=seats]").selectOption(String(PARTIES[place]));
        await page.locator("input[name=name]").fill(words.guests[place] ?? "");
        await page.locator("input[name=email]").fill(email);
        await page.locator("input[name=adult]").check();
        await pressed(page, "rsvp");
        await expect(page).toHaveURL(/[?&]sent/);
        await open(page, await linkInMail("rsvpConfirm", email));
        await pressed(page, "confirm");
        await expect(main(page).getByRole("heading", { level: 1 })).toHaveText(
          place < 2 ? words.going : words.line,
        );
      }
      const [first] = forms;
      // An icon stands beside the words of its link, not above them.
      const calendar = main(first as Page).locator("a[download]:has(svg)");
      expect(await calendar.evaluate((it) => it.getClientRects().length)).toBe(1);
      return main(first as Page)
        .locator('a[href*="/t/"]')
        .getAttribute("href");
    });

    await test.step("the host sees a full class and everyone's name", async () => {
      await open(host, `/my-events/${id}`);
      await expect(host.locator("#showings").getByText(words.full)).toBeVisible();
      await main(host).locator('a[href*="tab=going"]').first().click();
      for (const name of words.guests.slice(0, 2))
        await expect(host.locator("#guests").getByText(name, { exact: true })).toBeVisible();
      if (scripted) {
        // Of forms that are alike, only the one that is sent waits.
        let answer = () => {};
        const asked = new Promise<void>((resolve) => {
          answer = resolve;
        });
        const page = await hosts.newPage();
        seeNavigation(page);
        await page.goto(`/my-events/${id}?tab=going&lang=${locale}`);
        await hydrated(page);
        await page.route(/\/my-events\//, async (route) => {
          if (route.request().method() === "POST") await asked;
          await route.continue();
        });
        await page.locator("#guests li summary").nth(0).click();
        const removals = page.locator("#guests button[value=remove]");
        await expect(removals).toHaveCount(2);
        await removals.nth(0).click();
        await expect(removals.nth(0)).toBeDisabled();
        await expect(removals.nth(1)).toBeEnabled();
        answer();
        await expect(page.locator("#guests [role=alert]")).toBeVisible();
        await page.close();
      }
      // The bar counts who is ticked, and stays in sight while anyone is.
      const bar = host.locator("#guests [data-bottom-bar]");
      const position = () => bar.evaluate((it) => getComputedStyle(it).position);
      const cdp = await hosts.newCDPSession(host);
      const isRead = async (text: string) => {
        const { nodes } = await cdp.send("Accessibility.getFullAXTree");
        const said = nodes.filter(({ role }) => role?.value === "StaticText");
        return said
          .map(({ name }) => String(name?.value))
          .join("")
          .includes(text);
      };
      expect(await position()).toBe("static");
      for (const [at, text] of words.ticked.entries()) {
        await host.locator("input[name=chosen]").nth(at).check();
        await expect.poll(() => isRead(text)).toBe(true);
        expect(await position()).toBe("sticky");
      }
      // Who is no longer in the list is not counted.
      await host.locator("input[name=chosen]").nth(1).uncheck();
      await host.locator("input[name=q]").fill(words.guests[1]);
      await pressed(host, "filter");
      await host.waitForURL(/[?&]q=/);
      await expect(host.locator("input[name=chosen]")).toHaveCount(1);
      await expect.poll(() => isRead(words.untouched)).toBe(true);
    });

    await test.step("the host takes a message back before it goes out", async () => {
      await open(host, `/my-events/${id}/messages`);
      await host.locator("textarea[name=text]").fill(words.message);
      await pressed(host, "preview");
      await pressed(host, "send");
      await expect(host.locator("#sent").getByText(words.message)).toBeVisible();
      await pressed(host, "undo");
      await expect(host.locator("#sent").getByText(words.takenBack)).toBeVisible();
      await expect(main(host).locator("button[value=undo]")).toHaveCount(0);
    });

    await test.step("a party is let in at the door", async () => {
      const page = await others.newPage();
      await open(page, ticket ?? "");
      await expect(main(page).getByText(title).first()).toBeVisible();
      await open(page, door.path);
      await page.locator("input[name=pin]").fill(door.pin);
      await pressed(page, "enter");
      await page.locator("#q").fill(words.found);
      await page.keyboard.press("Enter");
      await page.getByRole("link", { name: words.guests[0] }).click();
      await page.getByRole("button", { name: words.admit }).click();
      await expect(page.getByRole("region").first().locator("b")).toHaveText(words.inside);
    });
    await Promise.all([hosts.close(), others.close()]);
  });
