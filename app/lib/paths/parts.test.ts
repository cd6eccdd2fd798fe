import { describe, expect, it } from "vitest";
import { withQuery } from "./parts";

describe("a path with parameters", () => {
  it("leaves empty ones out and repeats lists", () => {
    expect(withQuery("/events", { q: "", city: null, free: true, late: false, page: 2 })).toBe(
      "/events?free=1&page=2",
    );
    expect(withQuery("/events", { category: ["concert", "art"] })).toBe(
      "/events?category=concert&category=art",
    );
    expect(withQuery("/events", { q: undefined })).toBe("/events");
  });

  it("writes values as forms do", () => {
    for (const value of ["a b", "شب شعر", "a&b=c", "100%", "+98", "x#y", "(~!')", "a.b-c_d*e"])
      expect(withQuery("/events", { q: value, city: "tehran" })).toBe(
        `/events?${new URLSearchParams({ q: value, city: "tehran" })}`,
      );
    expect(withQuery("/events", { "a&b": "1" })).toBe("/events?a%26b=1");
  });
});
