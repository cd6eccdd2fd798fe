import { describe, expect, it } from "vitest";
import en from "../../locales/en/calendar.json";
import fa from "../../locales/fa/calendar.json";
import { addDays } from "./days";
import { holidayOn, namesOfDay } from "./holidays";

describe("a holiday", () => {
  it.each([
    ["2027-03-21", "IR", "fixed"],
    ["2027-04-02", "IR", "fixed"],
    ["2027-04-12", "IR", null],
    ["2026-12-26", "IR", null],
    ["2026-12-25", "DE", "fixed"],
    ["2027-03-21", "DE", null],
    ["2026-06-25", "DE", null],
  ])("%s in %s: %s", (day, country, expected) => {
    expect(holidayOn(day, country)).toBe(expected);
  });

  // As the Council of Public Culture announced them for 1403 to 1405, from newspapers of the time.
  it.each([
    ["2024-04-10", "Eid al-Fitr 1403"],
    ["2024-06-17", "Eid al-Adha 1403"],
    ["2024-06-25", "Ghadir 1403"],
    ["2024-07-15", "Tasua 1403"],
    ["2024-07-16", "Ashura 1403"],
    ["2024-08-25", "Arbaeen 1403"],
    ["2024-09-02", "28 Safar 1403"],
    ["2025-03-31", "Eid al-Fitr 1404"],
    ["2025-04-24", "25 Shawwal 1404"],
    ["2025-06-06", "Eid al-Adha 1404"],
    ["2025-06-14", "Ghadir 1404"],
    ["2025-07-05", "Tasua 1404"],
    ["2025-07-06", "Ashura 1404"],
    ["2025-08-14", "Arbaeen 1404"],
    ["2025-08-22", "28 Safar 1404"],
    ["2026-01-03", "13 Rajab 1404"],
    ["2026-01-17", "27 Rajab 1404"],
    ["2026-02-04", "15 Shaban 1404"],
    ["2026-05-27", "Eid al-Adha 1405"],
    ["2026-06-24", "Tasua 1405"],
    ["2026-06-25", "Ashura 1405"],
  ])("may be on %s: %s", (day) => {
    expect(holidayOn(day, "IR")).toBe("lunar");
  });

  it("may be on few days of a year: the seventeen of the lunar calendar and those after them", () => {
    const days = Array.from({ length: 354 }, (_, index) => addDays("2026-06-17", index));
    const lunar = days.filter((day) => holidayOn(day, "IR") === "lunar");
    expect(lunar.length).toBeGreaterThan(25);
    expect(lunar.length).toBeLessThanOrEqual(34);
  });

  it("has a name, sure of the solar calendar and not of the lunar one", () => {
    for (let day = "2026-03-21"; day < "2030-03-21"; day = addDays(day, 1))
      for (const country of ["IR", "DE"]) {
        const kind = holidayOn(day, country);
        const names = namesOfDay(day, country);
        if (kind === "fixed")
          expect([day, names.some(({ isSure }) => isSure)]).toEqual([day, true]);
        if (kind === "lunar")
          expect([day, names.some(({ isSure }) => !isSure)]).toEqual([day, true]);
        for (const { name } of names)
          for (const { named } of [en, fa])
            expect([name, named[name]]).toEqual([name, expect.any(String)]);
        if (country === "DE") expect(names.filter(({ isSure }) => !isSure)).toEqual([]);
      }
  });

  it.each([
    ["2026-12-21", "DE", ["yalda"]],
    ["2027-03-16", "DE", ["suri"]],
    ["2026-03-17", "IR", ["suri"]],
    ["2027-03-21", "IR", ["nowruz"]],
    ["2026-06-25", "IR", ["ashura", "tasua"]],
    ["2026-06-25", "DE", []],
    ["2026-12-07", "DE", []],
    ["2026-11-29", "IR", []],
    ["2026-11-30", "IR", ["mothers"]],
  ])("%s in %s: %s", (day, country, names) => {
    expect(namesOfDay(day, country).map(({ name }) => name)).toEqual(names);
  });
});
