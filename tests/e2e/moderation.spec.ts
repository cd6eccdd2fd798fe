import type { Browser, Page } from "playwright/test";
import { comeAs } from "./newcomers";
import { rowsOf } from "./outbox";
import { expect, hydrated, logIn, type Router, test } from "./people";
import { waitingId, waitingTitle } from "./waiting-events";

test.use({ role: "moderator" });

const QUEUE = "/admin/pending-events";
const REASON = "Please say what is played, and by whom.";
/** Sentences about the moderator who decided first. */
const FIRST = { en: /approved this a moment ago\./, fa: /همین حالا این را تأیید کرد\./ } as const;

const opened = (page: Page) => page.locator("#review-title");

async function loggedIn(browser: Browser, baseURL: string | undefined, role: string) {
  const context = await browser.newContext({ baseURL, storageState: undefined });
  const page = await context.newPage();
  await logIn(page, `${role}@rooydad.example`);
  return { context, page };
}

// Serial: the second test continues with the state of the first.
test.describe.configure({ mode: "serial" });

test("a moderator clears twenty pending events by keyboard alone", async ({ page }) => {
  await page.goto(`${QUEUE}?lang=en`);
  await hydrated(page);
  await page.keyboard.press("?");
  const help = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await expect(help.getByText("Approve and open the next")).toBeVisible();
  await page.keyboard.press("Escape");
  await page.keyboard.press("j");
  await expect(opened(page)).toHaveText(waitingTitle(1));
  await expect(opened(page)).toBeFocused();
  await page.keyboard.press("k");
  await expect(opened(page)).toHaveText(waitingTitle(0));
  await expect(opened(page)).toBeFocused();
  // Faster than the page: moves add up, and a case that no one has seen is not decided.
  const pressAtOnce = (...keys: string[]) =>
    page.evaluate((all) => {
      for (const key of all)
        document.body.dispatchEvent(
          new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }),
        );
    }, keys);
  await pressAtOnce("j", "j", "a", "j");
  await expect(opened(page)).toHaveText(waitingTitle(3));
  await pressAtOnce("k", "k", "a", "k");
  await expect(opened(page)).toHaveText(waitingTitle(0));
  for (let place = 0; place < 20; place++) {
    await expect(opened(page)).toHaveText(waitingTitle(place));
    // The focus shows that the page is complete: keys are ignored during navigation.
    await expect(opened(page)).toBeFocused();
    if (place % 5 === 4) {
      await page.keyboard.press("r");
      await expect(page.locator("#reason")).toBeFocused();
      await page.keyboard.type(REASON);
      await expect(page.getByText(`${REASON.length} of 500`)).toBeVisible();
      await page.keyboard.press("Control+Enter");
    } else await page.keyboard.press("a");
  }
  await expect(opened(page)).toHaveText(waitingTitle(20));
  await expect(opened(page)).toBeFocused();
  await expect(
    page.getByRole("status").getByText(`Rejected: \u2068${waitingTitle(19)}\u2069`),
  ).toBeVisible();
});

test("on a phone the decision buttons stay in view while the event is read", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 700 });
  await page.goto(`${QUEUE}?event=${waitingId(20)}&lang=en`);
  const approve = page.getByRole("button", { name: "Approve", exact: true });
  for (const place of [0, 0.5, 1]) {
    await page.evaluate(
      (part) =>
        scrollTo(
          0,
          (document.querySelector("#review-title")?.getBoundingClientRect().top ?? 0) * part,
        ),
      place,
    );
    await expect(approve).toBeInViewport({ ratio: 1 });
  }
});

