import { expect, test } from "playwright/test";
import { comeAs } from "./newcomers";
import { hydrated } from "./people";

const OFFLINE = {
  en: { title: "This page needs a connection", seen: "Events you have opened or saved" },
  fa: { title: "این صفحه اینترنت می‌خواهد", seen: "رویدادهایی که دیده یا ذخیره کرده‌اید" },
} as const;

for (const locale of ["en", "fa"] as const)
  test(`the installed app opens without a network to events that were seen and saved, and they open (${locale})`, async ({
    browser,
    baseURL,
  }) => {
    const context = await browser.newContext({
      baseURL,
      storageState: undefined,
      serviceWorkers: "allow",
    });
    await context.addCookies([{ name: "rooydad.language", value: locale, url: baseURL ?? "" }]);
    const page = await context.newPage();
    await page.goto(`/cities/isfahan?lang=${locale}`);
    await page.evaluate(() => navigator.serviceWorker.ready);
    const { items } = await (await page.request.get("/api/v1/events?city=isfahan&limit=2")).json();
    const [saved, seen] = (
      items as { id: string; title: Record<"en" | "fa", string | null> }[]
    ).map(({ id, title }) => ({ path: `/events/${id}`, title: title[locale] ?? title.en ?? "" }));
    if (!saved || !seen) throw new Error("Isfahan has two events.");
    const saving = await page.request.post(`${saved.path}/favourite`, {
      form: { intent: "save", returnTo: "/saved" },
      headers: { Origin: baseURL ?? "" },
    });
    expect(saving.ok()).toBe(true);
    await page.goto(`${seen.path}?lang=${locale}`);
    await page.goto(`/saved?lang=${locale}`);
    await expect(page.getByRole("link", { name: saved.title }).first()).toBeVisible();
    await hydrated(page);
    await expect
      .poll(() =>
        page.evaluate(
          (paths) =>
            Promise.all(
              paths.map(async (path) => Boolean(await caches.match(location.origin + path))),
            ),
          [saved.path, seen.path],
        ),
      )
      .toEqual([true, true]);
    const { start_url: start, share_target: share } = await (
      await page.request.get("/manifest.webmanifest")
    ).json();
    await context.setOffline(true);
    // What the icon opens, a list, and what another app shares.
    for (const path of [
      start,
      "/events",
      `${share.action}?${share.params.text}=A+night+of+setar`,
    ]) {
      await page.goto(path);
      await expect(page.getByRole("heading", { level: 1 })).toHaveText(OFFLINE[locale].title);
      await expect(page.getByRole("heading", { level: 2 })).toHaveText(OFFLINE[locale].seen);
      await expect(page.locator("html")).toHaveAttribute("dir", locale === "fa" ? "rtl" : "ltr");
    }
    // What was shared is in the address, which is asked for again with a network.
    expect(page.url()).toContain("A+night+of+setar");
    for (const event of [saved, seen]) {
      await page.goto(start);
      await page.getByRole("link", { name: event.title }).click();
      await expect(page.getByRole("heading", { level: 1 })).toHaveText(event.title);
    }
    await context.setOffline(false);
    await page.goto(start);
    await expect(page.getByRole("heading", { level: 1 })).not.toHaveText(OFFLINE[locale].title);
    await context.close();
  });

test("what another app shares with the installed one is read by the short form", async ({
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
  await expect(page.getByRole("main")).toContainText("What you wrote");
  await expect(page.getByRole("main")).toContainText("300,000");
  await context.close();
});
