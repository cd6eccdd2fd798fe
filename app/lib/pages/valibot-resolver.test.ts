import * as v from "valibot";
import { describe, expect, it } from "vitest";
import { valibotResolver } from "../../components/admin/use-checked-form";

const check = valibotResolver(
  v.object({
    name: v.pipe(
      v.string(),
      v.minLength(2, "errors:issue.shorterThan"),
      v.regex(/^[a-z]+$/, "errors:issue.slug"),
    ),
    age: v.pipe(v.string(), v.transform(Number), v.number()),
  }),
  {
    "errors:issue.shorterThan": "At least 2 characters.",
    "errors:issue.value": "This value isn’t possible here.",
  },
);

describe("valibotResolver", () => {
  it("accepts valid values", () => {
    expect(check({ name: "ali", age: "40" })).toEqual({});
  });

  it("reports the first issue of a field", () => {
    expect(check({ name: "", age: "40" })).toEqual({ name: "At least 2 characters." });
  });

  it("reports a generic message for issues without their own", () => {
    expect(check({ name: "a1", age: "old" })).toEqual({
      name: "This value isn’t possible here.",
      age: "This value isn’t possible here.",
    });
  });
});
