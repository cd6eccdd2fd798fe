import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { UX_GROUPS } from "../../lib/pages/ux";
import { KNOWN_FLAGS } from "./flags/known-flags";
import { PlatformSettings, SETTINGS_FIELDS, SETTINGS_GROUPS } from "./schema";

const ROOT = new URL("../../../", import.meta.url);
const read = (path: string) => readFileSync(new URL(path, ROOT), "utf8");

const rows = [
  ...read("docs/settings.md").matchAll(/^\| ([\w.-]+\.[\w.-]+) \| (.+?) \| (\S+) › (.+?) \|$/gm),
].map(([, setting = "", effect = "", file = "", name = ""]) => ({ setting, effect, file, name }));

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** The names of a file's tests without their ids; parameters of `each` match anything. */
function testsIn(file: string): RegExp[] {
  const names = [
    ...read(file).matchAll(/(?:\b(?:it|test)|\]\s*(?:as [^;]+?)?\)+)\(\s*"((?:[^"\\]|\\.)+)"/g),
  ].map(([, name = ""]) => name.replace(/ \[S-\d+\]$/, ""));
  return names.map((name) => new RegExp(`^${escaped(name).replace(/%[sdj]/g, ".+")}$`));
}

describe("docs/settings.md", () => {
  it("has a row for every setting of the schema, every switch and every flag, and no other", () => {
    const settings = SETTINGS_GROUPS.flatMap((group) =>
      Object.keys((PlatformSettings.entries[group] as unknown as { entries: object }).entries).map(
        (name) => `${group}.${name}`,
      ),
    );
    const switches = Object.entries(UX_GROUPS).flatMap(([group, names]) =>
      names.map((name) => `${group}.${name}`),
    );
    expect(rows.map(({ setting }) => setting).sort()).toEqual(
      [...settings, ...switches, ...Object.keys(KNOWN_FLAGS)].sort(),
    );
  });

  it.each(rows)("names a test that exists: $setting", ({ file, name }) => {
    expect([file, existsSync(new URL(file, ROOT))]).toEqual([file, true]);
    expect([name, testsIn(file).some((test) => test.test(name))]).toEqual([name, true]);
  });
});

describe("the form of the settings", () => {
  it("has a field for every setting of the schema", () => {
    for (const group of SETTINGS_GROUPS)
      expect([group, Object.keys(SETTINGS_FIELDS[group]).sort()]).toEqual([
        group,
        Object.keys(
          (PlatformSettings.entries[group] as unknown as { entries: object }).entries,
        ).sort(),
      ]);
  });
});
