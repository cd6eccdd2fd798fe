import { globSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";

const filesWith = (text: string, files: string): string[] =>
  globSync(files).filter((file) => readFileSync(file, "utf8").includes(text));

it("routes answer errors of commands by formAnswer, expecting and orNull", () => {
  expect(filesWith("instanceof AppError", "app/routes/**/*.{ts,tsx}")).toEqual([]);
});

it("screens, not modules, write page heads", () => {
  expect(filesWith("pageHead(", "app/modules/**/*.{ts,tsx}")).toEqual([]);
});

it("the walk finds what it looks for", () => {
  expect(filesWith("formAnswer(", "app/routes/**/*.{ts,tsx}")).not.toEqual([]);
  expect(filesWith("instanceof AppError", "app/lib/**/*.{ts,tsx}")).not.toEqual([]);
});
