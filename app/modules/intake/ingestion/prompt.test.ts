import { describe, expect, it } from "vitest";
import { CATEGORY_NAMES } from "../../../lib/event/categories";
import { parseAnswer } from "../entries/parse-answer.server";
import { AI_PROVIDERS, ingestionPrompt, type PromptRequest } from "./prompt";

const TEHRAN = {
  name: { en: "Tehran", fa: "تهران" },
  country: "Iran",
  timeZone: "Asia/Tehran",
  currency: "IRR",
};
const TORONTO = {
  name: { en: "Toronto", fa: null },
  country: "Canada",
  timeZone: "America/Toronto",
  currency: "CAD",
};
const request = (changes: Partial<PromptRequest> = {}): PromptRequest => ({
  city: TEHRAN,
  month: "2026-12",
  categories: [],
  provider: "chatgpt",
  ...changes,
});

describe("the prompt for an assistant", () => {
  it("names city and month in both languages and calendars, with zone and currency unit", () => {
    const prompt = ingestionPrompt(request());
    expect(prompt).toContain("Tehran (تهران), Iran");
    expect(prompt).toContain(
      "December 2026 (2026-12-01 to 2026-12-31; Solar Hijri 10 Azar 1405 to 10 Dey 1405)",
    );
    expect(prompt).toContain("Asia/Tehran");
    expect(prompt).toContain("450,000 toman");
    for (const name of CATEGORY_NAMES) expect(prompt).toContain(name);
  });

  it("asks for the given categories only", () => {
    const prompt = ingestionPrompt(request({ categories: ["Concert", "Theater"], city: TORONTO }));
    expect(prompt).toContain("only events of these");
    expect(prompt).toContain("\nConcert, Theater\n");
    expect(prompt).not.toContain("Nightlife");
    expect(prompt).toContain("25 CAD");
    expect(prompt).not.toContain("toman");
  });

  it.each(AI_PROVIDERS)(
    "tells the provider %s how to search, to name sources, and to invent nothing",
    (provider) => {
      const prompt = ingestionPrompt(request({ provider }));
      expect(prompt).toMatch(/search/i);
      expect(prompt).toContain("Never invent");
      expect(prompt).toContain("Say where you found each event");
      expect(prompt).toContain("JSON only");
    },
  );

  it("has an example that the parser reads completely, except for its placeholder URL", () => {
    const [, example = ""] = /```json\n([\s\S]*)\n```/.exec(ingestionPrompt(request())) ?? [];
    const parsed = parseAnswer(example, {
      city: { slug: "tehran", timeZone: "Asia/Tehran", currency: "IRR", country: "IR" },
      month: "2026-12",
      today: "2026-11-21",
    });
    expect(parsed.ok && parsed.events).toMatchObject([
      {
        titleFa: "عنوان به فارسی",
        category: "Workshop",
        date: "2026-12-15",
        time: "19:30",
        endTime: "21:30",
        price: 4_500_000,
        currency: "IRR",
        free: false,
        issues: [{ field: "url", code: "invalid-url" }],
      },
    ]);
  });
});
