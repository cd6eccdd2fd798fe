import { asc, eq, sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { factsOf } from "../../app/components/event-page/essential-facts.server";
import {
  presentChanges,
  presentWritten,
} from "../../app/components/moderation/shown-values.server";
import { fromWallTime, localDay, toIsoWithOffset } from "../../app/lib/dates/dates.server";
import { addDays } from "../../app/lib/dates/days";
import { instantOf } from "../../app/lib/dates/written-times.server";
import {
  EMPTY_EVENT_VALUES,
  EVENT_FIELD_NAMES,
  type EventFieldName,
  type EventValues,
  eventField,
  type ImageFocus,
  mapFields,
  pickFields,
} from "../../app/lib/event/event-fields";
import { formStateOf } from "../../app/lib/event/event-form-fields";
import {
  ANSWER_FIELD_NAMES,
  ANSWER_KEYS,
  changedFields,
  columnNames,
  EMPTY_ANSWER_VALUES,
  PUBLIC_FIELD_NAMES,
} from "../../app/lib/event/field-groups";
import type { Actor } from "../../app/lib/permissions";
import { createDraft, duplicateEvent } from "../../app/modules/authoring/draft-commands.server";
import { formStateOfValues } from "../../app/modules/authoring/event-values.server";
import { getOwnEvent, ownEventValues } from "../../app/modules/authoring/find-own-event.server";
import { ownEventJson } from "../../app/modules/authoring/list-own-events.server";
import { readEvent } from "../../app/modules/authoring/read-event-form.server";
import { saveEvent } from "../../app/modules/authoring/save-event.server";
import { EventInput, OwnEventJson } from "../../app/modules/authoring/schema";
import { submitEvent } from "../../app/modules/authoring/submit-event.server";
import type { City } from "../../app/modules/cities/queries.server";
import { MERGE_FIELD_NAMES, mergedValues } from "../../app/modules/events/duplicates/merge-fields";
import { EventJson } from "../../app/modules/events/event-json-schema";
import { columnsOfValues } from "../../app/modules/events/event-row.server";
import { eventIcs } from "../../app/modules/events/ics/event-ics.server";
import type { EventRow } from "../../app/modules/events/list/list-events.server";
import { eventJsonLd } from "../../app/modules/events/present/event-json-ld.server";
import { exportAccount } from "../../app/modules/identity/users/export-account.server";
import { parseAnswer } from "../../app/modules/intake/entries/parse-answer.server";
import { approveCandidate } from "../../app/modules/intake/ingestion/approve-candidates.server";
import type { CandidateValues } from "../../app/modules/intake/ingestion/candidate-values";
import {
  correctionTexts,
  readCorrection,
} from "../../app/modules/intake/ingestion/correction-fields.server";
import { editCandidate } from "../../app/modules/intake/ingestion/edit-candidate.server";
import { fullerValues } from "../../app/modules/intake/ingestion/fuller-values";
import { mergeCandidate } from "../../app/modules/intake/ingestion/merge-candidate.server";
import { processRun } from "../../app/modules/intake/ingestion/process-run.server";
import { startRun } from "../../app/modules/intake/ingestion/start-run.server";
import { mergeEvents } from "../../app/modules/review/moderation/merge-events.server";
import { approveEvent } from "../../app/modules/review/moderation/moderate-event.server";
import { writeAtom, writeJsonFeed } from "../../app/modules/syndication/feeds/feed-text.server";
import { previewEvent } from "../../app/routes/authoring/event-form/preview-event.server";
import {
  type cities as cityTable,
  eventRevisions,
  events,
  ingestionCandidates,
  media,
} from "../../db/schema";
import { startOf } from "../factories/answer";
import { createCity } from "../factories/city";
import { sampleEvent } from "../factories/sample-event";
import { askJson } from "../helpers/api-client";
import { answerWith, EXTERNAL } from "../helpers/external-services";
import { importEvent } from "../helpers/import-event";
import { addActor, emptyEvents } from "../helpers/organizers";
import { formIn } from "../helpers/page-form";
import { requestContext } from "../helpers/request-context";
import { scheduleOf } from "../helpers/schedule-of";
import { signInAs } from "../helpers/signed-in";
import { createTestDeps, type TestDeps } from "../helpers/test-deps";

const ZONE = "Asia/Tehran";
const ORIGIN = "https://rooydad.test";

/**
 * Two complete events that differ in every field. @param files URLs that the author may use, by
 * field and version
 */
function sample(version: 0 | 1, today: string, files: readonly string[]): EventValues {
  const first = <T>(...values: [T, T]): T => values[version];
  const day = addDays(today, first(10, 20));
  return mapFields<EventValues>({
    text: (name) => ({
      en: `The ${name} number ${version} in English`,
      fa: `${first("نخستین", "دومین")} متن برای ${name}`,
    }),
    city: () => first("tehran", "shiraz"),
    degrees: (name) => first(name === "latitude" ? 35.5 : 51.5, name === "latitude" ? 29.5 : 52.5),
    time: (name) => {
      const wall = first(name === "startsAt" ? "19:00" : "21:00", "00:00");
      return toIsoWithOffset(
        fromWallTime(version === 1 && name === "endsAt" ? addDays(day, 2) : day, wall, ZONE),
        ZONE,
      );
    },
    allDay: () => first(false, true),
    schedule: () =>
      first(
        null,
        scheduleOf({
          kind: "dates",
          allDay: true,
          dates: [{ originalStart: `${day}T00:00`, end: `${addDays(day, 2)}T00:00` }],
        }),
      ),
    price: () => first(1_200_000, 45),
    currency: () => first("IRR", "EUR"),
    integer: (_name, { min, max }) => first(min + Math.floor((max - min) / 3), max),
    choices: (_name, { options }) =>
      options.filter((option, index) => option === "for-children" || index % 2 === version),
    // A link belongs to an online event; both are shown to everyone or to savers.
    choice: (name, { options }) =>
      name === "attendance" ? first("hybrid", "online") : (options[version] ?? null),
    boolean: () => first(false, true),
    url: (name) => `https://${name.toLowerCase()}-${version}.example/`,
    file: (name) => files[(name === "videoUrl" ? 2 : 0) + version] ?? null,
    focus: () => first<ImageFocus>("top-left", "bottom"),
    categories: () => first(["Concert", "Music"], ["Theater", "Kids"]),
    tags: () => first(["setar", "شور"], ["puppets"]),
  });
}

/** A comparable value: times as instants. */
const comparable = (name: EventFieldName, value: unknown) =>
  eventField(name).type === "time" && typeof value === "string" ? instantOf(value, ZONE) : value;

/** Values before and after each step, by the step's name. */
const steps: Record<string, { kept: Partial<EventValues>; given: Partial<EventValues> }> = {};
let deps: TestDeps;
let author: Actor;
let moderator: Actor;
let one: EventValues;
let other: EventValues;
let tehran: City;
let shiraz: City;
let cities: ReadonlyMap<string, City>;
let published: {
  json: Record<string, unknown>;
  own: Record<string, unknown>;
  exported: Record<string, unknown>[];
  row: typeof events.$inferSelect;
};
let candidates: [CandidateValues, CandidateValues];

const stored = async (actor: Actor, id: string) =>
  ownEventValues(await getOwnEvent(deps, actor, id));

async function approved(values: EventValues): Promise<string> {
  const id = await createDraft(deps, author, values as EventInput);
  await submitEvent(deps, author, id);
  await approveEvent(deps, moderator, id);
  return id;
}

/** An event in an assistant's format: separate days and hours, a price with its unit. */
function entryOf(values: EventValues): Record<string, unknown> {
  const [from, to] = [values.startsAt ?? "", values.endsAt ?? ""];
  return {
    title_en: values.title.en,
    title_fa: values.title.fa,
    description_en: values.description.en,
    description_fa: values.description.fa,
    venue: values.venue.en,
    address: values.address.en,
    organizer: values.organizer.en,
    start_date: from.slice(0, 10),
    // The last day is named; the stored end is the following midnight.
    ...(values.allDay
      ? { end_date: addDays(to.slice(0, 10), -1) }
      : { start_time: from.slice(11, 16), end_time: to.slice(11, 16) }),
    price:
      values.currency === "IRR"
        ? `${(values.price ?? 0) / 10} toman`
        : `${values.price} ${values.currency}`,
    category: values.categories[0],
    ...(values.schedule && { schedule: values.schedule }),
    url: values.ticketUrl,
    tags: values.tags,
    ...Object.fromEntries(ANSWER_FIELD_NAMES.map((name) => [name, values[name]])),
  };
}

/** Imports a page of another site about an event. */
async function importedPage(jsonLd: object): Promise<EventValues> {
  await answerWith("/event-fields", {
    headers: { "Content-Type": "text/html; charset=utf-8" },
    body: `<html><head><script type="application/ld+json">${JSON.stringify(jsonLd)}</script></head></html>`,
  });
  const { id } = await importEvent(
    deps,
    author,
    { url: `${EXTERNAL.http}/event-fields` },
    (url) => url.origin === new URL(EXTERNAL.http).origin,
  );
  return stored(author, id);
}

beforeAll(async () => {
  deps = createTestDeps(Date.now());
  await emptyEvents(deps);
  const cityOf = async (digit: number, changes: Partial<typeof cityTable.$inferInsert>) =>
    (await createCity(deps.db, {
      id: `019b0000-0000-7000-d000-00000000000${digit}`,
      ...changes,
    })) as unknown as City;
  tehran = await cityOf(1, { slug: "tehran", nameEn: "Tehran", nameFa: "تهران" });
  shiraz = await cityOf(2, { slug: "shiraz", nameEn: "Shiraz", nameFa: "شیراز" });
  cities = new Map([tehran, shiraz].map((city) => [city.id, city]));
  const browser = await signInAs(deps, "user");
  author = { id: browser.id, role: "user", isVerified: true, sessionId: browser.sessionId };
  moderator = await addActor(deps, "admin");
  const keys = [0, 1, 2, 3].map(
    (index) => `uploads/${author.id}/${crypto.randomUUID()}.${index < 2 ? "jpg" : "mp4"}`,
  );
  await deps.db.insert(media).values(
    keys.map((key, index) => ({
      id: crypto.randomUUID(),
      key,
      ownerId: author.id,
      kind: index < 2 ? ("picture" as const) : ("video" as const),
      contentType: index < 2 ? "image/jpeg" : "video/mp4",
      bytes: 1,
      createdAt: 0,
    })),
  );
  const files = keys.map((key) => `/media/${key}`);
  const today = localDay(deps.clock.now(), ZONE);
  one = sample(0, today, files);
  other = sample(1, today, files);

  const draftId = await createDraft(deps, author, one as EventInput);
  steps.draft = { kept: await stored(author, draftId), given: one };
  const page = await (
    await browser.get(`/events/${draftId}/edit`, { "Accept-Language": "en" })
  ).text();
  const typed = readEvent(
    formStateOf(await formIn(page, 'form[enctype="multipart/form-data"]')),
    tehran,
  );
  steps.form = { kept: typed.input, given: one };
  steps["JSON of a draft"] = {
    kept: ownEventJson(await getOwnEvent(deps, author, draftId), ORIGIN) as unknown as EventValues,
    given: { ...one, city: { slug: "tehran", name: { en: "Tehran", fa: "تهران" } } as never },
  };

  await submitEvent(deps, author, draftId);
  steps.submit = { kept: await stored(author, draftId), given: one };
  await approveEvent(deps, moderator, draftId);
  steps.approve = { kept: await stored(author, draftId), given: one };
  const row = await deps.db.select().from(events).where(eq(events.id, draftId)).get();
  if (!row) throw new Error("There is no event.");
  published = {
    json: (await askJson<Record<string, unknown>>(`/events/${draftId}`)).body,
    own: ownEventJson(await getOwnEvent(deps, author, draftId), ORIGIN),
    exported: (await exportAccount(deps, author)).events as Record<string, unknown>[],
    row,
  };

  expect(await saveEvent(deps, author, draftId, other as EventInput)).toBe("waits-for-review");
  const revision = await deps.db
    .select()
    .from(eventRevisions)
    .where(eq(eventRevisions.eventId, draftId))
    .get();
  steps.revision = { kept: revision?.values ?? {}, given: other };
  await approveEvent(deps, moderator, draftId);
  steps["approved revision"] = { kept: await stored(author, draftId), given: other };

  const copy = await stored(author, await duplicateEvent(deps, author, draftId));
  const notCopied = EVENT_FIELD_NAMES.filter((name) => eventField(name).duplicate === false);
  steps.duplicate = {
    kept: copy,
    given: { ...other, ...pickFields(EMPTY_EVENT_VALUES, notCopied) },
  };

  const [kept, dropped] = [await approved(one), await approved({ ...other, city: "tehran" })];
  await mergeEvents(deps, moderator, {
    keepId: kept,
    dropId: dropped,
    taken: MERGE_FIELD_NAMES,
    expectedVersions: { keep: null, drop: null },
  });
  steps.merge = { kept: await stored(author, kept), given: { ...other, city: "tehran" } };

  const imported = await importedPage({
    ...eventJsonLd(row, tehran, { locale: "en", origin: ORIGIN, now: deps.clock.now() }),
    image: [],
  });
  steps.import = { kept: imported, given: one };

  const runId = await startRun(
    deps,
    moderator,
    startOf([entryOf(one), entryOf(other)], {
      metadata: { month: today.slice(0, 7), aiProvider: "claude" },
    }),
    null,
  );
  await processRun(deps, runId);
  const [first, second] = await deps.db
    .select()
    .from(ingestionCandidates)
    .where(eq(ingestionCandidates.runId, runId))
    .orderBy(asc(ingestionCandidates.position));
  if (!first || !second) throw new Error("There are no candidates.");
  candidates = [
    first.values as unknown as CandidateValues,
    second.values as unknown as CandidateValues,
  ];
  const corrected = pickFields(other, ANSWER_FIELD_NAMES);
  await editCandidate(deps, moderator, first.id, { version: first.version, ...corrected });
  const eventId = await approveCandidate(deps, moderator, first.id);
  steps.candidate = { kept: await stored(moderator, eventId), given: { ...one, ...corrected } };

  const target = await approved(one);
  const seen = { candidate: null, event: null };
  await mergeCandidate(deps, moderator, {
    id: second.id,
    eventId: target,
    taken: MERGE_FIELD_NAMES,
    reason: "The same.",
    expectedVersions: seen,
  });
  steps["merged candidate"] = {
    kept: await stored(moderator, target),
    given: { ...other, city: "tehran" },
  };
}, 120_000);

/**
 * Practical facts that only a person states, and only pages, JSON and filters show (decisions.md
 * §3).
 */
const TRAITS = ["traits", "childAgeFrom", "childAgeTo", "accessibility", "eventLanguage"] as const;
const ONLINE = ["attendance", "onlineUrl", "onlineUrlFor"] as const;
/** Practical facts that answers do not state as facts, or that change too often. */
const UNANSWERED = [
  "traits",
  "childAgeFrom",
  "childAgeTo",
  "accessibility",
  "onlineUrlFor",
  "soldOut",
  "waitlistUrl",
] as const;

/** Fields that a step does not support. A new field is supported unless it is added here. */
const NOWHERE: Record<string, readonly EventFieldName[]> = {
  // Pictures are downloaded; import.test.ts covers that.
  import: ["imageUrl", "imageFocus", "videoUrl", "categories", "waitlistUrl", ...TRAITS],
  // Answers contain neither films nor positions; pictures are downloaded later; traits of answers
  // are proposals.
  candidate: ["latitude", "longitude", "imageUrl", "imageFocus", "videoUrl", ...UNANSWERED],
  "merged candidate": [
    "latitude",
    "longitude",
    "imageUrl",
    "imageFocus",
    "videoUrl",
    ...UNANSWERED,
  ],
  // With a schedule a calendar has an entry for each occurrence, which is no column.
  // Both samples are online: their place is the same text.
  calendar: [
    ...[
      "schedule",
      "ticketUrl",
      "ageLimit",
      "imageUrl",
      "imageFocus",
      "videoUrl",
      "tags",
      "attendance",
    ],
    ...["waitlistUrl", "refundPolicy", "doorsBefore"],
    ...TRAITS,
  ] as EventFieldName[],
  feeds: [
    ...[
      "organizer",
      "latitude",
      "longitude",
      "ticketUrl",
      "ageLimit",
      "imageFocus",
      "videoUrl",
      "tags",
      "waitlistUrl",
    ],
    ...["refundPolicy", "doorsBefore"],
    ...TRAITS,
    ...ONLINE,
  ] as EventFieldName[],
  // The sample's traits are for children in both versions; no other trait is part of it.
  "JSON-LD": ["schedule", "waitlistUrl", "traits", "imageFocus", "videoUrl", "categories"],
  // The first sample is not sold out.
  preview: ["latitude", "longitude", "videoUrl", "waitlistUrl"],
};
/** Texts of which a step keeps only the English. */
const IN_ENGLISH: Record<string, readonly EventFieldName[]> = {
  import: ["title", "description", "venue", "address", "organizer"],
  candidate: ["venue", "address", "organizer"],
  "merged candidate": ["venue", "address", "organizer"],
};

describe.each([
  "form",
  "draft",
  "JSON of a draft",
  "submit",
  "approve",
  "revision",
  "approved revision",
  "duplicate",
  "merge",
  "import",
  "candidate",
  "merged candidate",
])("the step: %s", (step) => {
  it.each(EVENT_FIELD_NAMES.filter((name) => !NOWHERE[step]?.includes(name)))(
    "keeps %s",
    (name) => {
      const { kept, given } = steps[step] ?? { kept: {}, given: {} };
      const said = (values: Partial<EventValues>) => {
        const value = comparable(name, values[name]);
        // An answer has one category, and a postal address includes the city.
        if (step.endsWith("candidate") && name === "categories") return (value as string[])[0];
        if (step === "import" && name === "address")
          return (value as EventValues["address"]).en?.replace(/, Tehran.*$/, "");
        return IN_ENGLISH[step]?.includes(name) ? (value as EventValues["title"]).en : value;
      };
      expect(said(kept)).toEqual(said(given));
    },
  );
});

describe("a moderator", () => {
  const context = () => ({
    locale: "en" as const,
    calendar: "gregorian" as const,
    cities,
    origin: ORIGIN,
    now: deps.clock.now(),
  });
  /** The first event with one field of the other. */
  const withOther = (name: EventFieldName): EventValues => ({
    ...one,
    ...pickFields(other, [name]),
  });

  it.each(EVENT_FIELD_NAMES)("sees the change of %s in an edit", (name) => {
    expect(changedFields(one, withOther(name))).toEqual([name]);
    const [change] = presentChanges(one, withOther(name), context());
    expect(change?.label).toMatch(/\w/);
    expect(change?.before.parts).not.toEqual(change?.after.parts);
  });

  it.each(EVENT_FIELD_NAMES)("sees %s of a new event", (name) => {
    const shown = (values: EventValues) => JSON.stringify(presentWritten(values, context()));
    expect(shown(withOther(name))).not.toBe(shown(one));
  });

  it.each(EVENT_FIELD_NAMES)("chooses %s in a merge by one choice at most", (name) => {
    const choices = MERGE_FIELD_NAMES.filter(
      (choice) => mergedValues(one, other, [choice])[name] === other[name],
    );
    expect(choices).toHaveLength(eventField(name).merge === "stays" ? 0 : 1);
  });
});

describe("a reader of the public event", () => {
  it.each(PUBLIC_FIELD_NAMES)("gets %s as JSON", (name) => {
    const value =
      name === "city" ? { slug: "tehran", name: { en: "Tehran", fa: "تهران" } } : one[name];
    expect(comparable(name, published.json[name])).toEqual(comparable(name, value));
    expect(Object.keys(EventJson.entries)).toContain(name);
  });

  it.each(EVENT_FIELD_NAMES)("gets %s as JSON if the event is their own", (name) => {
    expect(published.own[name]).not.toBeUndefined();
    expect([Object.keys(OwnEventJson.entries), Object.keys(EventInput.entries)]).toEqual([
      expect.arrayContaining([name]),
      expect.arrayContaining([name]),
    ]);
  });

  it("gets no field as JSON that only its creator may see", () => {
    // The first sample's link is for everyone; online-link.test.ts has links for savers.
    const hidden = EVENT_FIELD_NAMES.filter(
      (name) => eventField(name).json === "own" && name !== "onlineUrl",
    );
    expect(
      Object.keys(published.json).filter((name) => hidden.some((own) => own === name)),
    ).toEqual([]);
  });

  it.each(columnNames(EVENT_FIELD_NAMES))(
    "gets the column %s in the export of their account",
    (column) => {
      expect(published.exported[0]?.[column]).toEqual(published.row[column]);
      // The first sample has no schedule.
      if (column !== "schedule") expect(published.row[column]).not.toBeNull();
    },
  );

  /** Row of an event with one field of the other. */
  const rowWith = (name: EventFieldName | null) => {
    const values = { ...one, ...pickFields(other, name === null ? [] : [name]) };
    const city = values.city === "tehran" ? tehran : shiraz;
    const at = (written: string | null) => instantOf(written ?? "", ZONE) ?? 0;
    const times = { startsAt: at(values.startsAt), endsAt: at(values.endsAt) };
    const publicOnlineUrl = values.onlineUrlFor === "everyone" ? values.onlineUrl : null;
    return {
      ...published.row,
      ...columnsOfValues(values),
      publicOnlineUrl,
      ...times,
      currency: values.currency ?? "",
      cityId: city.id,
    };
  };
  const context = () => ({ locale: "en" as const, origin: ORIGIN, now: deps.clock.now() });
  const feedOf = (row: EventRow) => {
    const page = {
      title: "Events",
      description: "Events",
      url: `${ORIGIN}/events.atom`,
      page: `${ORIGIN}/events`,
      locale: "en" as const,
    };
    const feed = {
      ...page,
      origin: ORIGIN,
      events: [row],
      isPast: false,
      hasMore: false,
      pageAfter: () => null,
      cities,
      now: deps.clock.now(),
    };
    return writeAtom(feed) + writeJsonFeed(feed);
  };
  const surfaces: Record<string, (row: EventRow) => string> = {
    calendar: (row) => eventIcs(row, cities.get(row.cityId), context()),
    feeds: feedOf,
    "JSON-LD": (row) => JSON.stringify(eventJsonLd(row, cities.get(row.cityId), context())),
  };
  const shownIn = Object.keys(surfaces).flatMap((surface) =>
    EVENT_FIELD_NAMES.map(
      (name) =>
        [surface, NOWHERE[surface]?.includes(name) ? "nothing" : "something", name] as const,
    ),
  );
  it.each(shownIn)("reads in %s %s of %s", (surface, shown, name) => {
    const said = surfaces[surface] ?? String;
    expect(said(rowWith(name)) === said(rowWith(null))).toBe(shown === "nothing");
  });

  it.each(EVENT_FIELD_NAMES)("sees %s in the preview beside the form", (name) => {
    const context = requestContext(deps, { timeZone: ZONE, origin: ORIGIN, signedIn: author });
    const shown = (values: EventValues) =>
      JSON.stringify(previewEvent(context, values, cities, published.row.id));
    expect(shown({ ...one, ...pickFields(other, [name]) }) === shown(one)).toBe(
      NOWHERE.preview?.includes(name),
    );
  });
});

describe("assistants' answers", () => {
  const keys = ANSWER_FIELD_NAMES.flatMap((name) =>
    (ANSWER_KEYS[name] as string).split(" ").map((key) => [name, key] as const),
  );
  const context = {
    city: { slug: "tehran", timeZone: ZONE, currency: "IRR", country: "IR" },
    month: "2026-12",
    today: "2026-12-01",
  };

  it("may give plain facts under any of their keys", () => {
    for (const [name, key] of keys) {
      const answer = parseAnswer(
        JSON.stringify([{ title: "An evening", date: "2026-12-08", [key]: one[name] }]),
        context,
      );
      expect([key, answer.ok && answer.events[0]?.[name]]).toEqual([key, one[name]]);
    }
  });

  it("are merged without losing a plain fact", () => {
    const [first, second] = candidates;
    const lacking = { ...first, ...EMPTY_ANSWER_VALUES };
    expect(pickFields(fullerValues(lacking, second), ANSWER_FIELD_NAMES)).toEqual(
      pickFields(second, ANSWER_FIELD_NAMES),
    );
    expect(pickFields(fullerValues(first, second), ANSWER_FIELD_NAMES)).toEqual(
      pickFields(first, ANSWER_FIELD_NAMES),
    );
  });
});

describe("practical facts of an answer", () => {
  const read = (said: object) => {
    const context = {
      city: { slug: "tehran", timeZone: ZONE, currency: "IRR", country: "IR" },
      month: "2026-12",
      today: "2026-12-01",
    };
    const answer = parseAnswer(
      JSON.stringify([{ title: "An evening", date: "2026-12-08", time: "19:00", ...said }]),
      context,
    );
    const event = answer.ok ? answer.events[0] : undefined;
    return event ?? expect.fail();
  };

  it.each([
    [{ language: "English" }, { eventLanguage: "en" }],
    [{ زبان: "فارسی" }, { eventLanguage: "fa" }],
    [{ language: "fa-IR" }, { eventLanguage: "fa" }],
    [{ inLanguage: "German" }, { eventLanguage: "other" }],
    [{ language: "Persian and English" }, { eventLanguage: null }],
    [{ language: "music" }, { eventLanguage: null }],
    [{ doors: "18:30" }, { doorsBefore: 30 }],
    [{ doors: "۱۸:۰۰" }, { doorsBefore: 60 }],
    [{ doors: "45 minutes before" }, { doorsBefore: 45 }],
    [{ doors: "۱ ساعت قبل" }, { doorsBefore: 60 }],
    [{ doors: "20:00" }, { doorsBefore: null }],
    [{ doors: "at 7 pm" }, { doorsBefore: null }],
    [{ doors: "6:30 pm" }, { doorsBefore: null }],
    [{ doors: true }, { doorsBefore: null }],
    [{ is_online: true }, { attendance: "online" }],
    [{ is_online: false }, { attendance: "in-person" }],
    [
      { eventAttendanceMode: "https://schema.org/MixedEventAttendanceMode" },
      { attendance: "hybrid" },
    ],
    [{ "نحوه برگزاری": "حضوری و آنلاین" }, { attendance: "hybrid" }],
    [{ attendance: "free seating" }, { attendance: "in-person" }],
    [
      { online_url: "https://meet.example/a" },
      { onlineUrl: "https://meet.example/a", attendance: "online" },
    ],
    [
      { online_url: "https://meet.example/a", venue: "Roudaki Hall" },
      { onlineUrl: "https://meet.example/a", attendance: "hybrid" },
    ],
    [
      { online_url: "https://meet.example/a", attendance: "in person" },
      { onlineUrl: null, attendance: "in-person" },
    ],
    [{ online_url: "http://meet.example/a" }, { onlineUrl: null, attendance: "in-person" }],
    [{ online_url: "https://page.example/a", url: "https://page.example/a" }, { onlineUrl: null }],
    [{ refund_policy: "Non-refundable" }, { refundPolicy: "no-refunds" }],
    [{ refunds: "تا روز قبل" }, { refundPolicy: "until-day-before" }],
    [{ refunds: "50 % after a week" }, { refundPolicy: null }],
  ])("are read from %j", (said, expected) => {
    expect(read(said)).toMatchObject(expected);
  });

  it("have an origin and a confidence, lower where they are guessed", () => {
    const { origin, confidence } = read({
      language: "in English",
      online_url: "https://meet.example/a",
    });
    expect(origin.eventLanguage).toEqual({ key: "language", text: "in English" });
    expect(confidence).toMatchObject({ eventLanguage: 0.8, attendance: 0.6 });
    expect(read({}).confidence).not.toHaveProperty("attendance");
  });

  it("are corrected in the form by their types", () => {
    const before = correctionTexts(read({ language: "fa" }), "IRR", "gregorian");
    expect(before).toMatchObject({
      eventLanguage: "fa",
      attendance: "in-person",
      onlineUrl: "",
      refundPolicy: "",
      doorsBefore: "",
    });
    const around = { date: "2026-12-08", time: "19:00", endTime: null, timeZone: ZONE } as never;
    const typed = {
      ...before,
      eventLanguage: "",
      attendance: "online",
      onlineUrl: "https://meet.example/b",
      doorsBefore: "۳۰",
    };
    expect(readCorrection(typed, before, around).values).toEqual({
      eventLanguage: null,
      attendance: "online",
      onlineUrl: "https://meet.example/b",
      doorsBefore: 30,
    });
    expect(
      readCorrection(
        { ...before, onlineUrl: "http://meet.example", attendance: "somewhere" },
        before,
        around,
      ).issues,
    ).toEqual({
      onlineUrl: expect.stringMatching(/^errors:issue\./),
      attendance: "errors:issue.value",
    });
  });
});

describe("the age limit", () => {
  const factOf = (ageLimit: number | null, locale: "en" | "fa") =>
    factsOf({
      event: sampleEvent({ ageLimit }),
      city: undefined,
      locale,
      calendar: "gregorian",
      readerZone: null,
      now: 0,
    }).find(({ key }) => key === "ageLimit");
  const jsonLdOf = (ageLimit: number | null) =>
    eventJsonLd(sampleEvent({ ageLimit }), undefined, {
      locale: "en",
      origin: ORIGIN,
      now: 0,
    }) as Record<string, unknown>;

  it.each([
    [18, "en", "Age limit", "18+"],
    [18, "fa", "محدودیت سنی", "۱۸+"],
    [0, "en", "Age limit", "All ages"],
    [0, "fa", "محدودیت سنی", "همهٔ سنین"],
  ] as const)("of %s is a fact of the page in %s", (ageLimit, locale, label, value) => {
    expect(factOf(ageLimit, locale)).toMatchObject({ label, value });
  });

  it("is the age range of JSON-LD, with a lower end only, and absent without a limit", () => {
    expect([jsonLdOf(18).typicalAgeRange, jsonLdOf(0).typicalAgeRange]).toEqual(["18-", "0-"]);
    expect(jsonLdOf(null)).not.toHaveProperty("typicalAgeRange");
    expect(factOf(null, "en")).toBeUndefined();
  });

  it.each([
    ["18-", 18],
    ["7-12", 7],
    ["18+", 18],
    ["-12", null],
    ["adults", null],
    ["1800", null],
  ])("is read from %s of a page", async (typicalAgeRange, ageLimit) => {
    const imported = await importedPage({
      "@type": "Event",
      name: "A Night of Kamancheh",
      typicalAgeRange,
    });
    expect(imported.ageLimit).toBe(ageLimit);
  });

  it.each([
    ["ageLimit", 18, 18],
    ["age_limit", "18+", 18],
    ["age limit", "۱۸+", 18],
    ["Minimum Age", "over 16", 16],
    ["محدودیت سنی", "بالای ۱۲ سال", 12],
    ["age_limit", "adults only", null],
    ["age_limit", 120, null],
    ["age_limit", -1, null],
    ["age_limit", true, null],
  ])("is read from an answer that says %s: %s", (key, said, ageLimit) => {
    const context = {
      city: { slug: "tehran", timeZone: ZONE, currency: "IRR", country: "IR" },
      month: "2026-12",
      today: "2026-12-01",
    };
    const answer = parseAnswer(
      JSON.stringify([{ title: "An evening", date: "2026-12-08", [key]: said }]),
      context,
    );
    expect(answer.ok && answer.events[0]?.ageLimit).toBe(ageLimit);
  });

  it.each([
    ["18", 18],
    ["۱۸", 18],
    ["", null],
    ["100", "errors:issue.wholeNumber"],
    ["-1", "errors:issue.wholeNumber"],
    ["16.5", "errors:issue.wholeNumber"],
    ["adults", "errors:issue.wholeNumber"],
  ])("of %s in the form is %s", (ageLimit, read) => {
    const { input, issues } = readEvent({ ...formStateOfValues(one, tehran), ageLimit }, tehran);
    expect(typeof read === "string" ? issues : input.ageLimit).toEqual(
      typeof read === "string" ? [{ path: "ageLimit", message: read }] : read,
    );
  });

  it("is null for events stored before the field existed", async () => {
    const { ageLimit: _limit, ...older } = one;
    const id = await createDraft(deps, author, one as EventInput);
    await deps.db.run(
      sql`UPDATE event_drafts SET "values" = ${JSON.stringify(older)} WHERE id = ${id}`,
    );
    expect((await stored(author, id)).ageLimit).toBeNull();
    const { ageLimit: _of, ...candidate } = candidates[0];
    await deps.db.run(sql`UPDATE ingestion_candidates SET "values" = ${JSON.stringify(candidate)}`);
    expect((await deps.db.select().from(ingestionCandidates).get())?.values.ageLimit).toBeNull();
  });
});
