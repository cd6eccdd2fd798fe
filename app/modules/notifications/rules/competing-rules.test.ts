import { describe, expect, test } from "vitest";
import { competingRules, SHIPPED_RULES, shippedRule } from "./active-rules.server";

const shipped = shippedRule("savers.changed");
if (!shipped) throw new Error("The shipped rule is gone.");
const scoped = (key: string, cities: string[] = [], changes = {}) => ({
  ...shipped,
  key,
  conditions: { cities, categories: [], featuredOnly: false },
  ...changes,
});
const keysOf = (
  rule: ReturnType<typeof scoped>,
  rules: Parameters<typeof competingRules>[1] = SHIPPED_RULES,
) => competingRules(rule, rules).map(({ key }) => key);

describe("competing rules", () => {
  test("are a new rule and the shipped rule of its event, but not rules of other events", () => {
    expect(keysOf(scoped("z.tehran", ["tehran"]))).toEqual(["savers.changed"]);
    expect(keysOf(scoped("z", [], { trigger: "event.rejected" }))).toEqual(["creator.rejected"]);
  });

  test("exclude rules of other cities and rules that are off", () => {
    const rules = [
      scoped("a", ["isfahan"]),
      scoped("b", ["tehran", "isfahan"]),
      scoped("c", [], { isActive: false }),
    ];
    expect(keysOf(scoped("z", ["tehran"]), rules)).toEqual(["b"]);
  });
});
