import { idOf } from "./newcomers";

/**
 * Cases of cities that no other test uses, oldest first; one city for each language of the test, and
 * one whose cases no test decides.
 */
export const CASE_CITIES = { en: "bojnurd", fa: "yasuj", still: "semnan" } as const;
type Language = keyof typeof CASE_CITIES;
const LANGUAGES = ["en", "fa", "still"] as const;
const DAY = 86_400_000;
/** Few reports: the first page of other tests' flagged events shows twelve. */
const KINDS = [
  "new",
  "edit",
  "candidate",
  "source",
  "new",
  "candidate",
  "report",
  "plan",
  "edit",
  "new",
  "duplicate",
  "candidate",
  "new",
  "source",
  "language",
] as const;
/** A Persian page differs in its texts alone: each kind twice is enough there. */
export const CASES = { en: 60, fa: 30 } as const;
/** One of each kind. */
export const STILL_PLACES = [0, 1, 2, 3, 6, 7, 10, 14] as const;
const placesOf = (language: Language): readonly number[] =>
  language === "still" ? STILL_PLACES : [...Array(CASES[language]).keys()];

const PREFIXES = { en: "019a1111", fa: "019a1115", still: "019a1117" } as const;
const runId = (language: Language) => `${PREFIXES[language]}-0000-7000-8000-000000000000`;
export const kindOfCase = (place: number) => KINDS[place % KINDS.length] as (typeof KINDS)[number];
/** How the ids of a language's cases begin. */
export const casePrefix = (language: Language): string => PREFIXES[language];
export const caseId = (place: number, language: Language): string =>
  `${PREFIXES[language]}-0000-7000-9000-${String(place).padStart(12, "0")}`;
export const caseTitle = (place: number, language: Language): string =>
  `Inbox case ${String(place).padStart(2, "0")} ${language}`;

/** A pending event that a test corrects in place, and the one that follows it. */
export const CORRECTED_CITY = "ilam";
export const correctedId = (place: 0 | 1): string => `019a1116-0000-7000-9000-00000000000${place}`;
export const correctedTitle = (place: 0 | 1): string => `A night to correct ${place}`;

/** The event of a change of plan, or one of a pair of duplicates. */
export const eventOfCase = (
  place: number,
  language: Language,
  part: "plan" | "one" | "two",
): string =>
  `${PREFIXES[language]}-0000-7000-${{ plan: "a000", one: "b000", two: "c000" }[part]}-${String(place).padStart(12, "0")}`;
const sourceId = (language: Language) => `${PREFIXES[language]}-0000-7000-8000-000000000001`;

/**
 * Pending events that a fix completes: their venue is in the tables, without position and Persian
 * name. One per browser test.
 */
export const FIXABLE = ["en", "fa"] as const;
export const fixableId = (name: (typeof FIXABLE)[number]): string =>
  `019a1112-0000-7000-9000-00000000000${FIXABLE.indexOf(name)}`;

function correctedSql(at: number): string[] {
  const startsAt = at + 330 * DAY;
  const day = new Date(startsAt).toISOString().slice(0, 10);
  return ([0, 1] as const).map(
    (
      place,
    ) => `INSERT OR IGNORE INTO events (id, city_id, title_en, description_en, venue_en, starts_at, ends_at, time_zone, local_day,
        currency, categories, tags, tag_keys, status, creator_id, title_key, search_rowid, submitted_at, created_at, updated_at)
      SELECT '${correctedId(place)}', id, '${correctedTitle(place)}', 'An evening of the tests.', 'A hall', ${startsAt}, ${startsAt + 7_200_000},
        time_zone, '${day}', 'IRR', '["Concert"]', '[]', '[]', 'pending', '${idOf("hosts")}', '${correctedTitle(place).toLowerCase()}',
        ${9_000_000_000_000_300 + place}, ${at + place}, ${at}, ${at} FROM cities WHERE slug = '${CORRECTED_CITY}';`,
  );
}

