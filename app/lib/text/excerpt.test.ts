import { describe, expect, it } from "vitest";
import { excerpt } from "./excerpt";

describe("excerpt", () => {
  it("leaves a short text as it is, on one line", () => {
    expect(excerpt("  Three setar\n\nplayers ", 160)).toBe("Three setar players");
  });

  it("cuts between words and keeps within the length", () => {
    const text = "Three setar players, one small lamp on stage and almost no amplification";
    const cut = excerpt(text, 22);
    expect(cut).toBe("Three setar players…");
    expect(cut.length).toBeLessThanOrEqual(22);
  });

  it("keeps a word that ends exactly at the limit", () => {
    expect(excerpt("one two three", 8)).toBe("one two…");
  });

  it("cuts Persian between words, without the comma before the cut", () => {
    expect(excerpt("سه نوازنده، یک چراغ کم‌سو و تقریباً بدون تقویت صدا", 14)).toBe("سه نوازنده…");
  });

  it("cuts a word longer than the limit, but never a character", () => {
    expect(excerpt("🎵".repeat(20), 8)).toBe("🎵🎵🎵…");
  });
});
