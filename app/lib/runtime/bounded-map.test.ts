import { expect, it } from "vitest";
import { createBoundedMap } from "./remembered";

it("loses the values that were used longest ago, by number and by size", () => {
  const map = createBoundedMap<string>({ entries: 3, bytes: 10 }, ({ length }) => length);
  const left = () => ["a", "b", "c", "d", "e"].filter((key) => map.get(key) !== undefined).join("");
  for (const key of ["a", "b", "c"]) map.set(key, "1");
  map.set("a", "1");
  map.set("d", "1");
  expect(left()).toBe("acd");
  map.set("e", "12345678");
  expect(left()).toBe("ade");
  map.set("d", "1234");
  expect(left()).toBe("d");
  map.delete("d");
  map.set("a", "1234567890");
  expect(left()).toBe("a");
  map.set("b", "12345678901");
  expect(left()).toBe("");
});
