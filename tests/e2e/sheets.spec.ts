import { comeAs } from "./newcomers";
import { addressOf } from "./pages";
import { expect, hydrated, test } from "./people";

test.use({ viewport: { width: 390, height: 844 }, locale: "en-GB" });

interface Sheet {
  name: string;
  path: string;
  /** Opens it. */
  open: string;
  sheet: string;
  role?: "user";
}

/** The sheets and dialogs of pages on a phone: where they are, and how they open. */
const SHEETS: readonly Sheet[] = [
  {
    name: "the menu",
    path: "/cities",
    open: "header a[data-menu]",
    sheet: '[role="dialog"]',
  },
  { name: "the filters", path: "/events", open: 'a[href="#filters"]', sheet: "dialog#filters" },
  {
    name: "the notifications",
    path: "/cities",
    open: "header button[aria-haspopup=dialog]",
    sheet: '[role="dialog"]',
    role: "user",
  },
  {
    name: "the calendar of a date",
    path: "/events/create",
    open: "#when button[aria-haspopup=dialog]",
    sheet: "#when dialog[open]",
    role: "user",
  },
];

for (const { name, path, open, sheet, role } of SHEETS)
  test.describe(name, () => {
    test.use({ role: role ?? null });
    test(`Back closes ${name} and stays on the page`, async ({ page }) => {
      await page.goto("/how-it-works?lang=en");
      await page.goto(`${path}?lang=en`);
      await hydrated(page);
      await page.locator(open).first().click();
      await expect(page.locator(sheet)).toBeVisible();
      await page.goBack();
      await expect(page.locator(sheet)).toBeHidden();
      expect(new URL(page.url()).pathname).toBe(path);
      // Closed by its own button it leaves no entry behind.
      await page.locator(open).first().click();
      await expect(page.locator(sheet)).toBeVisible();
      const asked: string[] = [];
      page.on("request", (request) => asked.push(request.url()));
      await page.keyboard.press("Escape");
      await expect(page.locator(sheet)).toBeHidden();
      await expect.poll(() => page.evaluate(() => history.state?.isSheet ?? false)).toBe(false);
      // The router does not learn of it: it would give up what else it was asked for.
      expect(asked.filter((url) => url.includes(".data"))).toEqual([]);
      await page.goBack();
      await expect(page).toHaveURL(/how-it-works/);
    });
  });

test("Back closes a dialog that asks, then leaves its page", async ({ page }) => {
  await page.goto("/how-it-works?lang=en");
  await page.goto("/feedback-demo?lang=en");
  await hydrated(page);
  const dialog = page.locator("dialog[open]");
  await page.locator('main a[href*="#confirm"]').first().click();
  await expect(dialog).toBeVisible();
  await page.goBack();
  await expect(dialog).toBeHidden();
  expect(new URL(page.url()).pathname).toBe("/feedback-demo");
  await page.goBack();
  await expect(page).toHaveURL(/how-it-works/);
});

test("Back goes through the steps of the onboarding, then puts it away", async ({
  page,
  context,
  baseURL,
}) => {
  await page.goto("/how-it-works?lang=en");
  await comeAs(context, "back", baseURL ?? "");
  await page.goto("/cities?lang=en");
  const dialog = page.getByRole("dialog");
  await expect(dialog).toBeVisible();
  const next = dialog.locator("button[type=submit]");
  const first = await dialog.locator("h2").textContent();
  await next.click();
  const second = await dialog.locator("h2").textContent();
  expect(second).not.toBe(first);
  await next.click();
  await expect(dialog.locator("h2")).not.toHaveText(second ?? "");
  await page.goBack();
  await expect(dialog.locator("h2")).toHaveText(second ?? "");
  await page.goBack();
  await expect(dialog.locator("h2")).toHaveText(first ?? "");
  await page.goBack();
  await expect(dialog).toBeHidden();
  expect(new URL(page.url()).pathname).toBe("/cities");
});

test("a link of the menu takes the place of the sheet's entry", async ({ page }) => {
  await page.goto("/cities?lang=en");
  await hydrated(page);
  await page.locator("header a[data-menu]").first().click();
  await page.locator('[role="dialog"] nav a').first().click();
  await expect(page).toHaveURL(/\/events/);
  await expect(page.locator('[role="dialog"]')).toBeHidden();
  await page.goBack();
  await expect(page).toHaveURL(/\/cities/);
});

test("Share is a sheet with a picture, a story, a QR code and the link, which Back closes", async ({
  page,
}) => {
  const event = await addressOf("/events/{event}", "en", page.request);
  await page.goto(event);
  await hydrated(page);
  const share = page.locator("details[data-sheet]");
  // The cover carries it and the heart, the bar below one action.
  for (const width of [320, 899, 390]) {
    await page.setViewportSize({ width, height: 844 });
    const [cover, ...controls] = await page
      .locator(
        "article:has([data-action-bar]) > :first-child, [data-action-bar] + div > :not([role=status])",
      )
      .evaluateAll((parts) => parts.map((part) => part.getBoundingClientRect().toJSON()));
    expect(controls).toHaveLength(2);
    for (const { left, right, top, bottom, height } of controls) {
      expect(height).toBeGreaterThanOrEqual(44);
      expect(left >= cover.left && right <= cover.right).toBe(true);
      expect(top >= cover.top && bottom <= cover.bottom).toBe(true);
    }
    expect(
      await page.locator("[data-action-bar] :is(a, summary, button):visible").count(),
    ).toBeLessThanOrEqual(2);
  }
  await share.locator("summary").click();
  await expect(share.locator("ul")).toBeVisible();
  const box = await share.locator("ul").boundingBox();
  expect(box?.width).toBe(390);
  expect(Math.round((box?.y ?? 0) + (box?.height ?? 0))).toBe(844);
  for (const one of ["Picture", "Story image", "QR code of this page", "Copy link"])
    await expect(share.getByText(one, { exact: true }).first()).toBeAttached();
  await page.goBack();
  await expect(share).not.toHaveAttribute("open");
  expect(new URL(page.url()).pathname).toBe(new URL(event, page.url()).pathname);
  // What the heart says stands between the cover and the bar.
  await page.locator("[data-action-bar] + div button[aria-pressed]").click();
  const toast = page.getByRole("status").locator("> *", { hasText: "Saved on this device" });
  await expect(toast).toBeVisible();
  const [said, bar, cover] = await Promise.all(
    [toast, page.locator("[data-action-bar]"), page.locator("article > :first-child").first()].map(
      (part) => part.evaluate((element) => element.getBoundingClientRect().toJSON()),
    ),
  );
  expect(said.bottom).toBeLessThanOrEqual(bar.top);
  expect(said.top).toBeGreaterThanOrEqual(cover.bottom);
});
