import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { eventDrafts, events } from "../../db/schema";
import { createCity } from "../factories/city";
import { type Browser, signInAs } from "../helpers/signed-in";
import { workerDeps } from "../helpers/worker-deps";

const deps = workerDeps();
const FILE = [
  "BEGIN:VCALENDAR",
  "VERSION:2.0",
  "BEGIN:VEVENT",
  "UID:1@test",
  "SUMMARY:شب کمانچه",
  "LOCATION:Roudaki Hall\\, Tehran",
  "DTSTART:20270112T163000Z",
  "RRULE:FREQ=DAILY",
  "END:VEVENT",
  "END:VCALENDAR",
  "",
].join("\r\n");

let person: Browser;

beforeAll(async () => {
  await createCity(deps.db, { slug: "tehran", nameEn: "Tehran", nameFa: "تهران" });
  person = await signInAs(deps);
});

const send = (fields: Record<string, string | File | string[]>, language = "fa") => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields))
    for (const one of [value].flat()) form.append(name, one);
  return person.post(`/events/import?lang=${language}`, form);
};
const file = (text: string) => new File([text], "event.ics", { type: "text/calendar" });

describe("given an event announced elsewhere", () => {
  it("when its calendar file is sent, then the form of a draft is filled in and says what to check", async () => {
    const answer = await send({ file: file(FILE) });
    expect(answer.status).toBe(303);
    const [draft] = await deps.db.select().from(eventDrafts);
    expect(answer.headers.get("Location")).toBe(
      `/events/${draft?.id}/edit?imported=dates.noEnd.translate&lang=fa`,
    );
    const page = await (await person.get(answer.headers.get("Location") ?? "")).text();
    for (const text of [
      "شب کمانچه",
      "Roudaki Hall",
      "چند نوبت دارد",
      "پایانش نوشته نشده بود",
      "انگلیسی‌اش را هم بنویسید",
    ])
      expect(page).toContain(text);
  });

  it.each([
    ["nothing", {}, "نشانی‌ای بنویسید"],
    [
      "an address of our own network",
      { url: "http://169.254.169.254/latest" },
      "روی وب عمومی نیست",
    ],
    ["no address", { url: "tomorrow" }, "http://"],
    ["a picture for a file", { file: file("\x89PNG") }, "این فایل تقویم نیست یا رویدادی ندارد"],
    ["two megabytes", { file: file("A".repeat(2_000_000)) }, "از ۱ مگابایت بزرگ‌تر است"],
  ])(
    "when %s is sent, then the form says so and keeps the address",
    async (_, fields: Record<string, string | File>, text) => {
      const answer = await send(fields);
      expect(answer.status).toBe(400);
      const page = await answer.text();
      expect(page).toContain(text);
      if (typeof fields.url === "string") expect(page).toContain(`value="${fields.url}"`);
    },
  );

  it("when a request forges the result, then the form ignores it", async () => {
    const [draft] = await deps.db.select().from(eventDrafts);
    const page = await (
      await person.get(`/events/${draft?.id}/edit?imported=%3Cscript%3E.evil`)
    ).text();
    expect(page).toContain("Here’s what we found");
    expect(page).not.toContain("evil<");
  });
});