function ofTehranSql(at: number): string[] {
  const startsAt = at + 320 * DAY;
  const day = new Date(startsAt).toISOString().slice(0, 10);
  const rows = [
    ...FIXABLE.map((name) => ({ id: fixableId(name), title: `Fixable evening ${name}` })),
    ...([0, 1] as const).map((place) => ({ id: twinId(place), title: TWIN_TITLE })),
    ...([0, 1] as const).map((place) => ({ id: steadyId(place), title: STEADY_TITLE })),
  ];
  return rows.map(
    (
      { id, title },
      place,
    ) => `INSERT OR IGNORE INTO events (id, city_id, title_en, description_en, venue_en, starts_at, ends_at, time_zone, local_day,
        currency, categories, tags, tag_keys, status, creator_id, title_key, search_rowid, submitted_at, created_at, updated_at)
      SELECT '${id}', id, '${title}', 'An evening of the tests.', 'Vahdat Hall', ${startsAt}, ${startsAt + 7_200_000},
        time_zone, '${day}', 'IRR', '["Concert"]', '[]', '[]', 'pending', '${idOf("hosts")}', '${title.toLowerCase()}',
        ${9_000_000_000_200_000 + place}, ${at}, ${at}, ${at} FROM cities WHERE slug = 'tehran';`,
  );
}

/**
 * Two pending events that are the same, so that either is approved after a second question alone.
 */
export const TWIN_TITLE = "An evening of old radio songs with two gramophones";
export const twinId = (place: 0 | 1): string => `019a1113-0000-7000-9000-00000000000${place}`;

/** Two more that are the same, which no test decides. */
export const STEADY_TITLE = "Seven ghazals read aloud beside the winter fountain";
export const steadyId = (place: 0 | 1): string => `019a1114-0000-7000-9000-00000000000${place}`;

