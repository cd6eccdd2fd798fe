import type ICAL from "ical.js";

/** Rules by which clocks really change: once a year. */
const YEARLY =
  /^(FREQ=YEARLY|INTERVAL=1|BYMONTH=\d{1,2}|BYDAY=[+-]?\d?(SU|MO|TU|WE|TH|FR|SA)|BYMONTHDAY=[\d,-]{1,30}|UNTIL=[\dTZ]+|WKST=\w\w)$/;
const OBSERVANCES = 100;
const RULES = 10;

/**
 * Whether the zone that a file describes can be followed: other rules could repeat every second for
 * centuries.
 */
export function isFollowable(zone: ICAL.Component): boolean {
  const observances = [
    ...zone.getAllSubcomponents("standard"),
    ...zone.getAllSubcomponents("daylight"),
  ];
  const rules = observances.flatMap((observance) =>
    observance.getAllProperties("rrule").map((rule) => String(rule.getFirstValue())),
  );
  return (
    observances.length > 0 &&
    observances.length <= OBSERVANCES &&
    rules.length <= RULES &&
    rules.every((rule) => rule.split(";").every((part) => YEARLY.test(part)))
  );
}
