import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { DAY } from "../../app/lib/dates/durations";
import type { Actor } from "../../app/lib/permissions";
import { DRAFTS_MAX } from "../../app/modules/authoring/draft-commands.server";
import {
  cityOfLines,
  readAnnouncement,
  readLines,
} from "../../app/modules/intake/drafting/read-announcement.server";
import { createDrafts, DRAFTS_AT_ONCE } from "../../app/modules/intake/import/create-drafts.server";
import {
  importMaterial,
  importMaterialsPurge,
  keepMaterial,
  keptMaterial,
} from "../../app/modules/intake/import/import-material.server";
import {
  type ImportReceipt,
  type ReceiptEntry,
  readReceipt,
} from "../../app/modules/intake/import/read-receipt.server";
import { eventDrafts } from "../../db/schema";
import { createCity } from "../factories/city";
import { addActor, emptyEvents } from "../helpers/organizers";
import { issuesOf } from "../helpers/people";
import { purgeAll } from "../helpers/purge";
import { createTestDeps, type TestDeps } from "../helpers/test-deps";

let deps: TestDeps;
let author: Actor;
const ONCE = "0190a000-0000-7000-8000-000000000001";

beforeEach(async () => {
  deps = createTestDeps();
  await emptyEvents(deps);
  await createCity(deps.db, { slug: "tehran", nameEn: "Tehran", nameFa: "تهران" });
  author = await addActor(deps);
});

/** Days from the tests' clock, as a calendar writes them. */
const day = (offset: number): string =>
  new Date(deps.clock.now() + offset * 86_400_000).toISOString().slice(0, 10).replaceAll("-", "");

const entry = (uid: string, title: string | null, offset: number, ...lines: string[]): string[] => [
  "BEGIN:VEVENT",
  `UID:${uid}`,
  ...(title === null ? [] : [`SUMMARY:${title}`]),
  `DTSTART:${day(offset)}T160000Z`,
  `DTEND:${day(offset)}T180000Z`,
  "LOCATION:Roudaki Hall\\, Tehran",
  ...lines,
  "END:VEVENT",
];
const calendar = (...entries: string[][]): string =>
  ["BEGIN:VCALENDAR", "VERSION:2.0", ...entries.flat(), "END:VCALENDAR", ""].join("\r\n");

async function receiptOf(text: string): Promise<ImportReceipt> {
  const material = await importMaterial(deps, author, { file: text, name: "all.ics" });
  const kept = await keepMaterial(deps, author, material);
  return readReceipt(deps, author, await keptMaterial(deps, author, kept), ONCE);
}

const many = (count: number, offset: number, name = "Evening") =>
  Array.from({ length: count }, (_, index) => entry(`${name}${index}`, `${name} ${index}`, offset));
const reasonsIn = ({ entries }: ImportReceipt) =>
  Object.fromEntries(entries.map(({ title, reason }) => [title, reason]));
const taken = (entries: readonly ReceiptEntry[]) =>
  entries.flatMap(({ id, draft }) => (draft ? [{ id, ...draft }] : []));
const drafts = () => deps.db.select().from(eventDrafts).where(eq(eventDrafts.creatorId, author.id));

