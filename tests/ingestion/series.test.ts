import { asc, eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import type { Actor } from "../../app/lib/permissions";
import { approveCandidate } from "../../app/modules/intake/ingestion/approve-candidates.server";
import type { CandidateValues } from "../../app/modules/intake/ingestion/candidate-values";
import { editCandidate } from "../../app/modules/intake/ingestion/edit-candidate.server";
import { joinCandidates } from "../../app/modules/intake/ingestion/join-candidates.server";
import { processRun } from "../../app/modules/intake/ingestion/process-run.server";
import { startRun } from "../../app/modules/intake/ingestion/start-run.server";
import {
  answerOf,
  assessEntries,
  createWizard,
  entriesOf,
  readWizard,
  saveAnswer,
} from "../../app/modules/intake/ingestion/wizard.server";
import { wizardAction } from "../../app/routes/admin/ingestion/wizard/wizard-action.server";
import { previewPage } from "../../app/routes/admin/ingestion/wizard-preview.server";
import { eventOccurrences, events, ingestionCandidates } from "../../db/schema";
import { answered, startOf } from "../factories/answer";
import { addTehran, emptyIngestion } from "../helpers/ingestion";
import { addActor } from "../helpers/organizers";
import { requestContext } from "../helpers/request-context";
import { createTestDeps, type TestDeps } from "../helpers/test-deps";

let deps: TestDeps;
let admin: Actor;
let city: Awaited<ReturnType<typeof addTehran>>;

beforeEach(async () => {
  deps = createTestDeps();
  await emptyIngestion(deps);
  admin = await addActor(deps, "admin");
  city = await addTehran(deps);
});

const CLASS = answered(1, {
  date: "2026-12-10",
  time: "18:00",
  end_time: "19:30",
  recurrence: "every Thursday until 31 December",
});
const PLAY = answered(2, {
  date: "2026-12-12",
  time: "19:30",
  showings: [
    { date: "2026-12-12", time: "19:30" },
    { date: "2026-12-13", time: "17:00" },
    { date: "2026-12-13", time: "20:00", status: "sold out" },
  ],
});

async function candidates(...entries: readonly unknown[]) {
  deps.pass(120_000);
  const runId = await startRun(deps, admin, startOf(entries), null);
  await processRun(deps, runId);
  const rows = await deps.db
    .select()
    .from(ingestionCandidates)
    .where(eq(ingestionCandidates.runId, runId))
    .orderBy(asc(ingestionCandidates.position));
  return rows.map((row) => ({ ...row, values: row.values as unknown as CandidateValues }));
}
const occurrencesOf = async (eventId: string) =>
  (
    await deps.db
      .select()
      .from(eventOccurrences)
      .where(eq(eventOccurrences.eventId, eventId))
      .orderBy(asc(eventOccurrences.startsAt))
  ).map(
    ({ originalStart, endsAt, startsAt, status }) =>
      `${originalStart} ${(endsAt - startsAt) / 60_000} ${status}`,
  );

describe("an answer with several dates of an event", () => {
  it.each([
    [
      "a recurrence",
      CLASS,
      [
        "2026-12-10T18:00 90 scheduled",
        "2026-12-17T18:00 90 scheduled",
        "2026-12-24T18:00 90 scheduled",
        "2026-12-31T18:00 90 scheduled",
      ],
    ],
    // Without an end they last two hours, as one date does.
    [
      "showings",
      PLAY,
      [
        "2026-12-12T19:30 120 scheduled",
        "2026-12-13T17:00 120 scheduled",
        "2026-12-13T20:00 120 sold-out",
      ],
    ],
    [
      "words in the date",
      answered(3, { date: "هر پنجشنبه تا ۳ دی", time: "ساعت ۱۸" }),
      [
        "2026-12-10T18:00 120 scheduled",
        "2026-12-17T18:00 120 scheduled",
        "2026-12-24T18:00 120 scheduled",
      ],
    ],
    [
      "no description",
      answered(4, {
        date: "2026-12-10",
        time: "18:00",
        description: null,
        recurrence: "weekly until 2026-12-17",
      }),
      ["2026-12-10T18:00 120 scheduled", "2026-12-17T18:00 120 scheduled"],
    ],
  ])(
    "as %s is one candidate, and approved one event with occurrences",
    async (_name, entry, expected) => {
      const [one, ...others] = await candidates(entry);
      if (!one) throw new Error("There is no candidate.");
      expect(others).toEqual([]);
      expect(one.findings.map(({ code }) => code)).not.toContain("several-dates");
      const id = await approveCandidate(deps, admin, one.id);
      const stored = await occurrencesOf(id);
      expect(stored).toEqual(expected);
      const event = await deps.db.select().from(events).where(eq(events.id, id)).get();
      expect(event?.schedule).toEqual(
        expect.objectContaining({ kind: expect.stringMatching(/rule|dates/) }),
      );
      expect(event?.occurrenceCount).toBe(expected.length);
    },
  );

  it("leaves no doubt about a day that opening hours in words answer", async () => {
    const [one] = await candidates(
      answered(5, {
        date: "Open Tue-Sun 10-19 from 1 Dec until 20 Dec, closed Monday",
        time: null,
      }),
    );
    expect(one?.values.schedule).toMatchObject({ kind: "openingHours" });
    expect(one?.findings.map(({ code }) => code)).not.toContain("ambiguous-date");
  });

  it("is corrected by a schedule, from which day and hours follow, or made one date", async () => {
    const [one] = await candidates(CLASS);
    if (!one) throw new Error("There is no candidate.");
    const schedule = {
      kind: "dates" as const,
      allDay: false,
      dates: [{ originalStart: "2026-12-15T20:00", start: null, end: null }],
    };
    await editCandidate(deps, admin, one.id, {
      version: one.version,
      date: "2026-12-30",
      schedule,
    } as never);
    const read = async () =>
      (
        await deps.db
          .select()
          .from(ingestionCandidates)
          .where(eq(ingestionCandidates.id, one.id))
          .get()
      )?.values;
    expect(await read()).toMatchObject({
      date: "2026-12-15",
      time: "20:00",
      schedule: { kind: "dates" },
    });
    await editCandidate(deps, admin, one.id, {
      version: one.version + 1,
      date: "2026-12-16",
      schedule: null,
    });
    expect(await read()).toMatchObject({ date: "2026-12-16", time: "20:00", schedule: null });
  });

  it("keeps its dates when it is merged into a candidate of one of them", async () => {
    const single = answered(1, { date: "2026-12-10", time: "18:00" });
    const [one, other] = await candidates(single, CLASS);
    if (!one || !other) throw new Error("There are no candidates.");
    await joinCandidates(deps, admin, {
      stays: one.id,
      goes: other.id,
      reason: "The same",
      expectedVersions: {},
    });
    const kept = await deps.db
      .select()
      .from(ingestionCandidates)
      .where(eq(ingestionCandidates.id, one.id))
      .get();
    expect(kept?.values).toMatchObject({
      date: "2026-12-10",
      time: "18:00",
      endTime: "19:30",
      schedule: other.values.schedule,
    });
  });
});

describe("the wizard", () => {
  const opened = async (...entries: readonly unknown[]) => {
    const id = await createWizard(deps, admin, {
      city: "tehran",
      month: "2026-12",
      categories: [],
      provider: "chatgpt",
    });
    await saveAnswer(
      deps,
      await readWizard(deps, admin, id),
      JSON.stringify({ events: entries }),
      true,
    );
    return id;
  };
  const post = async (id: string, fields: Record<string, string>) => {
    const wizard = await readWizard(deps, admin, id);
    const request = new Request(
      `https://rooydad.example/admin/ai-ingestion/new?wizard=${id}&step=3`,
      {
        method: "POST",
        body: new URLSearchParams({
          intent: "save",
          answer: String(wizard.values.answer),
          page: "1",
          entry: "0",
          "0.take": "1",
          ...fields,
        }),
      },
    );
    return wizardAction(requestContext(deps, { signedIn: admin, locale: "en" }), request).catch(
      (error: unknown) => error,
    );
  };
  const preview = async (id: string, locale: "en" | "fa" = "en") =>
    previewPage(
      requestContext(deps, { signedIn: admin, locale }),
      await readWizard(deps, admin, id),
      city as never,
      1,
    );
  const fieldsOf = (texts: Record<string, string>, changes: Record<string, string> = {}) =>
    Object.fromEntries(
      Object.entries({ ...texts, ...changes }).map(([name, value]) => [`0.${name}`, value]),
    );

  it.each([
    [
      "en",
      "Every Thursday, 18:00 to 19:30, until 31 December",
      "every Thursday 18:00–19:30 from 2026-12-10 until 2026-12-31",
    ],
    [
      "fa",
      "هر پنجشنبه ساعت ۱۸ تا ۱۹:۳۰، تا ۱۰ دی",
      "هر پنجشنبه ساعت ۱۸:۰۰–۱۹:۳۰ از ۱۴۰۵/۰۹/۱۹ تا ۱۴۰۵/۱۰/۱۰",
    ],
  ] as const)("shows the dates in words, and as text, in %s", async (locale, words, text) => {
    const [entry] = (await preview(await opened(CLASS), locale)).entries;
    expect([entry?.dates, entry?.texts.schedule]).toEqual([words, text]);
  });

  it("keeps the dates, takes corrected ones, and refuses what are none", async () => {
    const id = await opened(CLASS);
    const texts: Record<string, string> = (await preview(id)).entries[0]?.texts ?? {};
    await post(id, fieldsOf(texts, { title: "A Class of Setar" }));
    expect((await preview(id)).entries[0]?.texts.schedule).toBe(texts.schedule);
    const refused = await post(id, fieldsOf(texts, { schedule: "some time in winter" }));
    expect(refused).toMatchObject({
      data: {
        entries: {
          0: { issues: { schedule: expect.stringContaining("couldn’t read these dates") } },
        },
      },
    });
    await post(
      id,
      fieldsOf(texts, {
        title: "A Class of Setar",
        schedule: "2026-12-10 18:00\n2026-12-19 10:00–12:00",
      }),
    );
    const wizard = await readWizard(deps, admin, id);
    const entries = entriesOf(deps, wizard, city as never, await answerOf(deps, wizard));
    expect(entries?.corrected[0]?.event).toMatchObject({
      title: "A Class of Setar",
      date: "2026-12-10",
      time: "18:00",
      schedule: {
        kind: "dates",
        dates: [
          { originalStart: "2026-12-10T18:00" },
          { originalStart: "2026-12-19T10:00", end: "2026-12-19T12:00" },
        ],
      },
    });
    expect((await assessEntries(deps, city as never, entries?.corrected ?? [])).doubtful.size).toBe(
      0,
    );
    await post(
      id,
      fieldsOf((await preview(id)).entries[0]?.texts ?? {}, { schedule: "", date: "2026-12-11" }),
    );
    expect((await preview(id)).entries[0]).toMatchObject({
      dates: null,
      texts: { date: "2026-12-11", schedule: "" },
    });
  });
});
