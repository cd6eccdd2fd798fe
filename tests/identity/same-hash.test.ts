import { expect, test, vi } from "vitest";
import { isSameHash } from "../../app/lib/http/same-hash.server";

test.each([
  ["3f9a", "3f9a", true],
  ["3f9a", "3f9b", false],
  ["3f9a", "3f9a3f9a", false],
  ["", "3f9a", false],
  // Equal number of characters, not of bytes.
  ["3f9۱", "3f9a", false],
])("%j and %j compare as %s", (given, expected, isSame) => {
  expect(isSameHash(given, expected)).toBe(isSame);
});

test("two hashes of one length are compared in constant time by workerd", () => {
  const compare = vi.spyOn(crypto.subtle, "timingSafeEqual");
  isSameHash("3f9a", "3f9b");
  expect(compare).toHaveBeenCalledOnce();
  compare.mockRestore();
});
