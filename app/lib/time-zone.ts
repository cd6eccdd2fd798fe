import * as v from "valibot";

/** A zone that this runtime knows (IANA). */
function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat("en", { timeZone: name });
    return /^[A-Za-z]+(?:[/_+-][A-Za-z0-9_+-]+)*$/.test(name);
  } catch {
    return false;
  }
}

export const TimeZone = v.pipe(v.string(), v.maxLength(64), v.check(isTimeZone, "errors:issue.timeZone"));
