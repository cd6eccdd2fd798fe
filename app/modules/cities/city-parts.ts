import * as v from "valibot";
import type { HTTPIssue } from "../../lib/http/form-failure";
import { isCitySlug } from "../../lib/text/city-slug";
import { cleanLine } from "../../lib/text/clean-text";
import { parseTypedNumber } from "../../lib/text/digits";

/** Longer than any limit that the settings may set. */
const FLOOD = 1_000;
/** A text of one line. */
export const Line = v.pipe(
  v.string("errors:issue.value"),
  v.maxLength(FLOOD, "errors:issue.tooLong"),
  v.transform(cleanLine),
);

/** A latitude (90) or a longitude (180). */
export const degrees = (limit: 90 | 180) => {
  const issue = limit === 90 ? "errors:issue.latitude" : "errors:issue.longitude";
  return v.pipe(
    v.number(issue),
    v.finite(issue),
    v.minValue(-limit, issue),
    v.maxValue(limit, issue),
  );
};

/** Of a name, characters. */
interface NameLengths {
  min: number;
  max: number;
}

/** The issue of a city's name; null for a valid one (decisions.md §7, content). */
export function nameIssue(
  name: string,
  { min, max }: NameLengths,
): Pick<HTTPIssue, "message" | "values"> | null {
  const { length } = [...name];
  if (length < min) return { message: "errors:issue.shorterThan", values: { min } };
  return length > max ? { message: "errors:issue.longerThan", values: { max } } : null;
}

/** The client-side schema of the city form: checks that need no server. */
export function cityFormSchema(lengths: NameLengths) {
  const isLongEnough = (name: string) => nameIssue(name, { ...lengths, max: FLOOD }) === null;
  const isShortEnough = (name: string) => nameIssue(name, { ...lengths, min: 0 }) === null;
  const short = v.pipe(Line, v.check(isShortEnough, "errors:issue.longerThan"));
  const position = (limit: 90 | 180) =>
    v.pipe(v.string(), v.transform(parseTypedNumber), degrees(limit));
  return v.object({
    nameEn: v.pipe(short, v.check(isLongEnough, "errors:issue.shorterThan")),
    nameFa: v.pipe(
      short,
      v.check((name) => name === "" || isLongEnough(name), "errors:issue.shorterThan"),
    ),
    // Without one it is made of the English name.
    slug: v.pipe(
      v.string(),
      v.trim(),
      v.toLowerCase(),
      v.check((slug) => slug === "" || isCitySlug(slug), "errors:issue.slug"),
    ),
    countryEn: short,
    countryFa: short,
    stateEn: short,
    stateFa: short,
    latitude: position(90),
    longitude: position(180),
  });
}
