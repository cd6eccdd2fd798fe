import { describe, expect, it } from "vitest";
import { copyKeys, copyWidths, factsSuffix, pictureFacts } from "./picture-copies";

describe("the key of a picture", () => {
  it.each([
    [1_600, [320, 640, 1_200]],
    [1_200, [320, 640, 1_200]],
    [700, [320, 640, 700]],
    [320, [320]],
    [200, [200]],
  ])("of %i pixels stands for copies of the widths %j", (width, widths) => {
    expect(copyWidths(width)).toEqual(widths);
  });

  it("says size, formats and colours, and with them where the copies are", () => {
    const facts = {
      width: 640,
      height: 900,
      formats: ["avif", "webp"] as const,
      colours: "0123456789ab",
    };
    const suffix = factsSuffix(facts);
    expect(suffix).toBe("_640x900aw_0123456789ab");
    expect(pictureFacts(`/media/uploads/a/b${suffix}.jpg`)).toEqual(facts);
    expect(copyKeys(`uploads/a/b${suffix}.jpg`)).toEqual(
      ["320.avif", "320.webp", "640.avif", "640.webp"].map(
        (name) => `uploads/a/b${suffix}/${name}`,
      ),
    );
  });

  it("says nothing of a picture without copies", () => {
    for (const key of [
      "uploads/a/0190b6b0-0000-7000-8000-000000000000.jpg",
      "samples/photo_1.jpg",
      "/covers/a/b.svg",
    ]) {
      expect(pictureFacts(key)).toBeNull();
      expect(copyKeys(key)).toEqual([]);
    }
  });
});
