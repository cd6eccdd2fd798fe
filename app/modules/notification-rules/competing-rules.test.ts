import { describe, expect, test } from "vitest";
import { competingRules } from "./competing-rules";
import { SHIPPED_RULES, shippedRule } from "./shipped-rules";

const shipped = shippedRule("savers.changed");
if (!shipped) throw new Error("The shipped rule is gone.");
const scoped = (key: string, cities: string[] = [], changes = {}) => ({
  ...shipped,
  key,
  conditions: { cities, categories: [], featuredOnly: false },
  ...changes,
});
const keysOf = (rule: ReturnType<typeof scoped>, rules: Parameters<typeof competingRules>[1] = SHIPPED_RULES) =>
  competingRules(rule, rules).map(({ key }) => key);

describe("competing rules", () => {
  test("given a new rule of a shipped rule's event, then the shipped one competes, and rules of other events do not", () => {
    expect(keysOf(scoped("z.tehran", ["tehran"]))).toEqual(["savers.changed"]);
    expect(keysOf(scoped("z", [], { trigger: "event.rejected" }))).toEqual(["creator.rejected"]);
  });

  test("given rules of other cities or switched off, then they do not compete", () => {
    const rules = [scoped("a", ["isfahan"]), scoped("b", ["tehran", "isfahan"]), scoped("c", [], { isActive: false })];
    expect(keysOf(scoped("z", ["tehran"]), rules)).toEqual(["b"]);
  });
});
