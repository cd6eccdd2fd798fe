import { eq } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { formatDate } from "../../app/lib/dates/dates.server";
import { addDays, monthOf } from "../../app/lib/dates/days";
import { typedJalali } from "../../app/lib/dates/jalali";
import { localDigits } from "../../app/lib/text/digits";
import { processRun } from "../../app/modules/intake/ingestion/process-run.server";
import {
  cities,
  events,
  ingestionCandidates,
  ingestionRuns,
  ingestionWizards,
} from "../../db/schema";
import { answered } from "../factories/answer";
import { createEvent } from "../factories/event";
import { addTehran, emptyIngestion } from "../helpers/ingestion";
import { type Browser, signInAs } from "../helpers/signed-in";
import { createTestDeps } from "../helpers/test-deps";

const deps = createTestDeps(Date.now());
const { db } = deps;
const NEW = "/admin/ai-ingestion/new";
const today = new Date(deps.clock.now()).toISOString().slice(0, 10);
const MONTH = addDays(monthOf(today, "gregorian").last, 1).slice(0, 7);
const OTHER_MONTH = addDays(monthOf(`${MONTH}-01`, "gregorian").last, 1).slice(0, 7);
const dayIn = (day: number) => `${MONTH}-${String(day).padStart(2, "0")}`;
/** Text of a day in a calendar. */
const dayText = (day: string, locale: "en" | "fa", calendar: "gregorian" | "jalali") =>
  formatDate(Date.parse(`${day}T12:00:00Z`), "UTC", { locale, calendar }, { weekday: false });
const entry = (number: number, changes: Record<string, unknown> = {}) =>
  answered(number, { date: dayIn(10 + number), ...changes });
const CHOICE = { city: "tehran", month: MONTH, provider: "claude" };
const ANSWER = `Here they are:\n\`\`\`json\n${JSON.stringify({ events: [entry(1), entry(2), entry(3)] })}\n\`\`\``;
const textOf = async (response: Response) =>
  (await response.text())
    .replace(/<script\b[\s\S]*?<\/script>/g, "")
    .replaceAll("&quot;", '"')
    .replaceAll("&#x27;", "'");
const toastOf = (response: Response) =>
  decodeURIComponent(response.headers.get("Set-Cookie") ?? "");
const locationOf = (response: Response) => response.headers.get("Location") ?? "";
let admin: Browser;

beforeAll(async () => {
  await emptyIngestion(deps);
  await addTehran(deps);
  admin = await signInAs(deps, "admin");
});

beforeEach(async () => {
  await db.delete(ingestionWizards);
  await db.delete(ingestionRuns);
});

/** A wizard at a step. @returns the step's URL without its language */
async function wizardAt(step: 1 | 2 | 3 | 4, answer = ANSWER): Promise<string> {
  const generated = await admin.post(`${NEW}?step=1`, { ...CHOICE, intent: "generate" });
  const first = locationOf(generated);
  expect(first).toMatch(/wizard=.*&step=1/);
  const at = (wanted: number) => first.replace("step=1", `step=${wanted}`);
  if (step > 2) await admin.post(at(2), { rawResponse: answer, intent: "parse" });
  return at(step);
}

/** Expects the messages of product.md §5 and §8 in the language of the request. */
async function expectRefusal(
  path: string,
  fields: Record<string, string>,
  sentences: Record<"en" | "fa", string>,
  status = 400,
) {
  for (const lang of ["en", "fa"] as const) {
    const response = await admin.post(
      `${path}${path.includes("?") ? "&" : "?"}lang=${lang}`,
      fields,
    );
    const text = await textOf(response);
    expect([response.status, lang, text.includes(sentences[lang]) || text.slice(0, 3_000)]).toEqual(
      [status, lang, true],
    );
    expect(text.match(/\bingestion:[a-z][\w.-]+/g)).toBeNull();
  }
}

