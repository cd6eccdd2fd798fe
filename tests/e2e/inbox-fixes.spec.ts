import { violationsOn } from "./axe";
import { FIXABLE, fixableId, TWIN_TITLE, twinId } from "./inbox-cases";
import { rowsOf } from "./outbox";
import { expect, hydrated, test } from "./people";

/**
 * Texts of the panel; the event lacks picture, Persian title, position and a longer description.
 */
const SAYS = {
  en: {
    title: "Proposed fixes",
    use: "Use: From our list of venues and places",
    before: "Quality 30 of 100",
    after: "Quality 45 of 100",
    missing: "position on the map",
  },
  fa: {
    title: "پیشنهادها",
    use: "اعمال: از فهرست محل‌های ما",
    before: "کیفیت ۳۰ از ۱۰۰",
    after: "کیفیت ۴۵ از ۱۰۰",
    missing: "جای روی نقشه",
  },
} as const;
const VENUE = "تالار وحدت";

for (const language of FIXABLE)
  test.describe(`fixes of a case in ${language}${language === "en" ? ", without JavaScript" : ""}`, () => {
    const says = SAYS[language];
    const id = fixableId(language);
    test.use({ role: "moderator", javaScriptEnabled: language === "fa" });

    test("a known venue's names and position are taken with one press, which raises the score", async ({
      page,
    }) => {
      await page.goto(`/admin/inbox?case=new-${id}&lang=${language}`);
      if (language === "fa") {
        await hydrated(page);
        expect(await violationsOn(page)).toEqual([]);
      }
      const main = page.getByRole("main");
      const panel = main.getByRole("region", { name: says.title });
      await expect(main.getByText(says.before, { exact: true })).toBeVisible();
      await expect(main.getByRole("link", { name: says.missing })).toBeVisible();
      await expect(panel.getByText(VENUE)).toBeVisible();
      await expect(main.getByRole("table").getByText(VENUE)).toHaveCount(0);

      await panel.getByRole("button", { name: says.use }).click();

      await expect(main.getByText(says.after, { exact: true })).toBeVisible();
      await expect(main.getByRole("link", { name: says.missing })).toHaveCount(0);
      await expect(main.getByRole("button", { name: says.use })).toHaveCount(0);
      await expect(main.getByRole("article").getByText(VENUE).first()).toBeVisible();
      expect(
        rowsOf(`SELECT venue_en, venue_fa, latitude, status FROM events WHERE id = '${id}'`),
      ).toEqual([
        { venue_en: "Vahdat Hall", venue_fa: VENUE, latitude: 35.7003, status: "pending" },
      ]);
    });
  });

test.describe("the second question on a phone in fa", () => {
  test.use({ role: "moderator", viewport: { width: 390, height: 800 } });

  test("shows the other event in two fifths of the screen, with both decisions in sight", async ({
    page,
  }) => {
    await page.goto(`/admin/inbox?case=new-${twinId(0)}&lang=fa`);
    await hydrated(page);
    await page.getByRole("button", { name: "تأیید", exact: true }).click();
    const question = page.getByRole("alert").filter({ hasText: "دست‌کم ۹۰٪ شبیه مورد زیر است" });
    await expect(question.getByRole("link", { name: TWIN_TITLE })).toHaveAttribute(
      "href",
      new RegExp(twinId(1)),
    );
    expect((await question.boundingBox())?.height).toBeLessThanOrEqual(0.4 * 800);
    for (const name of ["با این حال منتشر شود", "رد"]) {
      const button = page.getByRole("button", { name, exact: true }).last();
      await expect(button).toBeInViewport({ ratio: 1 });
      expect(
        await button
          .locator("span")
          .evaluateAll((parts) => parts.every((part) => part.scrollWidth <= part.clientWidth + 1)),
      ).toBe(true);
    }
    expect(await violationsOn(page)).toEqual([]);
    await page.getByRole("button", { name: "با این حال منتشر شود", exact: true }).click();
    await expect(
      page.getByRole("status").getByText(`تأیید شد: \u2068${TWIN_TITLE}\u2069`),
    ).toBeVisible();
  });
});
