import { describe, expect, it } from "vitest";
import { reportWeight } from "./flag-event.server";

const DAY = 86_400_000;
const NOW = 100 * DAY;
const account = { emailVerifiedAt: 1, createdAt: NOW - DAY, trustScore: 0 };

describe("the weight of a report", () => {
  it.each([
    [0, 0.5],
    [19, 0.5],
    [20, 1],
    [59, 1],
    [60, 2],
    [100, 2],
  ])("by an account with trust %d is %d", (trustScore, weight) => {
    expect(reportWeight({ ...account, trustScore }, NOW)).toEqual({ weight, uncounted: null });
  });

  it.each([
    ["unverified", { emailVerifiedAt: null, trustScore: 60 }],
    ["new-account", { createdAt: NOW - DAY + 1, trustScore: 60 }],
    ["low-trust", { trustScore: -1 }],
  ] as const)("is 0 if the account is %s", (uncounted, changes) => {
    expect(reportWeight({ ...account, ...changes }, NOW)).toEqual({ weight: 0, uncounted });
  });
});
