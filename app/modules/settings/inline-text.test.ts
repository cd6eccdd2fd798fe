import { describe, expect, it } from "vitest";
import { fillIn, parseInline } from "./site-texts.server";

describe("parseInline", () => {
  it("finds links between words", () => {
    expect(parseInline("See [Events](/events?when=week), or [help](/help).")).toEqual([
      "See ",
      { text: "Events", href: "/events?when=week" },
      ", or ",
      { text: "help", href: "/help" },
      ".",
    ]);
  });

  it("links an email address without the full stop after it", () => {
    expect(parseInline("به hello@rooydad.example. بنویسید")).toEqual([
      "به ",
      { text: "hello@rooydad.example", href: "mailto:hello@rooydad.example" },
      ". بنویسید",
    ]);
  });

  it("returns text without links as one piece", () => {
    expect(parseInline("a [b] (c)")).toEqual(["a [b] (c)"]);
  });
});

it("fillIn replaces the names it knows", () => {
  expect(fillIn("{{companyName}} and {{other}}", { companyName: "Rooydad" })).toBe(
    "Rooydad and {{other}}",
  );
});
