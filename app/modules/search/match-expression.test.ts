import { describe, expect, it } from "vitest";
import { matchExpression, prefixExpression, splitAtLast } from "./match-expression";
import { unitsOf } from "./query-units";

describe("matchExpression", () => {
  it("requires all units, each by any of its words", () => {
    const expression = matchExpression(unitsOf("setar xyzq"), "same", {}, []);
    expect(expression).toMatch(
      /^\(\{title venue tags categories organizer city\} : \("setar" OR .*"سهتار".*\) AND \(\{title .* : \("xyzq" OR "setarxyzq"\)\)$/,
    );
  });

  it("searches descriptions for words and synonyms only, names also for related words", () => {
    const expression = matchExpression(unitsOf("carpet"), "everywhere", {}, []);
    const [names = "", both = ""] = expression.split(" description} : ");
    expect(names).toContain('"گبه"');
    expect(both).not.toContain('"گبه"');
    expect(both).toContain('"فرش"');
    expect(matchExpression(unitsOf("carpet"), "same", {}, [])).not.toContain('"گبه"');
  });

  it("has each word once for names and descriptions, and phrases in each of them", () => {
    const same = (words: string) => ({ words: words.split(" "), kind: "same" as const });
    const unit = {
      words: ["xa"],
      alternatives: [same("xa"), same("xb xc"), { ...same("xd"), kind: "near" as const }],
      joins: [],
      isWeak: false,
    };
    const names = "title venue tags categories organizer city";
    expect(matchExpression([unit], "everywhere", {}, [])).toBe(
      `(({${names}} : (("xb" AND "xc") OR "xd")) OR ({${names} description} : ("xa")) OR (description : (("xb" AND "xc"))))`,
    );
  });

  it("turns filters into facet words", () => {
    expect(
      matchExpression(
        [],
        "same",
        { cityId: "019B-cd", categories: ["Concert", "Food & Drink"], free: true, tag: "سه‌تار" },
        [["current"]],
      ),
    ).toBe(
      '(facets : ("c019bcd" AND ("kconcert" OR "kfooddrink") AND "free" AND "tسهتار" AND "current"))',
    );
    expect(matchExpression([], "same", {}, [])).toBe('(facets : ("any"))');
  });

  it("also joins neighbouring words, as the index may contain them joined", () => {
    expect(matchExpression(unitsOf("xa xb"), "same", {}, [])).toContain('"xaxb"');
  });

  it("names a word shared by phrases once, and drops phrases that another one covers", () => {
    const unit = (...alternatives: string[]) => ({
      words: [],
      alternatives: alternatives.map((words) => ({
        words: words.split(" "),
        kind: "same" as const,
      })),
      joins: [],
      isWeak: false,
    });
    const of = (...alternatives: string[]) =>
      matchExpression([unit(...alternatives)], "same", {}, []).split(" : ")[1];
    expect(of("xa xb", "xc xa xb", "xc xb", "xd")).toBe('(("xb" AND ("xa" OR "xc")) OR "xd"))');
    expect(of("xa", "xa xb", "xb xa", "xa")).toBe('("xa"))');
    expect(of("xa xb", "xb xa", "xc xd")).toBe('(("xa" AND "xb") OR ("xc" AND "xd")))');
  });

  it.each([
    '"',
    'a"b',
    "a AND b) OR (",
    "NEAR(a b, 2)",
    "{title}: x",
    "^a -b +c",
    "a*",
    "\0",
    "';DROP TABLE events;--",
    "()",
  ])("passes no operator of %j through", (text) => {
    const units = unitsOf(text);
    const expression = matchExpression(units, "everywhere", { tag: text, cityId: text }, []);
    const unquoted = expression.replaceAll(/"[\p{L}\p{N}]*"/gu, "w");
    expect(unquoted).toMatch(
      /^[(){}:w ]*(?:(?:AND|OR|title|venue|tags|categories|organizer|city|description|facets)[(){}:w ]*)*$/,
    );
    expect(expression).not.toContain("\0");
  });
});

describe("splitAtLast", () => {
  it("has a place after the last unit's names", () => {
    const [before, after] = splitAtLast(unitsOf("xa xb"), {}, [["current"]]);
    expect(`${before}"more"${after}`).toContain('city} : ("more")) OR ({');
    expect(after.endsWith('AND (facets : ("current"))')).toBe(true);
  });
});

describe("prefixExpression", () => {
  it("quotes the beginning", () => {
    expect(prefixExpression("ca")).toBe('"ca" *');
  });
});
