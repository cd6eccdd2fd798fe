import { expect, test } from "playwright/test";
import { comeAs } from "./newcomers";

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