describe("a receipt", () => {
  it("is a sum: what is over uses up no limit", async () => {
    const receipt = await receiptOf(calendar(...many(600, -400, "Old"), ...many(5, 20)));
    expect(receipt).toMatchObject({ total: 605, over: 600, read: 5, leftOut: 0, unread: 0 });
    expect(receipt.entries).toHaveLength(5);
  });

  it("says what a limit cuts off", async () => {
    const receipt = await receiptOf(calendar(...many(1_200, 20)));
    expect(receipt).toMatchObject({ total: 1_200, over: 0, read: 500, leftOut: 0, unread: 700 });
  });

  it("lists what was left out with its reason and the original text", async () => {
    const receipt = await receiptOf(
      calendar(
        entry("a", "A Night of Kamancheh", 20),
        entry("b", "Board Meeting", 20, "CLASS:PRIVATE"),
        entry("c", "The Seagull", 20, "STATUS:CANCELLED"),
        entry("d", null, 20),
      ),
    );
    expect(reasonsIn(receipt)).toEqual({
      "A Night of Kamancheh": null,
      "Board Meeting": "private",
      "The Seagull": "cancelled",
      null: "missing-title",
    });
    expect(receipt).toMatchObject({ total: 4, read: 1, leftOut: 3 });
    const board = receipt.entries.find(({ title }) => title === "Board Meeting");
    expect(board?.original).toContain("CLASS:PRIVATE");
    expect(board?.draft?.input.venue.en).toBe("Roudaki Hall");
  });

  it("has a series as one event, made of several entries", async () => {
    const shows = [20, 21, 22].map((offset) => entry(`s${offset}`, "The Seagull", offset));
    const receipt = await receiptOf(calendar(...shows, entry("x", "Another", 25)));
    expect(receipt).toMatchObject({ total: 4, read: 4 });
    expect(receipt.entries.map(({ title, entries }) => [title, entries])).toEqual([
      ["The Seagull", 3],
      ["Another", 1],
    ]);
  });

  it("counts a series that has ended as over", async () => {
    const receipt = await receiptOf(
      calendar(entry("s", "Weekly", -200, "RRULE:FREQ=WEEKLY;COUNT=3"), ...many(2, 20)),
    );
    expect(receipt).toMatchObject({ total: 3, over: 1, read: 2 });
  });

  it("carries what is doubtful to the draft", async () => {
    const receipt = await receiptOf(
      calendar(entry("a", "Somewhere Else", 20, "RRULE:FREQ=HOURLY"), entry("b", "Plain", 21)),
    );
    expect(receipt.entries[0]?.draft?.notes).toContain("repeatsWithinDay");
  });
});

describe("a receipt of a file of JSON-LD", () => {
  const eventAt = (name: string, offset: number) => ({
    "@type": "Event",
    name,
    startDate: `${day(offset).replace(/(....)(..)(..)/, "$1-$2-$3")}T19:00:00+03:30`,
    location: { name: "Roudaki Hall", address: { addressLocality: "Tehran" } },
  });

  it("lists its events, and counts what is over", async () => {
    const list = [eventAt("Setar Night", 3), eventAt("Ney Night", 4), eventAt("Old Night", -9)];
    const receipt = await receiptOf(JSON.stringify({ "@graph": list }));
    expect(receipt).toMatchObject({ total: 3, over: 1, read: 2, leftOut: 0, unread: 0 });
    expect(receipt.entries.map(({ title }) => title)).toEqual(["Setar Night", "Ney Night"]);
  });

  it("names letters that were lost before it came here", async () => {
    const broken = { ...eventAt("شب س\uFFFDتار", 3), description: "An evening \uFFFD of setar." };
    const { entries } = await receiptOf(JSON.stringify([broken, eventAt("Ney Night", 4)]));
    expect(entries.map(({ draft }) => draft?.notes.includes("broken-letters"))).toEqual([
      true,
      false,
    ]);
    expect(JSON.stringify(entries[0]?.draft?.input)).not.toContain("\uFFFD");
  });
});

describe("a receipt of a post", () => {
  const ofPost = (text: string) =>
    readReceipt(deps, author, { name: "", kind: "post", url: null, text, city: "tehran" }, ONCE);

  it("has each event of a tour in its own city", async () => {
    await createCity(deps.db, { slug: "shiraz", nameEn: "Shiraz", nameFa: "شیراز" });
    const receipt = await ofPost(
      "تور کنسرت «بهار در زمستان»\n\nشیراز | ۹ فروردین ۱۴۰۸ | ۲۱:۰۰ | تالار حافظ\nتهران | ۱۱ فروردین ۱۴۰۸ | ۲۱:۳۰ | تالار رودکی",
    );
    expect(receipt.entries.map(({ draft, reason }) => [draft?.input.city, reason])).toEqual([
      ["shiraz", null],
      ["tehran", null],
    ]);
  });

  it("says of a title that is too short for a draft that it is", async () => {
    const { entries } = await ofPost(
      "سینماتک این هفته\nیکشنبه ۱۱ فروردین ۱۴۰۸ | ۱۷:۰۰ | «پاریس، تگزاس»\nسه‌شنبه ۱۳ فروردین ۱۴۰۸ | ۱۷:۰۰ | «آینه»\nخانه هنرمندان، سالن ناصری",
    );
    expect(entries.find(({ title }) => title === "آینه")?.reason).not.toBe("missing-title");
  });

  it("reads what was put off to a stated day on that day", async () => {
    const city = await cityOfLines(deps, "tehran");
    const lines = await readAnnouncement(
      deps,
      author,
      "کنسرت گروه «سایه‌سار» که قرار بود ۱۳ فروردین ۱۴۰۸ در تالار رودکی برگزار شود، به ۲۰ فروردین ۱۴۰۸ همان ساعت (۲۱) موکول شد",
      city,
    );
    const { values } = await readLines(deps, lines);
    expect(values.startsAt?.slice(0, 16)).toBe("2029-04-08T21:00");
  });
});

