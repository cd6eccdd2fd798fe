import { describe, expect, it } from "vitest";
import { latinName } from "./latin-name";

describe("given a Persian name", () => {
  it.each([
    ["تالار رودکی", "Rudki Hall"],
    ["شب‌های کمانچه", "Shabhai Kamancheh"],
    ["نگار اعتمادی", "Nagar Atmadi"],
    ["خانهٔ کوچک ما", "Kuchak Ma House"],
    ["شب ۱۲ ساز", "Shab 12 Saz"],
    ["Jazz در تهران", "Jazz Dar Tahran"],
  ])("when it is %s, then it is spelled %s", (fa, en) => {
    expect(latinName(fa)).toBe(en);
  });

  it("when it has a letter that is none of Persian, then the letter stays", () => {
    expect(latinName("شب X")).toBe("Shab X");
  });
});
