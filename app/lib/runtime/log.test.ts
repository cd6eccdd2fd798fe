import { describe, expect, it } from "vitest";
import { loggedPath } from "./log";

const TOKEN = "A".repeat(43);

describe("loggedPath", () => {
  it.each([
    ["https://rooydad.example/events?q=secret", "/events"],
    [`https://rooydad.example/calendar/${TOKEN}.ics?lang=fa`, "/calendar/*"],
    [`https://rooydad.example//Calendar/${TOKEN}`, "/calendar/*"],
    [`https://rooydad.example/door/${TOKEN}/scans`, "/door/*"],
    [`https://rooydad.example/t/${TOKEN}`, "/t/*"],
    [`https://rooydad.example/rsvp/${TOKEN}`, "/rsvp/*"],
    [`https://rooydad.example/${"a".repeat(500)}`, `/${"a".repeat(199)}`],
  ])("of %.60s is %.20s", (url, path) => {
    expect(loggedPath(url)).toBe(path);
  });
});
