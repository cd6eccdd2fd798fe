import enAccount from "../../app/locales/en/account.json" with { type: "json" };
import enCommon from "../../app/locales/en/common.json" with { type: "json" };
import faAccount from "../../app/locales/fa/account.json" with { type: "json" };
import faCommon from "../../app/locales/fa/common.json" with { type: "json" };
import { joinAsNew } from "./joining";
import { expect, hydrated, test } from "./people";
import { nameOf, WAYS } from "./ways";

const TEXTS = {
  en: { account: enAccount.follows, common: enCommon },
  fa: { account: faAccount.follows, common: faCommon },
};

for (const way of WAYS)
  test.describe(nameOf(way), () => {
    const { locale, scripted } = way;
    test.use({ javaScriptEnabled: scripted });
    const { account, common } = TEXTS[locale];

    test("a venue and an empty list are followed, changed, ended and followed again", async ({
      page,
    }) => {
      await joinAsNew(page);
      await page.goto(`/account/follows?lang=${locale}`);
      if (scripted) await hydrated(page);
      const suggested = page.getByRole("region", { name: account.suggested }).getByRole("listitem");
      await expect(suggested).toHaveCount(8);
      const first = suggested.first();
      const name = (await first.getByRole("link").textContent()) ?? "";
      await first.getByRole("button").click();
      await expect(
        page.getByRole("region", { name: account.kind.venue }).getByRole("link", { name }),
      ).toBeVisible();
      await expect(suggested.getByRole("link", { name, exact: true })).toHaveCount(0);
      await page
        .getByRole("region", { name: account.kind.venue })
        .locator('button[value="unfollow"]')
        .click();
      await expect(page.getByText(account.left)).toBeVisible();

      await page.goto(`/venues/tehran/vahdat-hall?lang=${locale}`);
      if (scripted) await hydrated(page);
      const button = page.locator("main header button[aria-pressed]");
      await button.click();
      await expect(button).toHaveAttribute("aria-pressed", "true");
      const weekly = page.getByRole("button", { name: common.follow.weekly, exact: true });
      await weekly.click();
      await expect(weekly).toHaveAttribute("aria-pressed", "true");

      await page.goto(`/events?city=tehran&category=dance&q=qqqqqqqq&lang=${locale}`);
      await page.getByRole("button", { name: common.follow.whenThereIs }).click();
      await expect(page.getByRole("button", { name: common.follow.on })).toBeVisible();

      await page.goto(`/account/follows?lang=${locale}`);
      if (scripted) await hydrated(page);
      await expect(page.getByRole("heading", { name: account.kind.search })).toBeVisible();
      const venue = page
        .getByRole("listitem")
        .filter({ hasText: locale === "fa" ? "تالار وحدت" : "Vahdat Hall" });
      await expect(venue.locator("select")).toHaveValue("weekly");
      await venue.locator('button[value="unfollow"]').click();
      await expect(page.getByText(account.left)).toBeVisible();
      await expect(venue).toHaveCount(0);
      await page.getByRole("button", { name: common.toast.undo }).click();
      await expect(venue.locator("select")).toHaveValue("weekly");
    });
  });
