import { apiOf } from "./api";
import { NOTIFICATION_COUNT, notificationTitle } from "./many-notifications";
import { comeAs } from "./newcomers";
import { expect, test } from "./people";
import { NOTIFICATION_PLACES, waitingId, waitingTitle } from "./waiting-events";

test.use({ role: "moderator", serviceWorkers: "allow" });

const WORDS = {
  en: {
    unread: (count: number) => `Notifications, ${count} unread`,
    offline: "This page needs a connection",
    cities: "Cities",
  },
  fa: {
    unread: (count: number) => `اعلان‌ها، ${count === 1 ? "۱" : "۲"} خوانده‌نشده`,
    offline: "این صفحه اینترنت می‌خواهد",
    cities: "شهرها",
  },
} as const;

test("an approval updates the creator's bell within a second; offline, recently viewed events are available, and everything returns online", async ({
  request,
  browser,
  baseURL,
}) => {
  const api = await apiOf(request, new URL(baseURL ?? "").origin);
  const host = await browser.newContext({ baseURL, storageState: undefined });
  await comeAs(host, "awaits", baseURL ?? "");
  const other = await host.newPage();
  // An event of another creator: own events are not cached.
  const { items } = await (await other.request.get("/api/v1/events?city=isfahan&limit=1")).json();
  const [event] = items as { id: string; title: { en: string } }[];
  const seen = `/events/${event?.id}`;
  for (const [at, locale] of (["en", "fa"] as const).entries()) {
    const words = WORDS[locale];
    const place = NOTIFICATION_PLACES[at] ?? 0;
    await other.goto(`/cities?lang=${locale}`);
    const bell = other.locator("header button[aria-haspopup=dialog]");
    await expect(bell).toHaveAttribute("data-status", "connected");
    // Of the API, whose decisions have no time to undo.
    await api("POST", `/events/admin/${waitingId(place)}/approve`);
    await expect(bell).toHaveAccessibleName(words.unread(at + 1));
    // In one look, since a toast leaves by itself; in the language of the browser, which the socket
    // goes by.
    await expect(other.getByRole("status").filter({ hasText: waitingTitle(place) })).toContainText(
      "Everyone can find it now.",
    );

    await bell.click();
    const panel = other.getByRole("dialog");
    await expect(panel.getByText(waitingTitle(place))).toBeVisible();
    await other.keyboard.press("Escape");
    await expect(bell).toBeFocused();

    // The first document may precede the service worker.
    await other.evaluate(() => navigator.serviceWorker.ready);
    await other.goto(`${seen}?lang=${locale}`);
    const title = await other.getByRole("heading", { level: 1 }).textContent();
    // The service worker caches visited events in the background.
    await expect
      .poll(() =>
        other.evaluate(
          async (path) => (await caches.match(new URL(path, location.origin)))?.text(),
          seen,
        ),
      )
      .toContain(`<html lang="${locale}"`);
    await host.setOffline(true);
    await other.goto(`/cities?lang=${locale}`);
    await expect(other.getByRole("heading", { level: 1 })).toHaveText(words.offline);
    await expect(other.getByRole("link", { name: title ?? "" })).toHaveAttribute(
      "href",
      new RegExp(`${seen}$`),
    );
    // Browsers may report the network as restored during navigation: a reload must not undo the
    // step.
    await other.evaluate((address) => {
      location.assign(address);
      dispatchEvent(new Event("online"));
    }, `${seen}?lang=${locale}`);
    await expect(other.getByRole("heading", { level: 1 })).toHaveText(title ?? "");
    await other.goto(`/cities?lang=${locale}`);
    await host.setOffline(false);
    await expect(
      other.getByRole("navigation").getByRole("link", { name: words.cities }).first(),
    ).toBeVisible();
    await expect(bell).toHaveAttribute("data-status", "connected");
    await expect(bell).toHaveAccessibleName(words.unread(at + 1));
  }
  await host.close();
});

test("the panel works by keyboard: a control that disappears passes the focus on and announces it", async ({
  browser,
  baseURL,
}) => {
  const context = await browser.newContext({ baseURL, storageState: undefined });
  await comeAs(context, "hears", baseURL ?? "");
  const page = await context.newPage();
  await page.goto("/help?lang=en");
  const bell = page.locator("header button[aria-haspopup=dialog]");
  await bell.focus();
  await page.keyboard.press("Enter");
  const panel = page.getByRole("dialog");
  await expect(panel).toBeFocused();
  const item = (place: number) => panel.getByRole("link", { name: notificationTitle(place) });
  const remove = (place: number) =>
    panel.getByRole("button", { name: `Delete: Published: ${notificationTitle(place)}` });
  await expect(item(0)).toBeVisible();

  // The focus moves to the next item, or to the previous one after the last.
  await remove(0).press("Enter");
  await expect(item(1)).toBeFocused();
  await expect(panel.getByRole("status")).toHaveText("Deleted.");
  await panel.getByRole("button", { name: "Load more" }).press("Enter");
  await expect(item(10)).toBeFocused();
  await expect(panel.getByRole("listitem")).toHaveCount(NOTIFICATION_COUNT - 1);
  // The response to this deletion arrives after that of the next change, whose status stays.
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route("**/notifications/panel*", async (route) => {
    const body = route.request().postData() ?? "";
    if (/\bdelete\b/.test(body)) await released;
    await route.continue();
  });
  const deleted = page.waitForResponse((response) =>
    /\bdelete\b/.test(response.request().postData() ?? ""),
  );
  await remove(NOTIFICATION_COUNT - 1).press("Enter");
  await expect(item(NOTIFICATION_COUNT - 2)).toBeFocused();

  const markAll = panel.getByRole("button", { name: "Mark all as read" });
  await markAll.press("Enter");
  await expect(panel.getByRole("status")).toHaveText("All marked as read.");
  release();
  await (await deleted).finished();
  await page.unroute("**/notifications/panel*");
  await expect(panel.getByRole("status")).toHaveText("All marked as read.");
  await expect(markAll).toBeFocused();

  const deleteAll = panel.getByRole("button", { name: "Delete all" });
  await deleteAll.press("Enter");
  await panel.getByRole("button", { name: "Keep them" }).press("Enter");
  await expect(deleteAll).toBeFocused();
  await deleteAll.press("Enter");
  await panel.getByRole("alert").getByRole("button", { name: "Delete all" }).press("Enter");
  await expect(panel.getByRole("heading")).toBeFocused();
  await expect(panel.getByRole("status")).toHaveText("All deleted.");

  await page.keyboard.press("Escape");
  await expect(bell).toBeFocused();
  await context.close();
});
