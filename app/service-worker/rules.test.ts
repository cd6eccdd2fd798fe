import { describe, expect, it } from "vitest";
import {
  changesPerson,
  isCacheable,
  isEventPage,
  isForOtherReader,
  isFresh,
  keyOf,
  readPush,
  targetOf,
} from "./rules";

const ORIGIN = "https://rooydad.example";
const EVENT = `${ORIGIN}/events/019b7647-f000-77c5-8015-667f3d6d7db0`;
const at = (url: string) => new URL(url, ORIGIN);
const answer = (status: number, headers: Record<string, string>, redirected = false) => ({
  status,
  redirected,
  headers: new Headers(headers),
});

describe("the offline store", () => {
  it("keeps an event's page once, in either language", () => {
    expect(isEventPage(at(EVENT), ORIGIN)).toBe(true);
    expect(keyOf(at(`${EVENT}?lang=fa#map`))).toBe(EVENT);
  });

  it.each([
    "/events",
    "/account",
    "/notifications",
    `${EVENT}/edit`,
    `${EVENT}.data`,
    "/",
    "https://elsewhere.example/events/019b7647-f000-77c5-8015-667f3d6d7db0",
  ])("does not keep %s", (url) => expect(isEventPage(at(url), ORIGIN)).toBe(false));

  it("renews a kept page that is older than ten minutes, or of unknown age", () => {
    const now = Date.UTC(2026, 10, 28, 12);
    const kept = (headers: Record<string, string>) => isFresh(answer(200, headers), now);
    expect(kept({ Date: new Date(now - 540_000).toUTCString() })).toBe(true);
    expect(kept({ Date: new Date(now - 660_000).toUTCString() })).toBe(false);
    expect(kept({})).toBe(false);
  });

  it("keeps no response that is no page, failed, or must not be stored", () => {
    expect(
      isCacheable(
        answer(200, {
          "Content-Type": "text/html; charset=utf-8",
          "Cache-Control": "private, no-cache",
        }),
      ),
    ).toBe(true);
    expect(
      isCacheable(
        answer(200, { "Content-Type": "text/html", "Cache-Control": "private, no-store" }),
      ),
    ).toBe(false);
    expect(isCacheable(answer(404, { "Content-Type": "text/html" }))).toBe(false);
    expect(isCacheable(answer(200, { "Content-Type": "application/json" }))).toBe(false);
    // The page of another address, such as that for logging in.
    expect(isCacheable(answer(200, { "Content-Type": "text/html" }, true))).toBe(false);
  });

  it("is cleared when a user signs in or out", () => {
    for (const path of ["/logout", "/login", "/login/two-factor", "/signup"])
      expect(changesPerson("POST", path)).toBe(true);
    expect(changesPerson("GET", "/logout")).toBe(false);
    expect(changesPerson("POST", "/events/create")).toBe(false);
  });

  it("is cleared after a sign-in by Google, which sends no form", () => {
    for (const path of ["/login/google", "/login/google/callback"])
      expect(changesPerson("GET", path)).toBe(true);
    for (const path of ["/login", "/login/googles", "/signup"])
      expect(changesPerson("GET", path)).toBe(false);
  });

  it.each([
    ["sara", "mina", true],
    ["sara", "nobody", true],
    ["nobody", "sara", true],
    [null, "sara", true],
    ["sara", "sara", false],
    ["sara", null, false],
  ])("of pages for %s, visited by %s, is cleared: %s", (kept, come, goes) => {
    const of = (reader: string | null) => answer(200, reader ? { "X-Reader": reader } : {});
    expect(isForOtherReader(of(come), of(kept))).toBe(goes);
  });

  it("is not cleared by an error, which names no reader", () => {
    expect(
      isForOtherReader(answer(503, { "X-Reader": "nobody" }), answer(200, { "X-Reader": "sara" })),
    ).toBe(false);
  });
});

describe("a push notification", () => {
  it("leads to our own paths only, otherwise to the notifications", () => {
    expect(targetOf("/events/1?lang=fa", ORIGIN)).toBe(`${ORIGIN}/events/1?lang=fa`);
    for (const bad of [
      "https://elsewhere.example/",
      "//elsewhere.example",
      "javascript:alert(1)",
      null,
      7,
      "http://[",
    ])
      expect(targetOf(bad, ORIGIN)).toBe(`${ORIGIN}/notifications`);
  });

  it("is shown in its own direction", () => {
    expect(
      readPush(
        JSON.stringify({
          title: "منتشر شد",
          message: "سه‌تار",
          lang: "fa",
          tag: "a",
          actionUrl: "/events/1",
        }),
      ),
    ).toEqual({
      title: "منتشر شد",
      body: "سه‌تار",
      lang: "fa",
      dir: "rtl",
      tag: "a",
      actionUrl: "/events/1",
    });
    expect(readPush('{"title":"Hello"}')).toMatchObject({ dir: "ltr", body: "", actionUrl: null });
    for (const bad of ["", "{", "null", "{}", '{"title":""}', '{"title":5}'])
      expect(readPush(bad)).toBeNull();
  });
});
