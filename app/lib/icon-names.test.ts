import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), "utf8");
const names = [...read("app/lib/icon-names.ts").matchAll(/\| "([a-z0-9-]+)"/g)].map(
  ([, name = ""]) => name,
);

it("the sprite's icons are all used", () => {
  const sources = [
    "db",
    ...["components", "lib", "modules", "routes", "ui"].map((folder) => `app/${folder}`),
  ].flatMap((folder) =>
    readdirSync(new URL(`../../${folder}`, import.meta.url), { recursive: true, encoding: "utf8" })
      .filter((name) => /\.tsx?$/.test(name) && !/icon-names|\.test\./.test(name))
      .map((name) => read(`${folder}/${name}`)),
  );
  expect(names.length).toBeGreaterThan(100);
  expect(names.filter((name) => !sources.some((source) => source.includes(`"${name}"`)))).toEqual(
    [],
  );
});