test("of two moderators deciding at once, the second sees who was first, and the host reads the reason", async ({
  page,
  browser,
  baseURL,
}) => {
  const other = await loggedIn(browser, baseURL, "admin");
  for (const [locale, place] of [
    ["en", 20],
    ["fa", 21],
  ] as const) {
    const path = `${QUEUE}?event=${waitingId(place)}&lang=${locale}`;
    await Promise.all([page.goto(path), other.page.goto(path)]);
    await page.locator("button[value=approve]").click();
    await expect(opened(page)).not.toHaveText(waitingTitle(place));
    // Until the time to undo is over, the later decision of two counts.
    await expect(() =>
      expect(rowsOf(`SELECT status FROM events WHERE id = '${waitingId(place)}'`)).toEqual([
        { status: "approved" },
      ]),
    ).toPass({ timeout: 30_000 });
    // The room tells it, or else the answer to the later decision.
    const late = other.page.locator("button[value=approve]");
    const told = other.page.getByText(FIRST[locale]).first();
    await expect(late.or(told).first()).toBeVisible();
    if (!(await told.isVisible())) await late.click({ timeout: 5_000 }).catch(() => undefined);
    await expect(told).toBeVisible();
  }

  await page.goto(`${QUEUE}?event=${waitingId(22)}&lang=fa`);
  await page.locator("form[data-decision] button[value=reject]").click();
  await expect(page.locator("#reason-issue")).toBeVisible();
  await page.locator("#reason").fill(REASON);
  await page.locator("form[data-decision] button[value=reject]").click();
  await expect(opened(page)).toHaveText(waitingTitle(23));
  await other.context.close();

  const host = await browser.newContext({ baseURL, storageState: undefined });
  await comeAs(host, "hosts", baseURL ?? "");
  const inbox = await host.newPage();
  for (const locale of ["en", "fa"]) {
    await expect(async () => {
      await inbox.goto(`/notifications?lang=${locale}`);
      const told = inbox.getByRole("listitem").filter({ hasText: waitingTitle(22) });
      await expect(told.getByText(REASON)).toBeVisible({ timeout: 1_000 });
    }).toPass({ timeout: 30_000 });
  }
  await host.close();
});

test("on a phone the notice of an undone decision stands above the decision buttons", async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 700 });
  await page.goto(`/admin/inbox?case=new-${waitingId(23)}&lang=en`);
  await hydrated(page);
  const approve = page.getByRole("button", { name: "Approve", exact: true });
  await approve.click();
  await page.locator("button[value=undo]").first().click();
  const notice = await page.getByText("Undone. Nothing was sent.").boundingBox();
  const button = await approve.boundingBox();
  expect((notice?.y ?? 700) + (notice?.height ?? 0)).toBeLessThan(button?.y ?? 0);
});

test("a decision on a case that a colleague has claimed asks first, in both languages", async ({
  page,
  browser,
  baseURL,
}) => {
  const other = await loggedIn(browser, baseURL, "admin");
  const path = (locale: string) => `/admin/inbox?case=new-${waitingId(23)}&lang=${locale}`;
  await other.page.goto(path("en"));
  await hydrated(other.page);
  await other.page.locator("button[value=claim]").click();
  await expect(other.page.locator("button[value=release]")).toBeVisible();
  for (const [locale, question] of [
    ["en", /has it since \d\d:\d\d\. Decide anyway\?/],
    ["fa", /از ساعت [۰-۹]+:[۰-۹]+ آن را بر عهده دارد/],
  ] as const) {
    await page.goto(path(locale));
    await hydrated(page);
    await page.keyboard.press("a");
    await expect(page.getByRole("alert").filter({ hasText: question })).toBeVisible();
    await expect(opened(page)).toHaveText(waitingTitle(23));
  }
  // Pressed again, it is decided; the time to undo has begun.
  await page.locator("form[data-decision] button[value=approve]").click();
  await expect(page.locator("button[value=undo]").first()).toBeVisible();
  await page.locator("button[value=undo]").first().click();
  await expect(opened(page)).toHaveText(waitingTitle(23));
  await other.page.locator("button[value=release]").click();
  await expect(other.page.locator("button[value=claim]")).toBeVisible();
  await other.context.close();
});

test("what was done is said although the load that brought it was given up for another", async ({
  page,
}) => {
  await page.goto(`${QUEUE}?event=${waitingId(23)}&lang=en`);
  await hydrated(page);
  let isGivenUp = false;
  await page.route("**/pending-events.data?*", async (route) => {
    if (isGivenUp || route.request().method() !== "GET") return route.continue();
    isGivenUp = true;
    // The browser's own headers, which a fetch of the test lacks.
    const headers = { ...(await route.request().allHeaders()), "sec-fetch-dest": "empty" };
    const answer = await route.fetch({ headers });
    await page.evaluate(() => {
      const { __remixRouter: router } = window as unknown as { __remixRouter: Router };
      router.revalidate();
    });
    await route.fulfill({ response: answer }).catch(() => {});
  });
  await page.locator("textarea[name=body]").fill("Its hall is being repaired.");
  await page.locator("button[value=note]").click();
  await expect(page.getByText("Note saved").first()).toBeVisible();
  expect(isGivenUp).toBe(true);
});
