import { describe, expect, it } from "vitest";
import { parseAnswer } from "./parse-answer.server";

const CONTEXT = {
  city: { slug: "tehran", timeZone: "Asia/Tehran", currency: "IRR", country: "IR" },
  month: "2026-12",
  today: "2026-11-21",
};
const DAY = '"date":"2026-12-05"';

/** Repeats a piece up to a length. */
const fill = (piece: string, letters: number): string =>
  piece.repeat(Math.ceil(letters / piece.length)).slice(0, letters);
/** Numbered pieces, so that caches do not help. */
function number(piece: (place: number) => string, letters: number): string {
  const pieces: string[] = [];
  for (let length = 0; length < letters; ) {
    const next = piece(pieces.length);
    pieces.push(next);
    length += next.length;
  }
  return pieces.join(",");
}
const event = (fields: string): string => `[{"title":"Night of Tar",${DAY},${fields}}]`;

/**
 * Texts that take superlinear time if an expression or loop reads the same characters repeatedly.
 */
const SLOW_TEXTS: Record<string, (letters: number) => string> = {
  "blanks after a word after a comma": (n) => `{"a":"x",b${fill(" ", n)}x`,
  "blanks after a word within a text": (n) => `[{"a":"${fill(`x", word${" ".repeat(900)}`, n)}"}]`,
  "comments that are never closed": (n) => fill("[/*", n),
  "a blank beginning before marks of sources": (n) => `${fill(" ", n / 2)}${fill("[1]", n / 2)}`,
  "prose before brackets that are not JSON": (n) =>
    fill(`${"a".repeat(190)}\n${"b".repeat(190)} [- [-`, n),
  "blanks after a value without quotes": (n) => `ab ${"{a:".repeat(60)}word${fill(" ", n)}"`,
  "links without an end": (n) =>
    `[${number((place) => `{"title":"N${place}",${DAY},"description":"[](${" ".repeat(20_000)}"}`, n)}]`,
  "joiners before a letter": (n) =>
    `[${number((place) => `{"title":"N${place}",${DAY},"description":"${"\u200c".repeat(20_000)}a"}`, n)}]`,
  "comments of HTML without an end": (n) =>
    `[${number((place) => `{"title":"N${place}",${DAY},"description":"${"<!--".repeat(5_000)}"}`, n)}]`,
  "signs before a yes": (n) => event(`"free":"a${fill("-", n)}b"`),
  "blanks before a category": (n) => event(`"category":"${fill(" ", n)}x"`),
  "marks of sources before a day": (n) => `[{"title":"Night of Tar","date":"${fill("[1,1 ", n)}"}]`,
  "an event under a key of signs": (n) =>
    `{"${fill("- ", n)}a b":{${DAY},"venue":"b","price":"${"x"}"}}`,
  "a long key around many events": (n) =>
    `{"${fill("[a ", n / 2)}":[${number((place) => `{"title":"N${place}",${DAY}}`, n / 2)}]}`,
  "a long day around many events": (n) =>
    `{"date":"${fill("[a ", n / 2)}","events":[${number((place) => `{"title":"N${place}","venue":"b"}`, n / 2)}]}`,
  "groups in groups of languages": (n) =>
    `[${number((place) => `${'{"fa":{"shows":['.repeat(20)}{"a":"${place}"}${"]}}".repeat(20)}`, n)}]`,
  "rows without columns": (n) =>
    `[["title","date","venue","price","a","b","c","d","e","f","g","h","i","j"],${fill("[],", n)
      .slice(0, -1)
      .replace(/,?\[?$/, "")}]`,
  "days by their numbers": (n) =>
    `[{"title":"Night of Tar","date":{${number((place) => `"${place} date":"${place} Dec"`, n)}}}]`,
  "dots after addresses": (n) =>
    `[${number((place) => `{"title":"N${place}",${DAY},"url":"https://a.ir/${".".repeat(1_900)}x"}`, n)}]`,
  "addresses that count visitors": (n) =>
    `[${number((place) => `{"title":"N${place}",${DAY},"url":"https://a.ir/?${number((name) => `utm_${name}`, 1_900).replaceAll(",", "&")}"}`, n)}]`,
  "blanks between tags": (n) =>
    `[${number((place) => `{"title":"N${place}",${DAY},"tags":"${fill(`${" ".repeat(990)}x`, 1_000)}"}`, n)}]`,
  "prices of many sums": (n) =>
    `[${number((place) => `{"title":"N${place}",${DAY},"price":"${place} ${"1 ".repeat(110)}"}`, n)}]`,
  "prices of one long word": (n) =>
    `[${number((place) => `{"title":"N${place}",${DAY},"price":"${place} ${"㌖".repeat(200)} a b c d"}`, n)}]`,
  "one address for many titles": (n) =>
    `[${number((place) => `{"title":"word N${place} of a${place} b${place}",${DAY},"time":"20:00","url":"https://a.ir/b"}`, n)}]`,
};

/** Runs per answer. */
const TIMES = 2;

/** CPU time of one parse, ms: the minimum of the runs, since the first one includes compilation. */
function cost(text: string): number {
  let least = Number.POSITIVE_INFINITY;
  for (let time = 0; time < TIMES; time += 1) {
    const before = process.threadCpuUsage();
    parseAnswer(text, CONTEXT);
    const { user, system } = process.threadCpuUsage(before);
    least = Math.min(least, (user + system) / 1_000);
  }
  return least;
}

/** Times below this are too short to compare, ms. */
const NOISE = 40;
/** Time limit for 400,000 characters, ms: about ten times that of a genuine answer. */
const TIME_LIMIT = 3_000;

describe("the time to read an answer", () => {
  it.each(Object.entries(SLOW_TEXTS))(
    "of %s grows no more than about twice with twice the letters",
    (_name, make) => {
      const [short, long] = [cost(make(200_000)), cost(make(400_000))];
      expect((long + NOISE) / (short + NOISE)).toBeLessThan(3);
      expect(long).toBeLessThan(TIME_LIMIT);
    },
    60_000,
  );
});