describe("drafts of a receipt", () => {
  it("are made in one command, and a second submit makes no second set", async () => {
    const text = calendar(...many(DRAFTS_AT_ONCE, 20));
    await createDrafts(deps, author, taken((await receiptOf(text)).entries));
    await createDrafts(deps, author, taken((await receiptOf(text)).entries));
    const made = await drafts();
    expect(made).toHaveLength(DRAFTS_AT_ONCE);
    expect(made[0]).toMatchObject({ version: 1, needsLanguage: null, machineTranslated: [] });
    expect(made[0]?.values.city).toBe("tehran");
  });

  it("submitted twice at the same time are one set", async () => {
    const list = taken((await receiptOf(calendar(...many(20, 20)))).entries);
    await Promise.all([createDrafts(deps, author, list), createDrafts(deps, author, list)]);
    expect(await drafts()).toHaveLength(20);
  });

  it("of another account have other ids", async () => {
    const text = calendar(...many(2, 20));
    const other = await addActor(deps);
    const own = await receiptOf(text);
    author = other;
    const theirs = await receiptOf(text);
    expect(own.entries[0]?.id).not.toBe(theirs.entries[0]?.id);
  });

  it("are all or none beyond an account's drafts", async () => {
    for (const name of ["One", "Two"])
      await createDrafts(
        deps,
        author,
        taken((await receiptOf(calendar(...many(DRAFTS_AT_ONCE, 20, name)))).entries),
      );
    const more = taken((await receiptOf(calendar(...many(2, 20, "More")))).entries);
    await expect(createDrafts(deps, author, more)).rejects.toMatchObject({
      code: "conflict",
      issues: [{ message: "errors:issue.tooManyDrafts" }],
    });
    expect(await drafts()).toHaveLength(DRAFTS_MAX);
  });

  it.each([
    ["none", 0, "errors:issue.noneChosen"],
    ["more than at once", DRAFTS_AT_ONCE + 1, "errors:issue.tooManyChosen"],
  ])("are refused for %s", async (_, count, message) => {
    const { entries } = await receiptOf(calendar(...many(120, 20)));
    const list = taken(entries).slice(0, count);
    expect(await issuesOf(createDrafts(deps, author, list))).toEqual({ take: message });
  });
});

