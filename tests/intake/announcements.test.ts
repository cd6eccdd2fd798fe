import { describe, expect, it } from "vitest";
import cities from "./cities.json";
import { type JudgedAnnouncement, type JudgedField, judgeAnnouncement } from "./judge-announcement";

const FILES: Record<string, JudgedAnnouncement[]> = import.meta.glob("./announcements/*.json", {
  import: "default",
  eager: true,
});
const ALL = Object.values(FILES).flat();

/** Shares that reading must not fall below; `npm run bench:intake` prints them by kind and field. */
const RIGHT = 0.97;
const SILENT = 0.005;

describe("the announcements", () => {
  it("are read by field as a careful person reads them, and hardly one is wrong in silence", () => {
    const fields = ALL.flatMap((one) => judgeAnnouncement(one, cities));
    const share = (verdict: JudgedField["verdict"]) =>
      fields.filter((field) => field.verdict === verdict).length / fields.length;
    expect(ALL.length).toBeGreaterThanOrEqual(400);
    expect(share("right")).toBeGreaterThan(RIGHT);
    expect(share("silent")).toBeLessThan(SILENT);
  });
});
