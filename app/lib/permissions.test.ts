import { describe, expect, it } from "vitest";
import { canAssignRole, missingFor, PERMISSIONS, type Permission, ROLES } from "./permissions";

describe("a role", () => {
  it("can be given only by a user above the old and the new one, never to oneself; owner never", () => {
    const given = (by: (typeof ROLES)[number], from: (typeof ROLES)[number]) =>
      ROLES.filter((to) =>
        canAssignRole(
          { id: "a", role: by, isVerified: true },
          { id: "b", role: from, isVerified: true },
          to,
        ),
      );
    expect(given("owner", "user")).toEqual(["user", "moderator", "admin"]);
    expect(given("owner", "owner")).toEqual([]);
    expect(given("admin", "user")).toEqual(["user", "moderator"]);
    expect(given("admin", "admin")).toEqual([]);
    expect(given("moderator", "user")).toEqual([]);
    expect(
      canAssignRole(
        { id: "a", role: "owner", isVerified: true },
        { id: "a", role: "user", isVerified: true },
        "admin",
      ),
    ).toBe(false);
  });

  it("rises only with a verified address, and can always be lowered", () => {
    const admin = { id: "a", role: "owner", isVerified: true } as const;
    expect(canAssignRole(admin, { id: "b", role: "user", isVerified: false }, "moderator")).toBe(
      false,
    );
    expect(canAssignRole(admin, { id: "b", role: "moderator", isVerified: false }, "user")).toBe(
      true,
    );
  });
});

describe("an address that is not verified", () => {
  it("allows reading, saving, drafts and private collections, and nothing of the staff's", () => {
    for (const role of ROLES)
      expect([
        role,
        (Object.keys(PERMISSIONS) as Permission[]).filter(
          (permission) => missingFor({ role, isVerified: false }, permission) === null,
        ),
      ]).toEqual([
        role,
        ["account:manage", "media:upload", "event:create", "collection:manage", "audit:write"],
      ]);
    expect(missingFor({ role: "user", isVerified: false }, "event:submit")).toBe("verification");
    // The role comes first: confirming the address would not help.
    expect(missingFor({ role: "user", isVerified: false }, "admin:enter")).toBe("role");
    expect(missingFor({ role: "moderator", isVerified: false }, "admin:enter")).toBe(
      "verification",
    );
  });
});