/** SQL for the cases. @param now ISO 8601 */
export function inboxCasesSql(now: string): string {
  const at = Date.parse(now);
  const startsAt = at + 310 * DAY;
  const day = new Date(startsAt).toISOString().slice(0, 10);
  const values = (title: string, language: Language) =>
    JSON.stringify({
      title: { en: title, fa: null },
      description: { en: "An evening of the tests, edited.", fa: null },
      venue: { en: "A hall", fa: null },
      city: CASE_CITIES[language],
      startsAt: new Date(startsAt).toISOString(),
      endsAt: new Date(startsAt + 7_200_000).toISOString(),
      currency: "IRR",
      categories: ["Concert"],
    });
  const found = (title: string) =>
    JSON.stringify({
      title,
      description: "An evening of the tests.",
      category: "Concert",
      date: day,
      time: "18:00",
      venue: "A hall",
      free: true,
    });
  const caseSql = (place: number, language: Language): string => {
    const [kind, id, title] = [
      kindOfCase(place),
      caseId(place, language),
      caseTitle(place, language),
    ];
    const rowid = 9_000_000_000_100_000 + LANGUAGES.indexOf(language) * CASES.en + place;
    const since = at - 80 * DAY + place * 60_000;
    if (kind === "candidate")
      return `INSERT OR IGNORE INTO ingestion_candidates (id, run_id, position, "values", status, findings, local_day, created_at, updated_at)
        VALUES ('${id}', '${runId(language)}', ${place}, '${found(title)}', 'pending_review', '[]', '${day}', ${since}, ${since});`;
    const event = (eventId: string, status: string, number = 0) =>
      `INSERT OR IGNORE INTO events (id, city_id, title_en, description_en, venue_en, starts_at, ends_at, time_zone, local_day,
        currency, categories, tags, tag_keys, status, creator_id, title_key, search_rowid, submitted_at, published_at, created_at, updated_at)
      SELECT '${eventId}', id, '${title}', 'An evening of the tests.', 'A hall', ${startsAt}, ${startsAt + 7_200_000}, time_zone, '${day}', 'IRR',
        '["Concert"]', '[]', '[]', '${status}', '${idOf("hosts")}', '${title.toLowerCase()}', ${rowid + 1_000 * number}, ${since},
        ${status === "pending" ? "NULL" : since}, ${since}, ${since} FROM cities WHERE slug = '${CASE_CITIES[language]}';`;
    const item = `INSERT OR IGNORE INTO source_items (id, source_id, item_key, title, city_id, "values", hash, snippet, check_id, first_seen_at, changed_at)
      SELECT '${id}', '${sourceId(language)}', '${id}', '${title}', id, '{}', 'h', 'As it stands there.', 'check', ${since}, ${since} FROM cities WHERE slug = '${CASE_CITIES[language]}';`;
    const revision = (itemId: string | null) =>
      `INSERT OR IGNORE INTO event_revisions (event_id, author_id, "values", status, source_item_id, created_at, updated_at)
        VALUES ('${id}', '${idOf("hosts")}', '${values(title, language)}', 'pending', ${itemId ? `'${itemId}'` : "NULL"}, ${since}, ${since});`;
    switch (kind) {
      case "new":
        return event(id, "pending");
      case "report":
        return event(id, "flagged");
      case "edit":
        return `${event(id, "approved")}\n${revision(null)}`;
      case "source":
        return `${event(id, "approved")}\n${item}\n${revision(id)}`;
      case "plan": {
        const eventId = eventOfCase(place, language, "plan");
        return `${event(eventId, "approved")}\n${item}
          INSERT OR IGNORE INTO source_proposals (id, source_id, item_id, event_id, kind, created_at)
          VALUES ('${id}', '${sourceId(language)}', '${id}', '${eventId}', 'cancelled', ${since});`;
      }
      case "duplicate": {
        const [one, two] = [
          eventOfCase(place, language, "one"),
          eventOfCase(place, language, "two"),
        ];
        return `${event(one, "approved", 1)}\n${event(two, "approved", 2)}
          INSERT OR IGNORE INTO duplicate_pairs (id, first_id, second_id, score, created_at)
          VALUES ('${id}', '${one}', '${two}', 0.8, ${since});`;
      }
      case "language":
        return `INSERT OR IGNORE INTO event_drafts (id, creator_id, title_en, "values", needs_language, handed_over_at, created_at, updated_at)
          VALUES ('${id}', '${idOf("hosts")}', '${title}', '${values(title, language)}', 'fa', ${since}, ${since}, ${since});`;
    }
  };
  const sourceSql = (language: Language) =>
    `INSERT OR IGNORE INTO sources (id, name, kind, url, host, city_id, other_city_ids, every_minutes, trust, status, due_at, creator_id, created_at, updated_at)
      SELECT '${sourceId(language)}', 'A hall of the tests ${language}', 'ical', 'https://hall.example/${language}.ics', 'hall.example', id, '[]', 360, 'reviewed', 'paused', ${at}, '${idOf("hosts")}', ${at}, ${at} FROM cities WHERE slug = '${CASE_CITIES[language]}';`;
  const runSql = (language: Language) =>
    `INSERT OR IGNORE INTO ingestion_runs (id, city_id, month, provider, categories, status, events_count, processed_count, idempotency_key, due_at, creator_id, created_at, updated_at)
      SELECT '${runId(language)}', id, '2027-10', 'other', '[]', 'completed', 10, 10, 'inbox-cases-${language}', ${at}, '${idOf("hosts")}', ${at}, ${at} FROM cities WHERE slug = '${CASE_CITIES[language]}';`;
  return [
    ...LANGUAGES.flatMap((language) => [
      runSql(language),
      sourceSql(language),
      ...placesOf(language).map((place) => caseSql(place, language)),
    ]),
    ...ofTehranSql(at),
    ...correctedSql(at),
  ].join("\n");
}
