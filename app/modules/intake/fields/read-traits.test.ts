import { expect, it } from "vitest";
import { parseAnswer } from "../entries/parse-answer.server";
import { readTraits } from "./read-traits";

it.each([
  [
    ["indoor", "seated"],
    ["indoor", "seated"],
  ],
  [["seated, indoor, cosy"], ["indoor", "seated"]],
  [
    ["For_Children", "English-friendly"],
    ["for-children", "english-friendly"],
  ],
  [["Wheelchair accessible; step free"], ["wheelchair", "step-free"]],
  [["آرام، فضای باز"], ["outdoor", "quiet"]],
  [["free", ""], []],
])("the traits in %j are %j", (texts, traits) => {
  expect(readTraits(texts)).toEqual(traits);
});

it.each(["traits", "features", "Accessibility", "ویژگی‌ها"])(
  "the traits under the key %s of an answer are proposals",
  (key) => {
    const context = {
      city: { slug: "tehran", timeZone: "Asia/Tehran", currency: "IRR", country: "IR" },
      month: "2026-12",
      today: "2026-12-01",
    };
    const answer = parseAnswer(
      JSON.stringify([{ title: "An evening", date: "2026-12-08", [key]: ["wheelchair", "quiet"] }]),
      context,
    );
    expect(answer.ok && answer.events[0]?.proposedTraits).toEqual(["quiet", "wheelchair"]);
  },
);
