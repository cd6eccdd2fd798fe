import { describe, expect, it } from "vitest";
import { changesPerson, isCacheable, isEventPage, isForOtherReader, keyOf, readPush, targetOf } from "./rules";

const ORIGIN = "https://rooydad.example";
const EVENT = `${ORIGIN}/events/019b7647-f000-77c5-8015-667f3d6d7db0`;
const at = (url: string) => new URL(url, ORIGIN);
const answer = (status: number, headers: Record<string, string>, redirected = false) => ({
  status,
  redirected,
  headers: new Headers(headers),
});

describe("what is kept for times without a network", () => {
  it("given an event's page, then it is kept once, whatever its language", () => {
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
  ])("given %s, then it is not", (url) => expect(isEventPage(at(url), ORIGIN)).toBe(false));

  it("given an answer that is no page, failed, or may not be kept, then it is not", () => {
    expect(isCacheable(answer(200, { "Content-Type": "text/html; charset=utf-8", "Cache-Control": "private, no-cache" }))).toBe(true);
    expect(isCacheable(answer(200, { "Content-Type": "text/html", "Cache-Control": "private, no-store" }))).toBe(false);
    expect(isCacheable(answer(404, { "Content-Type": "text/html" }))).toBe(false);
    expect(isCacheable(answer(200, { "Content-Type": "application/json" }))).toBe(false);
    // The page of another address, such as that for logging in.
    expect(isCacheable(answer(200, { "Content-Type": "text/html" }, true))).toBe(false);
  });

  it("given somebody signs out or in, then it goes", () => {
    for (const path of ["/logout", "/login", "/login/two-factor", "/signup"]) expect(changesPerson("POST", path)).toBe(true);
    expect(changesPerson("GET", "/logout")).toBe(false);
    expect(changesPerson("POST", "/events/create")).toBe(false);
  });

  it("given somebody comes by way of Google, which sends no form, then it goes", () => {
    for (const path of ["/login/google", "/login/google/callback"]) expect(changesPerson("GET", path)).toBe(true);
    for (const path of ["/login", "/login/googles", "/signup"]) expect(changesPerson("GET", path)).toBe(false);
  });

  it.each([
    ["sara", "mina", true],
    ["sara", "nobody", true],
    ["nobody", "sara", true],
    [null, "sara", true],
    ["sara", "sara", false],
    ["sara", null, false],
  ])("given pages of %s, when one comes for %s, then whether they go is %s", (kept, come, goes) => {
    const of = (reader: string | null) => answer(200, reader ? { "X-Reader": reader } : {});
    expect(isForOtherReader(of(come), of(kept))).toBe(goes);
  });

  it("given a failure, then it says nothing of who is there", () => {
    expect(isForOtherReader(answer(503, { "X-Reader": "nobody" }), answer(200, { "X-Reader": "sara" }))).toBe(false);
  });
});

describe("a push", () => {
  it("given a path of ours, then it leads there; anything else leads to the notifications", () => {
    expect(targetOf("/events/1?lang=fa", ORIGIN)).toBe(`${ORIGIN}/events/1?lang=fa`);
    for (const bad of ["https://elsewhere.example/", "//elsewhere.example", "javascript:alert(1)", null, 7, "http://["])
      expect(targetOf(bad, ORIGIN)).toBe(`${ORIGIN}/notifications`);
  });

  it("given a payload, then it is shown in its own direction", () => {
    expect(readPush(JSON.stringify({ title: "منتشر شد", message: "سه‌تار", lang: "fa", tag: "a", actionUrl: "/events/1" }))).toEqual({
      title: "منتشر شد",
      body: "سه‌تار",
      lang: "fa",
      dir: "rtl",
      tag: "a",
      actionUrl: "/events/1",
    });
    expect(readPush('{"title":"Hello"}')).toMatchObject({ dir: "ltr", body: "", actionUrl: null });
    for (const bad of ["", "{", "null", "{}", '{"title":""}', '{"title":5}']) expect(readPush(bad)).toBeNull();
  });
});
