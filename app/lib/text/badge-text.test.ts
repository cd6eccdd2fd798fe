import { expect, it } from "vitest";
import { badgeText } from "./badge-text";

it.each([
  [1, "1", "۱"],
  [99, "99", "۹۹"],
  [100, "99+", "۹۹+"],
  [12_345, "99+", "۹۹+"],
])("given %i, a badge says %s or %s", (count, en, fa) => {
  expect([badgeText(count, "en"), badgeText(count, "fa")]).toEqual([en, fa]);
});
