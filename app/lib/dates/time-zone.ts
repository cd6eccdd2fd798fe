import * as v from "valibot";

/** A zone that this runtime knows (IANA). */
export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat("en", { timeZone: name });
    return /^[A-Za-z]+(?:[/_+-][A-Za-z0-9_+-]+)*$/.test(name);
  } catch {
    return false;
  }
}

let known: Map<string, string> | undefined;

/**
 * Runtimes take a zone in any case, other programs do not: `asia/tehran` is stored as
 * `Asia/Tehran`.
 */
function asWritten(name: string): string {
  known ??= new Map(Intl.supportedValuesOf("timeZone").map((zone) => [zone.toLowerCase(), zone]));
  return known.get(name.toLowerCase()) ?? name;
}

/** A time zone that the runtime knows, with normalized spelling. */
export const TimeZone = v.pipe(
  v.string(),
  v.trim(),
  v.maxLength(64),
  v.check(isTimeZone, "errors:issue.timeZone"),
  v.transform(asWritten),
);
