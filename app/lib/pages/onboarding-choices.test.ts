import { describe, expect, it } from "vitest";
import {
  carriedFields,
  choicesOf,
  clampStep,
  type OnboardingChoices,
  preferencesOf,
  readChoices,
  readEdits,
  summarize,
} from "./onboarding-choices";
import { INTERESTS } from "./preference-choices";

const STORED: OnboardingChoices = {
  interests: ["art"],
  cities: ["yazd"],
  email: false,
  about: ["collections"],
  frequency: "daily",
};
const read = (query: string) => readChoices(new URLSearchParams(query), STORED);

describe("a step", () => {
  it.each([
    [undefined, 1],
    ["", 1],
    ["x", 1],
    ["0", 1],
    ["-7", 1],
    ["3", 3],
    ["2.9", 2],
    ["6", 5],
    ["Infinity", 5],
    [99, 5],
  ])("given %j is %i", (given, step) => expect(clampStep(given)).toBe(step));
});

describe("choices in an address", () => {
  it("default to the stored ones", () => expect(read("lang=fa")).toEqual(STORED));

  it("replace the stored ones field by field", () => {
    expect(read("interests=&interests=music&interests=food&frequency=weekly")).toEqual({
      ...STORED,
      interests: ["music", "food"],
      frequency: "weekly",
    });
  });

  it("are empty, not stored, for a field without a choice", () => {
    expect(read("interests=&cities=&email=&about=")).toEqual({
      interests: [],
      cities: [],
      email: false,
      about: [],
      frequency: "daily",
    });
  });

  it("ignore unknown values and keep the rest", () => {
    expect(
      read(
        "interests=chess&interests=music&interests=music&cities=Yazd&cities=../x&cities=rasht&about=spam&email=on&frequency=hourly",
      ),
    ).toEqual({
      interests: ["music"],
      cities: ["rasht"],
      email: false,
      about: [],
      frequency: "daily",
    });
  });

  it("stop at the maximum of followed cities", () => {
    expect(
      read(Array.from({ length: 60 }, (_, index) => `cities=city-${index}`).join("&")).cities,
    ).toHaveLength(50);
  });

  it("given only one field, change that one only", () => {
    const form = new FormData();
    form.append("interests", "");
    form.append("interests", "food");
    expect(readEdits(form, STORED)).toEqual({ interests: ["food"] });
  });

  it("continue to the next step without the step's own, and read back the same", () => {
    const params = new URLSearchParams(
      "interests=&interests=music&interests=chess&cities=&email=&email=1&about=&frequency=weekly&lang=fa",
    );
    const choices = readChoices(params, STORED);
    const carried = carriedFields(params, choices, 3);
    expect(carried).toEqual([
      ["interests", ""],
      ["interests", "music"],
      ["email", ""],
      ["email", "1"],
      ["about", ""],
      ["frequency", "weekly"],
    ]);
    expect(readChoices(new URLSearchParams([...carried, ["cities", ""]]), STORED)).toEqual(choices);
  });
});

describe("stored choices", () => {
  it("are shown without unknown values, and stay stored unchanged", () => {
    const stored = {
      interests: ["chess", "music"],
      cities: ["yazd"],
      notificationPreferences: {
        emailEnabled: true,
        pushEnabled: true,
        categories: ["newEvents", "old"],
        frequency: "weekly" as const,
      },
    };
    const choices = choicesOf(stored);
    expect(choices).toEqual({
      interests: ["music"],
      cities: ["yazd"],
      email: true,
      about: ["newEvents"],
      frequency: "weekly",
    });
    expect(preferencesOf(choices, true)).toEqual({
      interests: ["music"],
      cities: ["yazd"],
      notificationPreferences: {
        emailEnabled: true,
        pushEnabled: true,
        categories: ["newEvents"],
        frequency: "weekly",
      },
    });
  });
});

describe("the summary", () => {
  it.each([
    [0, 0, 0],
    [6, 6, 0],
    [7, 6, 1],
    [12, 6, 6],
  ])("of %i names %i and counts %i more", (count, shown, more) => {
    const summary = summarize(INTERESTS.slice(0, count));
    expect([summary.shown.length, summary.more]).toEqual([shown, more]);
  });
});
