import { describe, expect, it } from "vitest";
import { HOSTILE_ANSWERS, TEHRAN, TORONTO } from "../../../../tests/fixtures/hostile-answers";
import { MALFORMED_ANSWERS } from "../../../../tests/fixtures/malformed-answers";
import { ANSWER_MAX, parseAnswer } from "./parse-answer.server";

const TODAY = "2026-11-21";
const inTehran = { city: TEHRAN, month: "2026-12", today: TODAY };

describe("an unusual answer", () => {
  it.each(
    [...HOSTILE_ANSWERS, ...MALFORMED_ANSWERS].map((answer) => [answer.name, answer] as const),
  )("with %s is read as a careful person would", (_, answer) => {
    const parsed = parseAnswer(answer.text, {
      city: answer.city ?? TEHRAN,
      month: answer.month ?? "2026-12",
      today: TODAY,
    });
    if (typeof answer.expected === "string") {
      expect(parsed).toEqual({ ok: false, reason: answer.expected });
      return;
    }
    const events = parsed.ok ? parsed.events : [];
    expect(events.length).toBe(answer.expected.length);
    answer.expected.forEach(({ codes, ...fields }, index) => {
      expect(events[index]).toMatchObject({ index, ...fields });
      if (codes)
        expect(events[index]?.issues.map(({ code }) => code).sort()).toEqual([...codes].sort());
    });
  });
});

describe("clock times of an entry", () => {
  const timesOf = (time: string, city = TEHRAN) => {
    const parsed = parseAnswer(
      JSON.stringify([{ title: "Night of Tar", date: "2026-12-05", time, venue: "Hall" }]),
      { ...inTehran, city },
    );
    const [event] = parsed.ok ? parsed.events : [];
    return [event?.time, event?.endTime, event?.valid, event?.issues.map(({ code }) => code)];
  };

  it.each([
    "10:00-12:00",
    "10:00 - 12:00",
    "10:00–12:00",
    "10:00—12:00",
    "10:00‑12:00",
    "۱۰:۰۰-۱۲:۰۰",
    "10:00 -12:00",
    "10:00 تا 12:00",
  ])("are a range with any dash: %s", (time) =>
    expect(timesOf(time)).toEqual(["10:00", "12:00", true, []]),
  );

  it("are one time, with an offset if it is the city's own or follows a plus sign", () => {
    expect(timesOf("20:00-05:00", TORONTO).slice(0, 2)).toEqual(["20:00", null]);
    expect(timesOf("20:00+03:30").slice(0, 2)).toEqual(["20:00", null]);
    expect(timesOf("16:30+00:00").slice(0, 2)).toEqual(["20:00", null]);
  });
});

describe("an entry that is no event", () => {
  const titlesOf = (text: string) => {
    const parsed = parseAnswer(text, inTehran);
    return parsed.ok ? parsed.events.map(({ title }) => title) : parsed.reason;
  };
  const EVENT =
    '[{"title": "Night of Tar", "date": "2026-12-05", "time": "19:00", "venue": "Roudaki Hall"}]';

  it.each([
    '{"title": "string", "date": "YYYY-MM-DD", "time": "HH:MM", "price": 0, "venue": "string | null", "tags": ["string"]}',
    '[{"title": "…", "date": "…", "venue": "…"}]',
    '[{"title": "<event title>", "date": "<YYYY-MM-DD>", "venue": "..."}]',
    '{"type": "object", "properties": {"title": {"type": "string"}, "date": {"type": "string"}}}',
  ])("is a schema that an assistant repeats: %s", (sample) => {
    expect(
      titlesOf(`I used this schema:\n\`\`\`json\n${sample}\n\`\`\`\nHere you are:\n${EVENT}`),
    ).toEqual(["Night of Tar"]);
    expect(titlesOf(sample)).toBe("no-events");
  });

  it.each([
    'curl -X POST https://api.example/events -H \'Content-Type: application/json\' -d \'{"title": "Test", "date": "2026-12-09"}\'',
    '$ curl https://api.example/events \\\n  -d \'{\n  "title": "Test",\n  "date": "2026-12-09"\n}\'',
    '```bash\nhttp POST api.example title=Test <<< \'{"title": "Test", "date": "2026-12-09"}\'\n```',
  ])("is the example of a request: %s", (command) => {
    expect(titlesOf(`${EVENT}\nTo load them:\n${command}\n`)).toEqual(["Night of Tar"]);
  });

  it("is not an event with a placeholder in one field", () => {
    expect(titlesOf('[{"title": "Night of Tar", "date": "TBA", "venue": "string"}]')).toEqual([
      "Night of Tar",
    ]);
  });
});

