import { violationsOn } from "./axe";
import { FIXABLE, fixableId } from "./inbox-cases";
import { rowsOf } from "./outbox";
import { expect, hydrated, test } from "./people";

/** Texts of the panel; the event lacks picture, Persian title, position and a longer description. */
const SAYS = {
  en: {
    title: "Proposed fixes",
    use: "Use: From the tables of venues and places",
    before: "Quality 30",
    after: "Quality 45",
    missing: "position on the map",
  },
  fa: {
    title: "پیشنهادها",
    use: "به‌کار ببرید: از جدول محل‌های برگزاری",
    before: "کیفیت ۳۰",
    after: "کیفیت ۴۵",
    missing: "جای روی نقشه",
  },
} as const;
const VENUE = "تالار وحدت";

for (const language of FIXABLE)
  test.describe(`fixes of a case in ${language}${language === "en" ? ", without JavaScript" : ""}`, () => {
    const says = SAYS[language];
    const id = fixableId(language);
    test.use({ role: "moderator", javaScriptEnabled: language === "fa" });

    test("a known venue's names and position are taken with one press, which raises the score", async ({ page }) => {
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
      expect(rowsOf(`SELECT venue_en, venue_fa, latitude, status FROM events WHERE id = '${id}'`)).toEqual([
        { venue_en: "Vahdat Hall", venue_fa: VENUE, latitude: 35.7003, status: "pending" },
      ]);
    });
  });
