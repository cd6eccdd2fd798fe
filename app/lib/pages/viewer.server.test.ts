import { describe, expect, it } from "vitest";
import { initialsOf, viewerOf } from "./viewer.server";

const SARA = {
  id: "019b0000-0000-7000-b000-000000000001",
  displayName: "Sara",
  photoUrl: null,
  role: "user",
  isVerified: true,
  isOnboarded: true,
  preferredLanguage: null,
  followsBrowserLanguage: false,
  deleteAfter: null,
  timeZone: null,
  unread: 3,
  secondFactorDueAt: null,
} as const;
const at = (host: string, isLocal: boolean) =>
  viewerOf(SARA, {
    deps: { siteUrl: "https://rooydad.example", pushKey: null },
    isLocal,
    host,
    locale: "en",
    calendar: "gregory",
  } as unknown as Parameters<typeof viewerOf>[1]);

describe("what a page knows of whoever is signed in", () => {
  it("given the domain where the product lives, then toasts of the socket's state are off; elsewhere and locally they are on", () => {
    expect(at("rooydad.example", false)?.news.showsConnectionStatus).toBe(false);
    expect(at("rooydad-preview.workers.example", false)?.news.showsConnectionStatus).toBe(true);
    expect(at("rooydad.example", true)?.news.showsConnectionStatus).toBe(true);
  });

  it("given names in either script, then their first letters do not join", () => {
    expect([initialsOf("Sara Nima Azad"), initialsOf("سارا آزاد"), initialsOf(" sara ")]).toEqual(["SA", "س\u200cآ", "S"]);
  });
});
