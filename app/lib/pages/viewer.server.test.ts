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
  saved: 2,
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

describe("the viewer of a page", () => {
  it("shows connection toasts everywhere except on the production domain", () => {
    expect(at("rooydad.example", false)?.notifications.showsConnectionStatus).toBe(false);
    expect(at("rooydad-preview.workers.example", false)?.notifications.showsConnectionStatus).toBe(
      true,
    );
    expect(at("rooydad.example", true)?.notifications.showsConnectionStatus).toBe(true);
  });

  it("has initials that do not join in either script", () => {
    expect([initialsOf("Sara Nima Azad"), initialsOf("سارا آزاد"), initialsOf(" sara ")]).toEqual([
      "SA",
      "س\u200cآ",
      "S",
    ]);
  });
});
