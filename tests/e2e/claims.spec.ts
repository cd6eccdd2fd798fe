import type { BrowserContext } from "playwright/test";
import enAccount from "../../app/locales/en/account.json" with { type: "json" };
import enAdmin from "../../app/locales/en/admin.json" with { type: "json" };
import enPages from "../../app/locales/en/pages.json" with { type: "json" };
import faAccount from "../../app/locales/fa/account.json" with { type: "json" };
import faAdmin from "../../app/locales/fa/admin.json" with { type: "json" };
import faPages from "../../app/locales/fa/pages.json" with { type: "json" };
import { joinAsNew } from "./joining";
import { expect, hydrated, logIn, test } from "./people";
import { nameOf, WAYS } from "./ways";

const TEXTS = {
  en: { account: enAccount.pages, admin: enAdmin.claims, pages: enPages.host },
  fa: { account: faAccount.pages, admin: faAdmin.claims, pages: faPages.host },
};

/** A venue for each language, since a page has managers once. */
const SAMPLES = {
  en: {
    venue: "niavaran-cultural-center",
    statement: "I run the house. Write to me at its own domain.",
    about: "Concerts and films beside the palace garden.",
    message: "Rehearsals are open to everyone on Saturday.",
  },
  fa: {
    venue: "tehran-city-theater",
    statement: "مسئول روابط عمومی هستم؛ به نشانی خودمان ایمیل بزنید.",
    about: "شش تالار در میان پارک دانشجو، در قلب شهر.",
    message: "تمرین‌های شنبه برای همه باز است.",
  },
} as const;

for (const way of WAYS)
  test.describe(nameOf(way), () => {
    const { locale, scripted } = way;
    test.use({ javaScriptEnabled: scripted });
    const { account, admin, pages } = TEXTS[locale];
    const { venue, statement, about, message } = SAMPLES[locale];
    const visitors: BrowserContext[] = [];
    test.afterEach(async () => {
      for (const context of visitors.splice(0)) await context.close();
    });

    test("a page is claimed, verified, written and announced from, and its followers hear of it", async ({
      browser,
      baseURL,
      page,
    }) => {
      const visitor = async () => {
        const context = await browser.newContext({
          baseURL,
          storageState: undefined,
          javaScriptEnabled: scripted,
        });
        visitors.push(context);
        return context.newPage();
      };
      const open = async (tab: typeof page, path: string) => {
        await tab.goto(`${path}${path.includes("?") ? "&" : "?"}lang=${locale}`);
        if (scripted) await hydrated(tab);
      };
      const address = `/venues/tehran/${venue}`;

      const follower = await visitor();
      await joinAsNew(follower);
      await open(follower, address);
      const follow = follower.locator("main header button[aria-pressed]");
      await follow.click();
      await expect(follow).toHaveAttribute("aria-pressed", "true");

      await joinAsNew(page);
      await open(page, address);
      await page.getByRole("link", { name: pages.claimVenue }).click();
      await page.locator("#claim-statement").fill(statement);
      await page.getByRole("button", { name: account.send }).click();
      await expect(page.getByRole("heading", { name: account.pendingTitle })).toBeVisible();
      const own = new URL(page.url()).pathname;

      const staff = await visitor();
      await logIn(staff, "moderator@rooydad.example");
      await open(staff, "/admin/claims");
      await expect(staff.locator("nav [data-name=pendingClaims]")).toBeVisible();
      const claim = staff.getByRole("listitem").filter({ hasText: statement });
      await claim.getByRole("button", { name: admin.approve }).click();
      await expect(claim).toHaveCount(0);

      await open(page, own);
      await page.locator(`#describe-about${locale === "en" ? "En" : "Fa"}`).fill(about);
      await page.locator('button[value="describe"]').click();
      await expect(page.getByText(account.saved, { exact: true })).toBeVisible();
      await page.locator(`#announce-text${locale === "en" ? "En" : "Fa"}`).fill(message);
      await page.locator('button[value="announce"]').click();
      await expect(page.getByText(account.announce.status.pending)).toBeVisible();

      await open(follower, address);
      await expect(follower.getByText(pages.verified, { exact: true })).toBeVisible();
      await expect(follower.getByText(about)).toBeVisible();
      await expect(follower.getByText(message)).toHaveCount(0);

      await open(staff, "/admin/claims");
      const announcement = staff.getByRole("listitem").filter({ hasText: message });
      await announcement.getByRole("button", { name: admin.announcements.approve }).click();
      await expect(
        announcement.getByRole("button", { name: admin.announcements.approve }),
      ).toHaveCount(0);

      await open(follower, address);
      await expect(follower.getByText(message)).toBeVisible();
      if (scripted) {
        await follower.locator("header button[aria-haspopup=dialog]").click();
        await expect(follower.getByRole("dialog").getByText(message)).toBeVisible();
      } else {
        await follower.locator('header a[href*="/notifications"]').first().click();
        await expect(follower.getByRole("main").getByText(message)).toBeVisible();
      }
    });
  });
