import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { parseAnswer } from "./parse-answer.server";

/** Pasted answers of assistants; the expected events were written by hand. */
const FIXTURES = new URL("../../../../tests/fixtures/ai-responses/", import.meta.url);

const CITIES = {
  tehran: { timeZone: "Asia/Tehran", currency: "IRR", country: "IR" },
  isfahan: { timeZone: "Asia/Tehran", currency: "IRR", country: "IR" },
  shiraz: { timeZone: "Asia/Tehran", currency: "IRR", country: "IR" },
  toronto: { timeZone: "America/Toronto", currency: "CAD", country: "CA" },
  vancouver: { timeZone: "America/Vancouver", currency: "CAD", country: "CA" },
  london: { timeZone: "Europe/London", currency: "GBP", country: "GB" },
  "los-angeles": { timeZone: "America/Los_Angeles", currency: "USD", country: "US" },
  dubai: { timeZone: "Asia/Dubai", currency: "AED", country: "AE" },
};

const read = (file: string): string => readFileSync(new URL(file, FIXTURES), "utf8");

describe("the sample answers of assistants", () => {
  it.each([
    ["tehran", "2026-12", "chatgpt"],
    ["toronto", "2026-12", "claude"],
    ["vancouver", "2027-01", "chatgpt"],
    ["isfahan", "2027-01", "gemini"],
    ["los-angeles", "2027-02", "gemini"],
    ["shiraz", "2027-02", "claude"],
    ["london", "2027-03", "chatgpt"],
    ["dubai", "2027-04", "gemini"],
  ] as const)("for %s in %s by %s give the events that a person reads", (slug, month, provider) => {
    const name = `${slug}-${month}-${provider}`;
    const expected: Record<string, unknown>[] = JSON.parse(read(`${name}.expected.json`));
    const parsed = parseAnswer(read(`${name}.txt`), {
      city: { slug, ...CITIES[slug] },
      month,
      today: "2026-11-21",
    });
    const events = parsed.ok ? parsed.events : [];
    const seen = events.map((event) =>
      Object.fromEntries(
        Object.keys(expected[0] ?? {}).map((key) => [key, event[key as keyof typeof event]]),
      ),
    );
    expect(seen).toEqual(expected);
    expect(events.map(({ index, duplicateOf }) => [index, duplicateOf])).toEqual(
      expected.map((_, index) => [index, null]),
    );
  });
});