/** An eighth of the limit: superlinear code is too slow even then. */
const FLOOD = ANSWER_MAX / 8;

/** Repeats a piece. */
const flood = (piece: string, end = "", start = ""): string =>
  start +
  piece.repeat(
    Math.floor((FLOOD - start.length - end.length) / new TextEncoder().encode(piece).length),
  ) +
  end;
/** CPU time, ms; wall time would include other processes. */
const SECONDS = 2_000;
/** Timeout by wall time, ms: a busy machine takes longer. */
const WAIT = 60_000;

describe("a hostile flood", () => {
  it.each([
    ["commands", flood("\ncurl '")],
    ["fences of a shell", flood("```sh\n")],
    ["opening brackets", flood("[")],
    ["opening braces", flood("{")],
    ["brackets with a string", flood('["')],
    ["brackets with a smart quote", flood("[“")],
    ["brackets with a smart quote that ends once", flood("[“", "”")],
    ["keys without end", flood('{"a":')],
    ["empty lists", flood("[]")],
    ["spaces in a list", flood(" ", "]", "[")],
    ["quotes and spaces", flood('" ', "", '[{"title": "')],
    ["quotes and words", flood('"a', "", '[{"title": "')],
    ["comments without end", flood("/*", "", "[")],
    ["stars of a comment", flood("*", "", "[/*")],
    ["escapes", flood("\\", "", '["')],
    ["escaped quotes", flood('\\"', "", '["')],
    ["commas", flood(",", "]", "[")],
    ["bare words", flood("a ", "", '[{"title": ')],
    ["figures with commas", flood("1,000", "", '[{"price": ')],
    ["fences", flood("```json\n")],
    ["marks of sources", flood("[cite: ", "", "[")],
    ["prose with braces", flood("word {x ")],
    ["prose with the beginnings of events", flood('word {"title": ...} ')],
    ["objects in prose", flood('word {"a": 1} ')],
    ["a title of tags", flood("<script ", '"}]', '[{"title": "')],
    ["a description of comments", flood("<!--", '"}]', '[{"description": "')],
    ["a description of stars", flood("**a", '"}]', '[{"description": "')],
    ["a date of figures", flood("1-", '"}]', '[{"title":"a","date": "')],
    ["a price of words", flood("یک و ", '"}]', '[{"title":"a","price": "')],
    [
      "many descriptions of tags",
      `[${`{"title":"${"<b ".repeat(8_000)}","date":"2026-12-05"},`.repeat(20)}]`,
    ],
    [
      "many dates of figures",
      `[${`{"title":"Night","date":"${"5 Dec to ".repeat(40)}","time":"${"7 to ".repeat(70)}","price":"${"5 to ".repeat(70)}"},`.repeat(400)}]`,
    ],
    ["different keys", `[{${Array.from({ length: 20_000 }, (_, n) => `"k${n}":1`).join(",")}}]`],
    [
      "groups with names of their own",
      `{${Array.from({ length: 1_000 }, (_, n) => `"g${n} hall":{"name":"Group ${n}","events":[{"title":"Night ${n}","date":"2026-12-05"}]}`).join(",")}}`,
    ],
    [
      "texts that hold the beginnings of answers",
      JSON.stringify({ a: Array.from({ length: 3_000 }, (_, n) => `x [{ "n": ${n} `) }),
    ],
    ["thoughts without end", flood("<think>")],
    [
      "different titles of one day",
      `[${Array.from({ length: 5_000 }, (_, n) => `{"title":"Night ${n}","date":"2026-12-05"}`).join(",")}]`,
    ],
    [
      "the same title at different hours",
      `[${Array.from({ length: 4_000 }, (_, n) => `{"title":"Night of Tar","date":"2026-12-05","time":"${10 + (n % 10)}:${10 + (n % 50)}","venue":"Hall ${n}"}`).join(",")}]`,
    ],
  ])("of %s is answered within seconds", { timeout: WAIT }, (_, text) => {
    const start = process.threadCpuUsage();
    parseAnswer(text, inTehran);
    const { user, system } = process.threadCpuUsage(start);
    expect((user + system) / 1_000).toBeLessThan(SECONDS);
  });

  it("of one byte more than the limit is too large", () => {
    const refusal = { ok: false, reason: "too-large", of: "bytes" };
    expect(parseAnswer(" ".repeat(ANSWER_MAX + 1), inTehran)).toEqual(refusal);
    expect(parseAnswer("ی".repeat(ANSWER_MAX / 2 + 1), inTehran)).toEqual(refusal);
  });

  it.each([
    [
      "objects",
      (length: number) =>
        JSON.stringify(Array.from({ length }, () => ({ title: "a", venue: "b" }))),
    ],
    ["rows of a table", (length: number) => `[["title","date"]${",[]".repeat(length)}]`],
    ["lines", (length: number) => '{"title":"a","venue":"b"}\n'.repeat(length)],
  ])(
    "of more than 10,000 entries as %s is too many; 10,000 are read",
    { timeout: WAIT },
    (_, make) => {
      expect(parseAnswer(make(10_001), inTehran)).toEqual({
        ok: false,
        reason: "too-large",
        of: "entries",
      });
      const parsed = parseAnswer(make(10_000), inTehran);
      expect(parsed.ok && parsed.events.length).toBe(10_000);
    },
  );

  it("of 3,000 events keeps each in its place", () => {
    const answer = Array.from({ length: 3_000 }, (_, n) => ({
      title: `Night ${n} of Santur`,
      date: "2026-12-05",
      time: "8 PM",
      price: "۲۵۰ هزار تومان",
      category: "کنسرت",
    }));
    const parsed = parseAnswer(JSON.stringify(answer), inTehran);
    expect(parsed.ok && parsed.events.length).toBe(3_000);
    expect(
      parsed.ok && parsed.events.every(({ index, title }) => title === `Night ${index} of Santur`),
    ).toBe(true);
  });
});

