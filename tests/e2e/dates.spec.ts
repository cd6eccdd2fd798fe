import type { Page } from "playwright/test";
import { apiOf } from "./api";
import { expect, hydrated, test } from "./people";
import { nameOf, WAYS } from "./ways";

const MESSAGE = "One of the players is ill; we are sorry.";

/** A series in Tehran; the server's date is 8 December 2026. */
const series = (title: string, schedule: object) => ({
  title: { en: title, fa: null },
  description: {
    en: "An evening that the tests have made up, long enough to be described.",
    fa: null,
  },
  venue: { en: "Vahdat Hall", fa: null },
  city: "tehran",
  price: 0,
  categories: ["Theater"],
  schedule,
});
const SHOWINGS = ["2026-12-10", "2026-12-11", "2026-12-13"].map((day) => ({
  originalStart: `${day}T20:00`,
  end: `${day}T21:30`,
}));
const OPEN = { opens: "10:00", closes: "18:00" };
const RUN = {
  kind: "openingHours",
  from: "2026-12-09",
  to: "2026-12-20",
  hours: [null, OPEN, OPEN, OPEN, OPEN, OPEN, OPEN],
};

const WORDS = {
  en: { dates: "2 dates to come", weekly: /Every Tuesday/, hours: /10/, cancelled: "Cancelled" },
  fa: { dates: "۲ نوبت پیش رو", weekly: /هر سه‌شنبه/, hours: /۱۰/, cancelled: "لغو شد" },
} as const;

const DAYS = {
  en: { showings: ["2026-12-11", "2026-12-12"], tuesday: "2026-12-15", last: "2026-12-21" },
  fa: { showings: ["۱۴۰۵/۰۹/۲۰", "۱۴۰۵/۰۹/۲۱"], tuesday: "۱۴۰۵/۰۹/۲۴", last: "۱۴۰۵/۰۹/۳۰" },
} as const;

for (const way of WAYS)
  test.describe(nameOf(way), () => {
    const { locale, scripted } = way;
    const words = WORDS[locale];
    test.use({
      javaScriptEnabled: scripted,
      role: "moderator",
      locale: locale === "fa" ? "fa-IR" : "en-GB",
    });

    /** Shows the dates of the inputs, below them; with a script they follow by themselves. */
    const update = (page: Page) => page.locator('button[value="schedule.update"]').last().click();
    /** Types a day and time; with a script the time has an input of its own. */
    const typeDate = async (page: Page, name: string, day: string, time?: string) => {
      const field = page.locator(`#event-${name.replaceAll(".", "-")}`);
      if (scripted) {
        await field.fill(day);
        if (time)
          await field
            .locator('xpath=ancestor::*[.//input[@type="time"]][1]')
            .locator('input[type="time"]')
            .first()
            .fill(time);
      } else await field.fill(time ? `${day}T${time}` : day);
    };
    const kind = async (page: Page, value: string) => {
      await page.locator(`label[for="event-schedule-kind-${value}"]`).click();
      await expect(page.locator(`#event-schedule-kind-${value}`)).toBeChecked();
    };

    test("the form takes one date in two fields, and showings, a rule or opening hours in theirs", async ({
      page,
    }) => {
      await page.goto(`/events/create?lang=${locale}`);
      if (scripted) await hydrated(page);
      const when = page.locator("#when");
      const texts = when.locator(
        'input:not([type="hidden"], [type="radio"], [type="checkbox"]):visible, select:visible',
      );
      // Times beside days have no id of their own.
      const ids = await texts.evaluateAll((inputs) =>
        inputs.map(({ id }) => id).filter((id) => id !== ""),
      );
      expect(ids).toEqual(["event-startsAt", "event-endsAt"]);
      if (scripted) await page.locator("input#event-city").fill("tehran");
      else await page.locator("#event-city").selectOption("tehran");
      if (scripted) {
        await page.keyboard.press("Enter");
        // The open list would catch the next click.
        await expect(page.getByRole("listbox")).toBeHidden();
      }

      await kind(page, "dates");
      await expect(page.locator("#event-startsAt")).toBeHidden();
      await typeDate(page, "schedule.dates.0.start", DAYS[locale].showings[0], "20:00");
      await typeDate(page, "schedule.dates.1.start", DAYS[locale].showings[1], "20:00");
      await update(page);
      await expect(when.getByText(words.dates)).toBeVisible();

      await kind(page, "rule");
      await typeDate(page, "startsAt", DAYS[locale].tuesday, "18:00");
      await typeDate(page, "endsAt", DAYS[locale].tuesday, "19:30");
      await page.locator('[name="schedule.frequency"]').selectOption("weekly");
      await update(page);
      await expect(when.getByRole("status").filter({ hasText: words.weekly })).toBeVisible();

      await kind(page, "openingHours");
      await typeDate(page, "schedule.from", DAYS[locale].showings[0]);
      await typeDate(page, "schedule.to", DAYS[locale].last);
      await page.locator('button[value="schedule.hours"]').click();
      await expect(page.locator('[name="schedule.hours.6.opens"]')).toHaveValue("10:00");
      await update(page);
      await expect(when.getByRole("status").filter({ hasText: words.hours })).toBeVisible();
    });

    test("a date has its own address and heart, and its change of plan leaves the others", async ({
      page,
      request,
      baseURL,
    }) => {
      const api = await apiOf(request, baseURL ?? "");
      const publish = async (title: string, schedule: object) => {
        const { id } = await api("POST", "/events", series(title, schedule));
        await api("POST", `/events/${id}/submit`);
        return id as string;
      };
      const id = await publish(`A play ${locale}`, { kind: "dates", dates: SHOWINGS });
      await page.goto(`/events/${id}?lang=${locale}`);
      if (scripted) await hydrated(page);
      const strip = page.locator("#dates table");
      await strip.getByRole("link").nth(1).click();
      await expect(page).toHaveURL(/at=2026-12-11T20%3A00/);
      await expect(strip.locator('[aria-current="date"]')).toHaveCount(1);
      const heart = page.locator(`#heart-date-${id}`);
      await heart.click();
      await expect(heart).toHaveAttribute("aria-pressed", "true");

      // A run is a bar over its days, a showing is not.
      const run = await publish(`An exhibition ${locale}`, RUN);
      await page.goto(`/events?view=calendar&lang=${locale}`);
      await expect(
        page
          .locator("[data-run]")
          .filter({ has: page.locator(`a[href*="${run}"]`) })
          .first(),
      ).toBeVisible();
      await expect(page.locator(`[data-run] a[href*="${id}"]`)).toHaveCount(0);

      await page.goto(`/events/${id}/change?lang=${locale}`);
      if (scripted) await hydrated(page);
      await page.locator('main a[href*="at=2026-12-11"]').first().click();
      await page.locator('input[name="plan"][value="cancel"]').check({ force: true });
      await page.locator("#plan-message").fill(MESSAGE);
      await page.locator('button[value="review"]').click();
      await page.waitForURL(/change\/review/);
      await page.locator('button[value="confirm"]').click();
      await expect(page.locator('button[value="undo"]')).toBeVisible();
      await page.goto(`/events/${id}?lang=${locale}&then=cancelled`);
      await expect(strip.getByText(words.cancelled)).toHaveCount(1);
      await page.goto(`/events/${id}/change?lang=${locale}`);
      await page.locator('button[value="undo"]').click();
      await expect(page.locator('main a[href*="at=2026-12-11"]').first()).toBeVisible();
      await page.goto(`/events/${id}?lang=${locale}&then=undone`);
      await expect(strip.getByText(words.cancelled)).toHaveCount(0);
    });
  });
