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

/** An empty one at module level keeps values between requests. */
const KEPT_BY_HAND =
  /^(?:export )?(?:const|let) \w+(?:: (?!Readonly)[^=\n]*)? = new (?:Weak)?Map(?:<.*>)?\(\)/m;

it("an isolate keeps values by the functions of docs/decisions/caches.md alone", () => {
  const files = globSync("{app,worker,party}/**/*.{ts,tsx}");
  expect(
    files.filter(
      (file) =>
        !/^app\/(?:lib\/runtime|modules\/intake)\//.test(file) &&
        KEPT_BY_HAND.test(readFileSync(file, "utf8")),
    ),
  ).toEqual([]);
  expect("const known = new Map<string, number>();").toMatch(KEPT_BY_HAND);
  expect("const bySite = new WeakMap<Site, Map<string, Page>>();").toMatch(KEPT_BY_HAND);
});

it("views of screens are what their loaders return, none is written twice", () => {
  const mirrored = globSync("app/routes/**/*.{ts,tsx}").filter((file) =>
    /^(export )?interface \w+View\b/m.test(readFileSync(file, "utf8")),
  );
  expect(mirrored).toEqual([]);
});

it("the walk finds what it looks for", () => {
  expect(filesWith("formAnswer(", "app/routes/**/*.{ts,tsx}")).not.toEqual([]);
  expect(filesWith("instanceof AppError", "app/lib/**/*.{ts,tsx}")).not.toEqual([]);
});
