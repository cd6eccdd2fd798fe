import { expect, test } from "vitest";
import { flagsIn, isFlagOnFor } from "./flags.server";

const FLAG = {
  key: "map.clusters",
  description: "",
  isOn: true,
  percentage: 100,
  roles: [] as ("user" | "moderator" | "admin" | "owner")[],
  languages: [] as ("en" | "fa")[],
  version: 1,
  createdAt: 0,
  updatedAt: 0,
  updatedBy: null,
};
const visitor = { locale: "en", user: null } as const;
const member = {
  locale: "en",
  user: { id: "019b0000-0000-7000-8000-000000000001", role: "user" },
} as const;
const admin = {
  locale: "fa",
  user: { id: "019b0000-0000-7000-8000-000000000002", role: "admin" },
} as const;

test("a flag that is off is off for everyone", () => {
  for (const reader of [visitor, member, admin])
    expect(isFlagOnFor({ ...FLAG, isOn: false }, reader)).toBe(false);
});

test("a flag for some languages is off in others", () => {
  const flag = { ...FLAG, languages: ["fa" as const] };
  expect(isFlagOnFor(flag, visitor)).toBe(false);
  expect(isFlagOnFor(flag, { ...visitor, locale: "fa" })).toBe(true);
  expect(isFlagOnFor(flag, admin)).toBe(true);
});

test("a flag for some roles is on for these only, never for visitors", () => {
  const flag = { ...FLAG, roles: ["admin" as const, "owner" as const] };
  expect([visitor, member, admin].map((reader) => isFlagOnFor(flag, reader))).toEqual([
    false,
    false,
    true,
  ]);
});

test("a flag for a share of people is off for visitors, who share cached pages", () => {
  expect(isFlagOnFor({ ...FLAG, percentage: 99 }, visitor)).toBe(false);
  expect(isFlagOnFor(FLAG, visitor)).toBe(true);
});

test("a flag without a row has its shipped value, which a row overrides", () => {
  expect(flagsIn({ flags: [] }, visitor)).toEqual(["discover.moods"]);
  expect(
    flagsIn({ flags: [{ ...FLAG, key: "discover.moods", isOn: false }, FLAG] }, visitor),
  ).toEqual(["map.clusters"]);
});
