import { describe, expect, it } from "vitest";
import { withLoaded } from "./list-view";

describe("withLoaded", () => {
  it("requests as many events as are loaded, up to the page limit", () => {
    expect(withLoaded("/events?city=tehran", 48)).toBe("/events?city=tehran&limit=48");
    expect(withLoaded("/events?limit=10", 30)).toBe("/events?limit=30");
    expect(withLoaded("/events", 240)).toBe("/events?limit=100");
  });

  it("leaves other addresses unchanged", () => {
    for (const loaded of [0, Number.NaN])
      expect(withLoaded("/cities?q=x", loaded)).toBe("/cities?q=x");
  });
});
