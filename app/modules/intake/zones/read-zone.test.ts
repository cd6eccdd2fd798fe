import { describe, expect, it } from "vitest";
import { readZone } from "./read-zone";

describe("the name of a time zone", () => {
  it.each([
    ["Asia/Tehran", "Asia/Tehran"],
    ["Iran Standard Time", "Asia/Tehran"],
    ["W. Europe Standard Time", "Europe/Berlin"],
    ["/freeassociation.sourceforge.net/Europe/Berlin", "Europe/Berlin"],
    ["(UTC+03:30) Tehran", "Asia/Tehran"],
    ["(UTC+01:00) Amsterdam, Berlin, Bern, Rome, Stockholm, Vienna", "Europe/Amsterdam"],
    ["(UTC-05:00) Eastern Time (US & Canada)", "America/New_York"],
    ["GMT+0330", "+03:30"],
    ["Customized Time Zone", null],
    ["", null],
  ])("%s is %s", (name, zone) => expect(readZone(name)).toBe(zone));
});
