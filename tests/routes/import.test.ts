import { beforeAll, describe, expect, it } from "vitest";
import { eventDrafts } from "../../db/schema";
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

const send = (fields: Record<string, string | File>) => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  return person.post("/events/import?lang=fa", form);
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
    ["two megabytes", { file: file("A".repeat(2_000_000)) }, "بیش از اندازه بزرگ"],
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
