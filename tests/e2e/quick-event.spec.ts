import type { Page } from "playwright/test";
import { createPhoto } from "../factories/photo";
import { violationsOn } from "./axe";
import { joinAsNew } from "./joining";
import { expect, hydrated, test } from "./people";

/** A first-time host's input, and the buttons that follow. */
const JOURNEYS = {
  fa: {
    lines: [
      "شب رادیوی قدیمی",
      "۱۴۰۵/۱۰/۱۵ ساعت ۲۰",
      "خانهٔ کوچک ما، تهران",
      "۱۵۰۰۰۰",
      "یک ساعت و نیم گوش دادن به ترانه‌های رادیویی قدیمی.",
    ],
    buttons: ["ادامه", "پیش‌نویس انگلیسی", "فرستادن برای بررسی"],
    machine: "ترجمهٔ ماشینی",
    pending: "در انتظار بررسی",
  },
  en: {
    lines: [
      "Old Radio Night",
      "5 January 2027, 20:00",
      "Our Small House, Tehran",
      "150000",
      "An hour and a half of old radio songs, on two gramophones.",
    ],
    buttons: ["Continue", "Send for review"],
    machine: null,
    pending: "Pending review",
  },
} as const;

const FIELDS = ["title", "when", "where", "price", "about"] as const;

for (const [language, { lines, buttons, machine, pending }] of Object.entries(JOURNEYS))
  for (const javaScriptEnabled of [true, false])
    test.describe(`a first-time host on a phone in ${language}${javaScriptEnabled ? "" : ", without JavaScript"}`, () => {
      test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, javaScriptEnabled });

      test("submits an event with five fields and at most eight taps", async ({ page }) => {
        await joinAsNew(page);
        await page.goto(`/events/create/quick?lang=${language}`);
        if (javaScriptEnabled) await hydrated(page);
        if (javaScriptEnabled) expect(await violationsOn(page)).toEqual([]);
        let taps = 0;
        const tap = async (target: ReturnType<Page["locator"]>) => {
          taps += 1;
          await (javaScriptEnabled ? target.tap() : target.click());
        };
        for (const [place, name] of FIELDS.entries()) {
          const field = page.locator(`#quick-${name}`);
          await tap(field);
          await field.fill(lines[place] ?? "");
        }
        for (const name of buttons) {
          await tap(page.getByRole("main").getByRole("button", { name, exact: true }));
          await page.waitForLoadState("load");
          if (name === buttons[0]) {
            await expect(page).toHaveURL(/\/events\/[0-9a-f-]{36}\/finish/);
            await expect(page.locator("#preview").getByText(lines[0]).first()).toBeVisible();
          }
          if (machine && name === buttons[1])
            await expect(page.getByText(machine, { exact: true }).first()).toBeVisible();
        }
        await expect(page).toHaveURL(/\/my-events/);
        await expect(
          page.getByRole("listitem").filter({ hasText: lines[0] }).getByText(pending).first(),
        ).toBeVisible();
        expect(FIELDS.length).toBeLessThanOrEqual(5);
        expect(taps).toBeLessThanOrEqual(8);
      });
    });

/** The model's reading of any poster, as the form's lines show it. */
const POSTER = {
  title: "Old Radio Night",
  when: "5 January 2027",
  where: "Our Small House",
  about: "Radio songs on two gramophones.",
};
const BUTTONS = { en: ["Read the poster", "Continue"], fa: ["خواندن پوستر", "ادامه"] } as const;

for (const [language, [read, proceed]] of Object.entries(BUTTONS))
  test.describe(`a poster in the short form in ${language}${language === "en" ? ", without JavaScript" : ""}`, () => {
    test.use({ viewport: { width: 390, height: 844 }, javaScriptEnabled: language === "fa" });

    test("fills the lines, and becomes the picture of the event", async ({ page }) => {
      await joinAsNew(page);
      await page.goto(`/events/create/quick?lang=${language}`);
      if (language === "fa") await hydrated(page);
      const photo = {
        name: "poster.png",
        mimeType: "image/png",
        buffer: Buffer.from(await createPhoto(900, 1_200)),
      };
      // The browser speaks English; its own texts remain without a script.
      const isScripted = language === "fa";
      await expect(page.getByText("انتخاب فایل")).toHaveCount(isScripted ? 1 : 0);
      await page.locator("input[name=poster]").setInputFiles(photo);
      await expect(page.getByText(photo.name)).toHaveCount(isScripted ? 1 : 0);
      await page.getByRole("button", { name: read }).click();

      await expect(page.locator("#quick-title")).toHaveValue(POSTER.title);
      await expect(page.locator("#quick-when")).toHaveValue(new RegExp(POSTER.when));
      await expect(page.locator("#quick-where")).toHaveValue(POSTER.where);
      await expect(page.locator("#quick-about")).toHaveValue(new RegExp(POSTER.about));
      const poster = page.locator("input[name=picture] ~ img");
      await expect(poster).toBeVisible();
      const picture = (await poster.getAttribute("src")) ?? "";
      expect(picture).toMatch(/^\/media\//);
      if (language === "fa") expect(await violationsOn(page)).toEqual([]);

      await page.getByRole("main").getByRole("button", { name: proceed, exact: true }).click();
      await expect(page).toHaveURL(/\/events\/[0-9a-f-]{36}\/finish/);
      await expect(
        page.locator(`#preview img[src*="${picture.replace(/\.\w+$/, "")}"]`).first(),
      ).toBeVisible();
    });
  });

for (const [width, path] of [
  [390, "/events/create/quick"],
  [1_024, "/events/create"],
] as const)
  test.describe(`a new event, ${width} px wide, without JavaScript`, () => {
    test.use({ viewport: { width, height: 844 }, javaScriptEnabled: false });

    test(`begins at ${path}, which leads to the other form`, async ({ page }) => {
      await joinAsNew(page);
      await page.goto("/my-events?lang=en");
      await page.getByRole("main").getByRole("link", { name: "Create event" }).first().click();
      await expect(page).toHaveURL(new RegExp(`${path}(\\?.*)?$`));
      const other = width === 390 ? "Use the whole form instead" : /Write five lines/;
      await expect(page.getByRole("link", { name: other })).toBeInViewport();
    });
  });