describe("the first step", () => {
  it("asks for a city, a month and a provider, each with its own texts", async () => {
    await expectRefusal(
      NEW,
      { ...CHOICE, city: "", intent: "generate" },
      { en: "Please select a city.", fa: "لطفاً شهری را انتخاب کنید." },
    );
    await expectRefusal(
      NEW,
      { ...CHOICE, month: "", intent: "generate" },
      { en: "Please select a month.", fa: "لطفاً ماهی را انتخاب کنید." },
    );
    await expectRefusal(
      NEW,
      { ...CHOICE, provider: "nobody", intent: "generate" },
      { en: "Please select an AI provider.", fa: "لطفاً یک دستیار هوش مصنوعی را انتخاب کنید." },
    );
  });

  it("continues only with the prompt of the current choice", async () => {
    const sentences = {
      en: "Please generate the prompt first.",
      fa: "لطفاً اول درخواست را بسازید.",
    };
    await expectRefusal(NEW, { ...CHOICE, intent: "next" }, sentences);
    const path = await wizardAt(1);
    expect(await textOf(await admin.get(path))).toContain(
      "Find public events in Tehran (تهران), Iran",
    );
    await expectRefusal(path, { ...CHOICE, month: OTHER_MONTH, intent: "next" }, sentences);
    expect(locationOf(await admin.post(path, { ...CHOICE, intent: "next" }))).toContain("step=2");
  });

  it("offers an unfinished wizard, to continue or discard", async () => {
    const path = await wizardAt(3);
    const id = /wizard=([0-9a-f-]{36})/.exec(path)?.[1] ?? "";
    const list = await textOf(await admin.get(`${NEW}?lang=en`));
    expect([list.includes("Unfinished"), list.includes(`wizard=${id}&amp;step=3`)]).toEqual([
      true,
      true,
    ]);
    expect(await textOf(await admin.get(`/admin/events/bulk-create?lang=en`))).toContain(
      `/admin/events/bulk-create?wizard=${id}`,
    );
    await admin.post(NEW, { intent: "discard", wizard: id });
    expect(await db.select().from(ingestionWizards)).toEqual([]);
  });
});

describe("the second step", () => {
  it("refuses other text, and keeps the input", async () => {
    const path = await wizardAt(2);
    await expectRefusal(
      path,
      { rawResponse: " ", intent: "parse" },
      { en: "Please paste the AI response.", fa: "لطفاً پاسخ هوش مصنوعی را بچسبانید." },
    );
    const invalid = {
      en: "Invalid JSON format. Please check the response.",
      fa: "قالب JSON نادرست است. لطفاً پاسخ را بررسی کنید.",
    };
    await expectRefusal(
      path,
      { rawResponse: '{"events": [{"title": "Cut', intent: "parse" },
      invalid,
    );
    await expectRefusal(
      path,
      { rawResponse: "I cannot browse the web.", intent: "parse" },
      invalid,
    );
    await expectRefusal(
      path,
      { rawResponse: '{"events": []}', intent: "parse" },
      { en: "No events found in the response.", fa: "در پاسخ هیچ رویدادی پیدا نشد." },
    );
    expect(await textOf(await admin.get(path))).toContain('{"events": []}');
    const many = JSON.stringify(Array.from({ length: 501 }, (_, number) => answered(number)));
    await expectRefusal(
      path,
      { rawResponse: many, intent: "parse" },
      {
        en: "Parse failed: A run takes at most 500 events; this has 501.",
        fa: "خواندن ناموفق بود:",
      },
    );
    await expectRefusal(
      path,
      { rawResponse: "x".repeat(2_200_000), intent: "parse" },
      {
        en: "Parse failed: The response is larger than 2 MB.",
        fa: "خواندن ناموفق بود: پاسخ از ۲ مگابایت بزرگ‌تر است.",
      },
      413,
    );
    await expectRefusal(
      path,
      {
        rawResponse: JSON.stringify(
          Array.from({ length: 10_001 }, () => ({ title: "a", venue: "b" })),
        ),
        intent: "parse",
      },
      {
        en: "Parse failed: The response holds more than 10,000 entries.",
        fa: "خواندن ناموفق بود: پاسخ بیش از ۱۰٬۰۰۰ مورد دارد.",
      },
      413,
    );
  });

  it("uses the field's text, not an earlier answer", async () => {
    const path = (await wizardAt(3)).replace("step=3", "step=2");
    const second = await textOf(await admin.get(`${path}&lang=en`));
    expect(second).toMatch(/<button[^>]*value="next"/);
    const other = JSON.stringify({ events: [entry(1, { title: "Another Answer Altogether" })] });
    expect(locationOf(await admin.post(path, { rawResponse: other, intent: "next" }))).toContain(
      "step=3",
    );
    const preview = await textOf(await admin.get(path.replace("step=2", "step=3")));
    expect([
      preview.includes("Another Answer Altogether"),
      preview.includes(entry(2).title),
    ]).toEqual([true, false]);
    const refused = await admin.post(path, { rawResponse: "No JSON at all", intent: "next" });
    expect(refused.status).toBe(400);
  });

  it("accepts a file instead of text", async () => {
    const path = await wizardAt(2);
    const form = new FormData();
    form.set("rawResponse", "");
    form.set("file", new File([ANSWER], "answer.json", { type: "application/json" }));
    form.set("intent", "parse");
    expect(locationOf(await admin.post(path, form))).toContain("step=3");
  });

  it("has no model button if none is configured", async () => {
    const path = await wizardAt(2);
    expect(await textOf(await admin.get(`${path}&lang=en`))).not.toContain("Ask the model");
    expect((await admin.post(path, { intent: "ask", rawResponse: "" })).status).toBe(404);
  });
});

