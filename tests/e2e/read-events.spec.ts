import { violationsOn } from "./axe";
import { joinAsNew } from "./joining";
import { expect, hydrated, test } from "./people";

/** An announcement or five lines with two doubts about their day, and the words of the page. */
const WAYS = {
  en: {
    text: "Yalda on Yonge\nFriday 10 April 2027 at 8\nMeridian Arts Centre, Toronto\n$25\nA setar under the lights, with poems.",
    lines: [],
    left: ["2 to confirm", "1 to confirm"],
    legend: "the rest is the description",
    tap: "One tap for each doubt, then on.",
    next: "Next doubt, 1 left",
    proceed: "Continue",
    right: "That’s right",
    evening: "8 pm",
    when: "Friday 10 April 2027 at 8",
    sum: "4 entries: 1 over, 2 read, 1 left out.",
    reason: "It’s marked as private.",
    make: "Make drafts",
    made: "3 drafts made. Nothing is published.",
  },
  fa: {
    // The model of the test server names events in English.
    text: null,
    lines: [
      "شب‌های کمانچه",
      "پنجشنبه ۱۳ فروردین ۱۴۰۶ ساعت ۸",
      "تالار رودکی، تهران",
      "۲۰۰ هزار تومان",
      "اجرای تازهٔ گروه با سازهای قدیمی و ترانه‌های رادیویی.",
    ],
    left: ["۲ مورد با شما", "۱ مورد با شما"],
    legend: "بقیه، توضیح رویداد",
    tap: "هر ابهام یک لمس، بعد ادامه.",
    next: "ابهام بعدی، ۱ تا مانده",
    proceed: "ادامه",
    right: "درست است",
    evening: "۸ بعدازظهر",
    when: "پنجشنبه ۱۳ فروردین ۱۴۰۶ ساعت ۸",
    sum: "۴ مورد: ۱ گذشته، ۲ خوانده‌شده، ۱ کنار گذاشته‌شده.",
    reason: "خصوصی",
    make: "ساختن پیش‌نویس‌ها",
    made: "۳ پیش‌نویس ساخته شد. چیزی منتشر نشده است.",
  },
} as const;

const LINES = ["title", "when", "where", "price", "about"] as const;

const event = (uid: string, title: string, year: number, ...lines: string[]) => [
  "BEGIN:VEVENT",
  `UID:${uid}`,
  `SUMMARY:${title}`,
  `DTSTART;TZID=Asia/Tehran:${year}0410T193000`,
  `DTEND;TZID=Asia/Tehran:${year}0410T210000`,
  "LOCATION:Roudaki Hall\\, Tehran",
  ...lines,
  "END:VEVENT",
];
const FILE = {
  name: "programme.ics",
  mimeType: "text/calendar",
  buffer: Buffer.from(
    [
      "BEGIN:VCALENDAR",
      "VERSION:2.0",
      ...event("1", "Evening of Santur", 2027),
      ...event("2", "The Seagull", 2027, "RRULE:FREQ=DAILY;COUNT=4"),
      ...event("3", "Board Meeting", 2027, "CLASS:PRIVATE"),
      ...event("4", "Long Ago", 2020),
      "END:VCALENDAR",
      "",
    ].join("\r\n"),
  ),
};

for (const [locale, way] of Object.entries(WAYS))
  for (const javaScriptEnabled of [true, false])
    test.describe(`what was read, in ${locale}${javaScriptEnabled ? "" : ", without JavaScript"}`, () => {
      test.use({ viewport: { width: 390, height: 844 }, javaScriptEnabled });

      test("each doubt of an announcement is answered by itself before it goes on", async ({
        page,
      }) => {
        await joinAsNew(page);
        await page.goto(`/events/create/quick?lang=${locale}`);
        if (javaScriptEnabled) await hydrated(page);
        const main = page.getByRole("main");
        for (const [place, name] of LINES.entries())
          await page.locator(`#quick-${name}`).fill(way.lines[place] ?? "");
        if (way.text !== null) await page.locator("textarea[name=text]").fill(way.text);
        await main.locator(`button[value=${way.text === null ? "continue" : "read"}]`).click();
        await expect(main.getByText(way.left[0])).toBeVisible();
        for (const words of [way.legend, way.tap])
          await expect(main.getByText(words)).toBeVisible();
        await expect(page.locator("a#words-when")).toContainText(way.when);
        if (javaScriptEnabled) expect(await violationsOn(page)).toEqual([]);
        const right = main.getByRole("checkbox", { name: way.right });
        const readings = main.getByRole("radio");
        await expect(readings).toHaveCount(2);
        await right.check();
        const proceed = main.getByRole("button", { name: way.proceed, exact: true });
        if (javaScriptEnabled) {
          await expect(proceed).toHaveCount(0);
          await main.getByRole("button", { name: way.next }).click();
          await expect(readings.first()).toBeFocused();
        } else {
          await proceed.click();
          await expect(right).toBeChecked();
        }
        await expect(main.getByText(way.left[1])).toBeVisible();
        await main.getByRole("radio", { name: way.evening }).check();
        await proceed.click();
        await expect(page).toHaveURL(/\/events\/[0-9a-f-]{36}\/finish/);
      });

      test("a file is a receipt that survives a reload, and what was left out can be taken", async ({
        page,
      }) => {
        await joinAsNew(page);
        await page.goto(`/events/import?lang=${locale}`);
        if (javaScriptEnabled) await hydrated(page);
        const main = page.getByRole("main");
        await page.locator("input[type=file]").setInputFiles(FILE);
        await main.locator("button[value=import]").click();
        await expect(page).toHaveURL(/receipt=/);
        await page.reload();
        await expect(main.getByText(way.sum)).toBeVisible();
        await expect(main.getByText(way.reason).first()).toBeVisible();
        await expect(main.locator("mark")).toHaveText(["CLASS:PRIVATE"]);
        if (javaScriptEnabled) {
          await hydrated(page);
          expect(await violationsOn(page)).toEqual([]);
        }
        const boxes = main.locator("input[name=take]");
        await expect(boxes).toHaveCount(3);
        await boxes.nth(2).check();
        await main.getByRole("button", { name: way.make }).click();
        await expect(main.getByRole("heading", { level: 1 })).toHaveText(way.made);
      });
    });