describe("given a calendar of several events", () => {
  const event = (uid: string, title: string, ...lines: string[]) => [
    "BEGIN:VEVENT",
    `UID:${uid}`,
    `SUMMARY:${title}`,
    "LOCATION:Roudaki Hall\\, Tehran",
    ...lines,
    "END:VEVENT",
  ];
  const TO_COME = ["DTSTART:20270112T163000Z", "DTEND:20270112T180000Z"];
  const SEVERAL = [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    ...event("1", "Evening of Santur", ...TO_COME),
    ...event("2", "The Seagull", ...TO_COME, "RRULE:FREQ=DAILY;COUNT=4"),
    ...event("3", "Board Meeting", ...TO_COME, "CLASS:PRIVATE"),
    ...event("4", "Long Ago", "DTSTART:20200112T163000Z", "DTEND:20200112T180000Z"),
    "END:VCALENDAR",
    "",
  ].join("\r\n");

  const valuesOf = (page: string, name: string): string[] =>
    [...page.matchAll(new RegExp(`<input[^>]*name="${name}"[^>]*>`, "g"))].flatMap(
      ([input]) => /value="([^"]*)"/.exec(input)?.[1] ?? [],
    );

  /** Sends a file of several events. @returns the page of its receipt */
  const receiptOf = async (text: string, language: string) => {
    const answer = await send({ file: file(text) }, language);
    expect(answer.status).toBe(303);
    return (await person.get(answer.headers.get("Location") ?? "")).text();
  };

  it.each([
    ["en", ["4 entries: 1 over, 2 read, 1 left out.", "It’s marked as private.", "4 dates"]],
    ["fa", ["۴ مورد: ۱ گذشته، ۲ خوانده‌شده، ۱ کنار گذاشته‌شده.", "۴ نوبت"]],
  ])("when it is sent in %s, then the answer is a receipt", async (language, texts) => {
    const page = await receiptOf(SEVERAL, language);
    for (const text of [...texts, "Evening of Santur", "<mark>CLASS:PRIVATE"])
      expect(page).toContain(text);
    expect(page).not.toContain("Long Ago");
    expect(valuesOf(page, "take")).toHaveLength(3);
  });

  it("when its list is sent twice without JavaScript, then there is one set of drafts, and nothing is published", async () => {
    const before = (await deps.db.select().from(eventDrafts)).length;
    const page = await receiptOf(SEVERAL, "en");
    const [receipt = "", take] = [valuesOf(page, "receipt")[0], valuesOf(page, "take")];
    const fields = { intent: "make", receipt, take };
    for (const attempt of [1, 2]) {
      const made = await send(fields, "en");
      expect([attempt, made.status]).toEqual([attempt, 200]);
      const list = await made.text();
      expect(list).toContain("3 drafts made. Nothing is published.");
      expect(list).toContain(`/events/${take[0]}/edit?imported=`);
    }
    const drafts = await deps.db.select().from(eventDrafts);
    expect(drafts).toHaveLength(before + 3);
    expect(await deps.db.select().from(events)).toEqual([]);
  });

  it("when a doubt is answered without JavaScript, then its draft does not say it again", async () => {
    const doubtful = event("5", "Evening of Setar", "DTSTART;TZID=Nowhere/Zone:20270110T190000");
    const page = await receiptOf(
      SEVERAL.replace("END:VCALENDAR", `${doubtful.join("\r\n")}\r\nEND:VCALENDAR`),
      "en",
    );
    const [receipt = "", take, right] = [
      valuesOf(page, "receipt")[0],
      valuesOf(page, "take"),
      valuesOf(page, "right"),
    ];
    const [answered = ""] = right;
    const [id = "", code = ""] = answered.split(".");
    expect(take).toContain(id);
    const notesAt = async (fields: Record<string, string[]>) => {
      const list = await (await send({ intent: "make", receipt, take, ...fields }, "en")).text();
      return new RegExp(`/events/${id}/edit\\?imported=([\\w.-]*)`).exec(list)?.[1]?.split(".");
    };
    expect(await notesAt({})).toContain(code);
    expect(await notesAt({ right: [answered] })).not.toContain(code);
  });

  it("when a doubt has two readings, then a tap picks one without JavaScript", async () => {
    const text =
      "Programme of Roudaki Hall, Tehran\n1. A Night of Kamancheh – 10 April 2027, at 8\n2. The Seagull, play – 12 April 2027, 7 pm";
    const sent = await person.post("/events/create/quick?lang=en", { intent: "read", text });
    const page = await (await person.get(sent.headers.get("Location") ?? "")).text();
    const [name = ""] = [...new Set(/name="(reading\.[^"]*am-or-pm)"/.exec(page)?.slice(1))];
    const id = name.split(".")[1] ?? "";
    const [receipt = ""] = valuesOf(page, "receipt");
    const startOf = async (value: string) => {
      await send({ intent: "make", receipt, take: id, [name]: value }, "en");
      const [draft] = await deps.db.select().from(eventDrafts).where(eq(eventDrafts.id, id));
      await deps.db.delete(eventDrafts).where(eq(eventDrafts.id, id));
      return (draft?.values as { startsAt: string } | undefined)?.startsAt.slice(0, 16);
    };
    expect([await startOf("0"), await startOf("1")]).toEqual([
      "2027-04-10T20:00",
      "2027-04-10T08:00",
    ]);
  });

  it("when nothing is ticked, then the list comes back and says so", async () => {
    const receipt = valuesOf(await receiptOf(SEVERAL, "en"), "receipt")[0] ?? "";
    const answer = await person.post(`/events/import?receipt=${receipt}&lang=en`, {
      intent: "make",
      receipt,
    });
    expect(answer.status).toBe(400);
    const again = await answer.text();
    expect(again).toContain("Tick at least one.");
    expect(again).toContain("Evening of Santur");
    expect(again).not.toMatch(/<input[^>]*name="take"[^>]*checked/);
  });

  it("when its list is another's or gone, then the page says so", async () => {
    const receipt = valuesOf(await receiptOf(SEVERAL, "en"), "receipt")[0] ?? "";
    const other = await signInAs(deps);
    const page = await (await other.get(`/events/import?receipt=${receipt}&lang=en`)).text();
    expect(page).toContain("That list is no longer here");
    expect(page).not.toContain("Evening of Santur");
  });

  it("when the form was tampered with, then it is refused", async () => {
    const answer = await send({ intent: "make", receipt: "y", take: "z" }, "en");
    expect(answer.status).toBe(400);
  });
});