describe("the third step", () => {
  const previewOf = async (path: string) => textOf(await admin.get(`${path}&lang=en`));

  it("shows the parsed events, in both calendars, and doubts", async () => {
    const odd = {
      ...entry(4),
      date: `${MONTH.slice(0, 4)}-02-30`,
      url: "javascript:alert(1)",
      title: "<script>alert(1)</script>Odd",
    };
    const path = await wizardAt(3, JSON.stringify([entry(1, { price: "Free" }), odd]));
    const text = await previewOf(path);
    for (const words of [
      "2 events found.",
      dayText(dayIn(11), "en", "gregorian"),
      dayText(dayIn(11), "en", "jalali"),
      "Concert",
      "Free",
      "This date doesn’t exist.",
    ])
      expect([words, text.includes(words)]).toEqual([words, true]);
    expect(text).not.toContain('href="javascript:');
    const fa = await textOf(await admin.get(`${path}&lang=fa`));
    for (const words of [
      "۲ رویداد پیدا شد.",
      dayText(dayIn(11), "fa", "jalali"),
      "چنین روزی در تقویم نیست.",
    ])
      expect([words, fa.includes(words)]).toEqual([words, true]);
  });

  it("predicts the run: an existing event has none of the doubts", async () => {
    const path = await wizardAt(3);
    const before = await previewOf(path);
    const { title, venue, date, time } = entry(2) as Record<string, string>;
    const { id } = await createEvent(db, {
      cityId:
        (await db.select({ id: cities.id }).from(cities).where(eq(cities.slug, "tehran")).get())
          ?.id ?? "",
      titleEn: title,
      venueEn: venue,
      startsAt: Date.parse(`${date}T${time}:00+03:30`),
    });
    const after = await previewOf(path);
    const sure = (html: string) => Number(/(\d+) looks? right/.exec(html)?.[1]);
    expect(sure(after)).toBe(sure(before) - 1);
    await db.delete(events).where(eq(events.id, id));
  });

  it("takes corrections, which the server checks, and leaves out unticked entries", async () => {
    const path = await wizardAt(3);
    const page = await previewOf(path);
    const fields: Record<string, string | string[]> = {
      intent: "next",
      entry: ["0", "1", "2"],
      "0.take": "1",
      "1.take": "1",
    };
    for (const [, name = "", value = ""] of page.matchAll(
      /<input[^>]*name="(answer|\d\.\w+)"[^>]*value="([^"]*)"/g,
    ))
      if (!/take|free/.test(name)) fields[name] = value;
    for (const [, name = "", value = ""] of page.matchAll(
      /<textarea[^>]*name="(\d\.\w+)"[^>]*>([^<]*)/g,
    ))
      fields[name] = value;
    for (const number of [0, 1, 2])
      Object.assign(fields, { [`${number}.category`]: "Concert", [`${number}.currency`]: "IRR" });
    const wrong = await admin.post(`${path}&lang=en`, {
      ...fields,
      "0.date": "2026-02-30",
      "0.time": "25:00",
    });
    expect(wrong.status).toBe(400);
    const text = await textOf(wrong);
    expect([
      text.includes("We couldn’t correct 1 event"),
      text.includes('value="2026-02-30"'),
    ]).toEqual([true, true]);
    const done = await admin.post(path, {
      ...fields,
      "0.date": localDigits(typedJalali(dayIn(16)), "fa"),
      "0.title": "A Better Title",
      "0.price": "۲۰۰٬۰۰۰",
    });
    expect(locationOf(done)).toContain("step=4");
    const kept = await previewOf(path);
    for (const words of [
      "A Better Title",
      dayText(dayIn(16), "en", "gregorian"),
      "200,000 toman",
      "Corrected",
    ])
      expect([words, kept.includes(words)]).toEqual([words, true]);
    const summary = await previewOf(path.replace("step=3", "step=4"));
    expect(summary).toMatch(/<dd>2(?:<!-- -->)? (?:<!-- -->)?<p/);
  });

  it("reports that another window has pasted another answer meanwhile", async () => {
    const path = await wizardAt(3);
    const response = await admin.post(`${path}&lang=en`, {
      intent: "next",
      answer: "7",
      entry: "0",
    });
    expect([
      response.status,
      (await textOf(response)).includes("changed in another window"),
    ]).toEqual([409, true]);
  });
});

