import { describe, expect, it } from "vitest";
import { checkDemoEvent } from "./demo-list";

function check(fields: Record<string, string>) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return checkDemoEvent(form);
}

describe("checkDemoEvent", () => {
  it("finds one issue per field and keeps the values", () => {
    expect(check({ titleEn: " Jam", venueEn: "  ", email: "someone" })).toEqual({
      values: { titleEn: " Jam", venueEn: "  ", email: "someone" },
      issues: { titleEn: "titleShort", venueEn: "venueRequired", email: "email" },
    });
  });

  it("treats a form without fields as empty", () => {
    expect(check({}).issues).toEqual({ titleEn: "titleRequired", venueEn: "venueRequired" });
  });

  it("accepts a complete one, with or without an address", () => {
    expect(
      check({ titleEn: "Night of the Setar", venueEn: "Roudaki Hall", email: "" }).issues,
    ).toEqual({});
    expect(
      check({
        titleEn: "Night of the Setar",
        venueEn: "Roudaki Hall",
        email: "nasrin@rooydad.example",
      }).issues,
    ).toEqual({});
  });
});
