import { describe, expect, it, test } from "vitest";
import { handlesOf, mentionedHandles } from "./notes.server";

const STAFF = [
  { id: "1", displayName: "Sara Ahmadi" },
  { id: "2", displayName: "علی‌رضا كیانی" },
  { id: "3", displayName: "Sara  Ahmadi" },
  { id: "4", displayName: "Zoë" },
  { id: "5", displayName: "آرش" },
  { id: "abcdef-123456", displayName: "🦜" },
];
const handles = handlesOf(STAFF);

test("each member of the staff has a unique handle, in any order of lookup", () => {
  expect([...handles.values()]).toEqual([
    { handle: "Sara_Ahmadi", id: "1" },
    { handle: "علی‌رضا_كیانی", id: "2" },
    { handle: "Sara_Ahmadi_2", id: "3" },
    { handle: "Zoë", id: "4" },
    { handle: "آرش", id: "5" },
    { handle: "staff_123456", id: "abcdef-123456" },
  ]);
  expect(handlesOf([...STAFF].reverse())).toEqual(handles);
});

describe("a text", () => {
  it.each([
    ["@sara_ahmadi, is this the same as last year?", ["1"]],
    ["Ask @Sara_Ahmadi_2.", ["3"]],
    ["از @علی‌رضا_کیانی بپرسید، یا از @عليرضا_كيانی", ["2"]],
    ["(@zoë) and @zoe again, and @ZOE!", ["4"]],
    ["@آرش و @ارش", ["5"]],
    ["@zoe@sara_ahmadi", ["4"]],
    ["write to hello@zoe.example or x.@zoe", []],
    ["@nobody @ @@ @sara", []],
  ])("%s names %j", (text, ids) => {
    expect(mentionedHandles(text, handles)).toEqual(ids);
  });
});