describe("the last step", () => {
  it("starts one run despite several clicks, opens it, and links to the active runs", async () => {
    const path = await wizardAt(4);
    const summary = await textOf(await admin.get(`${path}&lang=en`));
    for (const words of ["Tehran", MONTH.slice(0, 4), "Claude", "All"])
      expect([words, summary.includes(words)]).toEqual([words, true]);
    const presses = await Promise.all([1, 2, 3].map(() => admin.post(path, { intent: "start" })));
    presses.push(await admin.post(path, { intent: "start" }));
    for (const press of presses) {
      expect([press.status, locationOf(press)]).toEqual([
        303,
        expect.stringMatching(/^\/admin\/ai-ingestion\/(runs\/)?[0-9a-f-]{36}$/),
      ]);
      expect(toastOf(press)).toContain("ingestion:wizard.started");
    }
    const runs = await db.select().from(ingestionRuns);
    expect(
      runs.map(({ eventsCount, month, provider }) => ({ eventsCount, month, provider })),
    ).toEqual([{ eventsCount: 3, month: MONTH, provider: "claude" }]);
    // The wizard now redirects to the run.
    expect(locationOf(await admin.get(path))).toContain(`/admin/ai-ingestion/runs/${runs[0]?.id}`);
    await processRun(deps, runs[0]?.id ?? "");
    expect((await db.select().from(ingestionCandidates)).length).toBe(3);
  });
});

describe("a run that cannot start", () => {
  it("reports the reason, and is not created", async () => {
    const path = await wizardAt(4);
    const preview = path.replace("step=4", "step=3");
    const answer =
      /name="answer" value="(\d+)"/.exec(await textOf(await admin.get(preview)))?.[1] ?? "";
    // Nothing is ticked, and going back keeps that.
    await admin.post(preview, { answer, intent: "back", entry: ["0", "1", "2"] });
    await expectRefusal(
      path,
      { intent: "start" },
      {
        en: "Start failed: Include at least one event.",
        fa: "شروع ناموفق بود: دست‌کم یک رویداد را انتخاب کنید.",
      },
    );
    expect(await db.select().from(ingestionRuns)).toEqual([]);
  });
});

describe("a wizard", () => {
  it("is hidden from other users, and requires its steps in order", async () => {
    const path = await wizardAt(2);
    const other = await signInAs(deps, "admin");
    expect((await other.get(path)).status).toBe(404);
    expect(locationOf(await admin.get(path.replace("step=2", "step=4")))).toContain("step=2");
    expect(locationOf(await admin.get(`${NEW}?step=3`))).toContain("step=1");
  });

  it("redirects moderators and members", async () => {
    for (const role of ["user", "moderator"] as const) {
      const somebody = await signInAs(deps, role);
      for (const page of [NEW, "/admin/events/bulk-create", "/admin/ai-ingestion"])
        expect([page, locationOf(await somebody.get(page))]).toEqual([page, "/"]);
    }
  });
});
