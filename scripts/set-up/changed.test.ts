import { readdirSync } from "node:fs";
import { expect, test } from "vitest";
import { AREAS, specsOf, WHOLE_RUN } from "./changed.mjs";

const SPECS = readdirSync(new URL("../../tests/e2e", import.meta.url)).flatMap(
  (file) => /^([\w-]+)\.spec\.ts$/.exec(file)?.[1] ?? [],
);

test("every browser test belongs to an area or is left to the whole run", () => {
  const named = new Set([...AREAS.flatMap(({ specs }) => specs), ...WHOLE_RUN]);
  expect([...named].sort()).toEqual(SPECS.sort());
});

test("a changed file runs the browser tests of its area", () => {
  expect(specsOf(["app/modules/saved/queries.server.ts"])).toEqual(["collections", "calendar"]);
  expect(specsOf(["tests/e2e/map.spec.ts", "README.md"])).toEqual(["map"]);
  expect(specsOf(["README.md"])).toEqual([]);
});
