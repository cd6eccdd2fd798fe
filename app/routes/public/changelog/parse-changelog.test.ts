import { describe, expect, it } from "vitest";
import { parseChangelog } from "./changelog.server";

const TEXT = `# Changelog

What has changed,
for people.

## [0.2.0] - 2027-01-14

### Added

- Accounts, which
  one may leave again.
- A calendar.

### Fixed

* Times in Kabul.

## [0.1.1] - 2026-12-20 [YANKED]

## [0.1.0] - Unreleased

The public side.

### Added

- Events.

[0.2.0]: https://example.org/0.2.0
`;

describe("parseChangelog", () => {
  const log = parseChangelog(TEXT);

  it("reads the title and the paragraph above the versions", () => {
    expect(log.title).toBe("Changelog");
    expect(log.intro).toEqual(["What has changed, for people."]);
  });

  it("reads versions with their days, newest first as written", () => {
    expect(
      log.versions.map(({ version, date, label, yanked }) => [version, date, label, yanked]),
    ).toEqual([
      ["0.2.0", "2027-01-14", "2027-01-14", false],
      ["0.1.1", "2026-12-20", "2026-12-20", true],
      ["0.1.0", null, "Unreleased", false],
    ]);
  });

  it("reads changes by kind, with items that continue on the next line", () => {
    expect(log.versions[0]?.changes).toEqual([
      { kind: "Added", items: ["Accounts, which one may leave again.", "A calendar."] },
      { kind: "Fixed", items: ["Times in Kabul."] },
    ]);
    expect(log.versions[2]?.intro).toEqual(["The public side."]);
  });

  it("leaves the definitions of links out", () => {
    expect(JSON.stringify(log)).not.toContain("example.org");
  });

  it("reads a Persian changelog", () => {
    const persian = parseChangelog(
      "# تغییرات\n\n## [0.1.0] - منتشر نشده\n\n### افزوده شد\n\n- خانه",
    );
    expect(persian.versions[0]).toMatchObject({
      version: "0.1.0",
      date: null,
      label: "منتشر نشده",
      changes: [{ kind: "افزوده شد", items: ["خانه"] }],
    });
  });
});
