import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { billOfMaterials, incompatible, isCompatible, licenceTexts } from "./parts.mjs";

it("every package of the product is in the bill of materials, with a licence that fits MIT and its text", {
  timeout: 30_000,
}, () => {
  const bill = billOfMaterials();
  const { dependencies } = JSON.parse(readFileSync("package.json", "utf8")) as {
    dependencies: Record<string, string>;
  };
  expect(bill.bomFormat).toBe("CycloneDX");
  expect(bill.components.map(({ name }) => name)).toEqual(
    expect.arrayContaining(Object.keys(dependencies)),
  );
  expect(incompatible(bill)).toEqual([]);
  expect(licenceTexts(bill)).toContain("Permission is hereby granted, free of charge");
});

it.each([
  ["MIT", true],
  ["(MIT OR GPL-3.0-only)", true],
  ["MIT AND Apache-2.0", true],
  ["GPL-3.0-only", false],
  ["MIT AND AGPL-3.0-only", false],
  ["", false],
])("the licence %j is compatible: %s", (expression, expected) => {
  expect(isCompatible(expression)).toBe(expected);
});
