import { describe, expect, it } from "vitest";
import { MAX_A_SECOND, MAX_MESSAGE, Pace } from "./pace";

describe("the pace of a socket", () => {
  it("given twenty messages within a second, then the next one is too many, and after a second it begins anew", () => {
    const pace = new Pace();
    const faults = Array.from({ length: MAX_A_SECOND + 1 }, (_, at) => pace.fault("one", "{}", at));
    expect(faults.filter(Boolean)).toEqual(["too-many-messages"]);
    expect(pace.fault("two", "{}", 20)).toBeNull();
    expect(pace.fault("one", "{}", 1_000)).toBeNull();
  });

  it("given a message, then its bytes count, not its letters", () => {
    const pace = new Pace();
    expect(pace.fault("one", "a".repeat(MAX_MESSAGE), 0)).toBeNull();
    expect(pace.fault("one", "ر".repeat(MAX_MESSAGE / 2 + 1), 0)).toBe("too-large");
    expect(pace.fault("one", new ArrayBuffer(10_000_000), 0)).toBe("too-large");
    expect(pace.fault("one", "a".repeat(10_000_000), 0)).toBe("too-large");
  });
});
