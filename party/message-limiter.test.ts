import { describe, expect, it } from "vitest";
import { MAX_A_SECOND, MAX_MESSAGE, MessageLimiter } from "./message-limiter";

describe("the message limiter of a socket", () => {
  it("allows 20 messages a second, and starts again after a second", () => {
    const limiter = new MessageLimiter();
    const faults = Array.from({ length: MAX_A_SECOND + 1 }, (_, at) =>
      limiter.fault("one", "{}", at),
    );
    expect(faults.filter(Boolean)).toEqual(["too-many-messages"]);
    expect(limiter.fault("two", "{}", 20)).toBeNull();
    expect(limiter.fault("one", "{}", 1_000)).toBeNull();
  });

  it("counts bytes, not letters", () => {
    const limiter = new MessageLimiter();
    expect(limiter.fault("one", "a".repeat(MAX_MESSAGE), 0)).toBeNull();
    expect(limiter.fault("one", "ر".repeat(MAX_MESSAGE / 2 + 1), 0)).toBe("too-large");
    expect(limiter.fault("one", new ArrayBuffer(10_000_000), 0)).toBe("too-large");
    expect(limiter.fault("one", "a".repeat(10_000_000), 0)).toBe("too-large");
  });
});