describe("a material that waits for its author's choice", () => {
  const material = (text: string) =>
    ({ name: "all.ics", kind: "calendar", url: null, text, city: null }) as const;
  const isKept = (id: string, actor = author) =>
    keptMaterial(deps, actor, id).then(
      () => true,
      () => false,
    );

  it("is its author's alone, and gone after a day", async () => {
    const id = await keepMaterial(deps, author, material("one"));
    expect(await keptMaterial(deps, author, id)).toEqual(material("one"));
    expect(await isKept(id, await addActor(deps))).toBe(false);
    expect(await isKept("no id")).toBe(false);
    deps.pass(DAY + 1);
    expect(await isKept(id)).toBe(false);
    expect(await purgeAll(deps, importMaterialsPurge)).toBe(1);
  });

  it("makes place for a later one: an account has five at a time", async () => {
    const kept: string[] = [];
    for (const text of ["1", "2", "3", "4", "5", "6"]) {
      kept.push(await keepMaterial(deps, author, material(text)));
      deps.pass(1);
    }
    expect(await Promise.all(kept.map((id) => isKept(id)))).toEqual([
      false,
      true,
      true,
      true,
      true,
      true,
    ]);
  });

  it("is refused with the limit named where it is too large", async () => {
    const noise = Array.from({ length: 1_000_000 }, (_, at) =>
      String.fromCharCode(0x4e00 + ((at * 7_919) % 20_000)),
    ).join("");
    expect(await issuesOf(keepMaterial(deps, author, material(`${noise}${noise}`)))).toEqual({
      file: "errors:issue.calendarTooLarge",
    });
    const file = "A".repeat(1_100_000);
    expect(await issuesOf(importMaterial(deps, author, { file }))).toEqual({
      file: "errors:issue.calendarTooLarge",
    });
  });
});

it.each([
  ["RSS", (entries: string) => `<rss version="2.0"><channel>${entries}</channel></rss>`, "item"],
  [
    "Atom",
    (entries: string) => `<feed xmlns="http://www.w3.org/2005/Atom">${entries}</feed>`,
    "entry",
  ],
])("a feed as a file is read: %s", async (_, feed, name) => {
  const iso = (offset: number) =>
    new Date(deps.clock.now() + offset * DAY).toISOString().slice(0, 10);
  const entry = (title: string, inside: string) =>
    `<${name}><title>${title}</title>${inside}</${name}>`;
  const stated = entry(
    "Setar evening",
    `<ev:startdate>${iso(20)}T19:00:00+03:30</ev:startdate><ev:location>Roudaki Hall, Tehran</ev:location>`,
  );
  const told = entry("Ney evening", `<content>${iso(25)}, 19:00, Roudaki Hall, Tehran</content>`);
  const receipt = await receiptOf(
    `<?xml version="1.0"?>${feed(
      stated +
        told +
        entry("Old evening", `<ev:startdate>${iso(-20)}T19:00:00+03:30</ev:startdate>`) +
        entry("Soon evening", `<ev:startdate>soon</ev:startdate>`) +
        entry("News of the house", "<content>We have new chairs.</content>"),
    )}`,
  );
  expect(receipt).toMatchObject({ total: 5, over: 1, read: 2, leftOut: 2 });
  expect(reasonsIn(receipt)).toMatchObject({
    "Setar evening": null,
    "Ney evening": null,
    "News of the house": "missing-date",
  });
  expect(reasonsIn(receipt)["Soon evening"]).not.toBeNull();
  expect(taken(receipt.entries).map(({ input }) => input.startsAt)).toContain(
    `${iso(20)}T19:00:00+03:30`,
  );
});

it("a post of several events is a receipt too, each in its city", async () => {
  const at = (days: number) => {
    const date = new Date(deps.clock.now() + days * DAY);
    return `${date.getUTCDate()} ${date.toLocaleString("en", { month: "long", timeZone: "UTC" })}`;
  };
  const text = [
    "Programme of Roudaki Hall",
    `1. A Night of Kamancheh – ${at(10)}, 8 pm`,
    `2. The Seagull, play – ${at(12)}, 7 pm`,
  ].join("\n");
  const receipt = await readReceipt(
    deps,
    author,
    { name: "", kind: "post", url: null, text, city: "tehran" },
    ONCE,
  );
  expect(receipt).toMatchObject({ total: 2, read: 2, leftOut: 0 });
  expect(receipt.entries.map(({ draft }) => draft?.input.city)).toEqual(["tehran", "tehran"]);
  expect(receipt.entries[0]?.original).toContain("Kamancheh");
});

it("an altered entry is counted, with the text that was cut", async () => {
  const receipt = await receiptOf(
    calendar(entry("a", "Evening ".repeat(60), 20), entry("b", "Plain", 21)),
  );
  expect(receipt).toMatchObject({ read: 2, altered: 1 });
  expect(receipt.entries[0]?.draft?.notes).toContain("too-long");
  expect(receipt.entries[0]?.original).toContain("Evening Evening");
});
