import { expect, test } from "playwright/test";
import { comeAs } from "./newcomers";
import { hydrated } from "./people";

test("the installed app opens without a network to events that were seen and saved, and they open", async ({
  browser,
  baseURL,
}) => {
  const context = await browser.newContext({ baseURL, storageState: undefined });
  const page = await context.newPage();
  await page.goto("/cities/isfahan?lang=en");
  await page.evaluate(() => navigator.serviceWorker.ready);
  const { items } = await (await page.request.get("/api/v1/events?city=isfahan&limit=2")).json();
  const [saved, seen] = items as { id: string; title: { en: string } }[];
  const saving = await page.request.post(`/events/${saved?.id}/favourite`, {
    form: { intent: "save", returnTo: "/saved" },
    headers: { Origin: baseURL ?? "" },
  });
  expect(saving.ok()).toBe(true);
  await page.goto(`/events/${seen?.id}?lang=en`);
  await page.goto("/saved?lang=en");
  await expect(page.getByRole("link", { name: saved?.title.en }).first()).toBeVisible();
  await hydrated(page);
  await expect
    .poll(() =>
      page.evaluate(
        (paths) =>
          Promise.all(
            paths.map(async (path) => Boolean(await caches.match(location.origin + path))),
          ),
        [saved, seen].map((event) => `/events/${event?.id}`),
      ),
    )
    .toEqual([true, true]);
  await context.setOffline(true);
  // What the icon opens.
  await page.goto("/");
  await expect(page.getByRole("heading", { level: 2 })).toHaveText("Events you have opened");
  for (const event of [saved, seen])
    await expect(page.getByRole("link", { name: event?.title.en })).toBeVisible();
  await page.getByRole("link", { name: saved?.title.en }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(saved?.title.en ?? "");
  await context.close();
});

test("what another app shares with the installed one is read by the short form, after logging in too", async ({
  browser,
  baseURL,
}) => {
  const context = await browser.newContext({ baseURL, storageState: undefined });
  await comeAs(context, "hears", baseURL ?? "");
  const page = await context.newPage();
  const { share_target: target } = await (await page.request.get("/manifest.webmanifest")).json();
  const shared = { title: "Shared", text: "Night of Setar, Friday 20:00, Tehran, 300,000 toman" };
  const query = new URLSearchParams(
    Object.entries(shared).map(([name, value]) => [target.params[name], value]),
  );
  expect(target.method).toBe("GET");
  await page.goto(`${target.action}?${query}&lang=en`);
  await expect(page.getByRole("main").locator("textarea").first()).toHaveValue(/Night of Setar/);
  await expect(page.getByRole("main")).toContainText("300,000");
  await context.close();
});