describe("any JSON", () => {
  it("of events with awkward texts is read as by JSON.parse", () => {
    const texts = [
      'say "hi", then go',
      'a": "b',
      "tab\tand \\ slash /",
      "it's {braces} [brackets], and: colons",
      "“smart”, ‘quotes’",
      "line\nbreak",
      "# no comment // at all",
      "ends with \\",
      "…",
      "«نقل» و ،",
    ];
    const answer = texts.flatMap((venue) =>
      texts.map((organizer) => ({
        title: "Night of Tar",
        date: "2026-12-05",
        address: venue,
        organizer: organizer,
      })),
    );
    for (const space of [0, 2]) {
      const parsed = parseAnswer(JSON.stringify({ events: answer }, null, space), {
        ...inTehran,
        city: TORONTO,
      });
      expect(parsed.ok && parsed.events.map(({ origin }) => origin.address?.text)).toEqual(
        answer.map(({ address }) => address),
      );
      expect(parsed.ok && parsed.events.map(({ origin }) => origin.organizer?.text)).toEqual(
        answer.map(({ organizer }) => (organizer === "…" ? "…" : organizer)),
      );
    }
  });

  it("cut anywhere is invalid or without events, never a part of them", () => {
    const whole = `[{"title": "Night, of \\"Tar\\"", "date": "2026-12-05", "price": {"min": 5}}, {"title": "Day [of] {Tar}", "date": "2026-12-06", "tags": ["a", "b"]}]`;
    for (let length = 1; length < whole.length; length += 1)
      expect(parseAnswer(whole.slice(0, length), inTehran).ok).toBe(false);
    for (let length = 1; length < whole.length; length += 1)
      expect(
        parseAnswer(`Here:\n\`\`\`json\n${whole.slice(0, length)}\n\`\`\`\nEnjoy!`, inTehran).ok,
      ).toBe(false);
  });
});
