import { type SQL, sql } from "drizzle-orm";
import type { CandidateStatus, InboxKind } from "../../../../db/schema";
import { DAY, HOUR } from "../../../lib/dates/durations";
import { isNamesake } from "../moderation/waiting-twins.server";

/** Optional parts of a good event, with the points lost without each. */
const QUALITY_RULES = [
  { name: "picture", points: 20 },
  { name: "persian", points: 25 },
  { name: "coordinates", points: 15 },
  { name: "time", points: 20 },
  { name: "description", points: 10 },
] as const;
type QualityRule = (typeof QUALITY_RULES)[number]["name"];

/** Score from which a case is one press from publishable. */
export const READY_SCORE = 85;
/** Minimum length of a sufficient description, characters. */
const WORDS = 80;

interface QualityColumns {
  picture: SQL;
  titleFa: SQL;
  latitude: SQL;
  /** Whether it has no time of day, 0 or 1. */
  isVague: SQL;
  description: SQL;
}

/** SQL: what is missing, one bit per rule in the order of the table. */
function missingBits({
  picture,
  titleFa,
  latitude,
  isVague,
  description,
}: QualityColumns): SQL<number> {
  const isMissing: Record<QualityRule, SQL> = {
    picture: sql`${picture} IS NULL`,
    persian: sql`${titleFa} IS NULL`,
    coordinates: sql`${latitude} IS NULL`,
    time: sql`${isVague} = 1`,
    description: sql`length(coalesce(${description}, '')) < ${sql.raw(String(WORDS))}`,
  };
  const bits = QUALITY_RULES.map(
    ({ name }, place) => sql`(${isMissing[name]}) * ${sql.raw(String(1 << place))}`,
  );
  return sql<number>`(${sql.join(bits, sql` + `)})`;
}

/** SQL condition: the score is high enough. @param bits of `missingBits` */
const isGoodEnough = (bits: SQL): SQL =>
  sql`(${sql.join(
    QUALITY_RULES.map(
      ({ points }, place) =>
        sql`(${bits} >> ${sql.raw(String(place))} & 1) * ${sql.raw(String(points))}`,
    ),
    sql` + `,
  )}) <= ${sql.raw(String(100 - READY_SCORE))}`;

/** The score, 0 to 100, and what is missing. */
export function qualityOf(bits: number): { score: number; missing: QualityRule[] } {
  const missing = QUALITY_RULES.filter((_, place) => (bits >> place) & 1);
  return {
    score: missing.reduce((score, { points }) => score - points, 100),
    missing: missing.map(({ name }) => name),
  };
}

/** The rows of a kind that wait for a decision, in the order of an index. */
interface CaseSource {
  /** FROM with the named index: the planner would sort. */
  from: SQL;
  /** FROM for one row by its id. */
  one: SQL;
  isOpen: SQL;
  id: SQL;
  /** Waiting since, UTC epoch ms. */
  at: SQL;
  /** Local day of the event, YYYY-MM-DD. */
  day: SQL;
  titleEn: SQL;
  titleFa: SQL;
  cityId: SQL;
  imageUrl: SQL;
  focus: SQL;
  /** JSON list of names. */
  categories: SQL;
  creator: SQL;
  /** Last account other than the creator that changed a new event; null for none. */
  editor?: SQL;
  /** Id of the ingestion run that found it; null if a person wrote it. */
  run: SQL;
  /** Id of the monitored source that it comes from; null for none. */
  sourceId: SQL;
  /** Version for optimistic locking: of the event and its edit, or of the candidate. */
  version: SQL;
  missing: SQL<number>;
  /** Whether one press publishes it. */
  isReady: SQL;
}

const OF_EVENT = {
  one: sql`events`,
  id: sql`events.id`,
  day: sql`events.local_day`,
  titleEn: sql`events.title_en`,
  titleFa: sql`events.title_fa`,
  cityId: sql`events.city_id`,
  imageUrl: sql`events.image_url`,
  focus: sql`events.image_focus`,
  categories: sql`events.categories`,
  creator: sql`(SELECT display_name FROM users WHERE users.id = events.creator_id)`,
  run: sql`events.ingestion_run_id`,
  sourceId: sql`(SELECT item.source_id FROM ingestion_candidates AS found CROSS JOIN source_items AS item ON item.candidate_id = found.id
    WHERE found.run_id = events.ingestion_run_id AND found.event_id = events.id)`,
  version: sql`events.version + coalesce((SELECT own.version FROM event_revisions AS own WHERE own.event_id = events.id), 0)`,
  missing: missingBits({
    picture: sql`events.image_url`,
    titleFa: sql`events.title_fa`,
    latitude: sql`events.latitude`,
    isVague: sql`(events.all_day = 1 AND events.schedule IS NULL)`,
    description: sql`coalesce(events.description_fa, events.description_en)`,
  }),
} as const;

const LAST_EDITOR = sql`(SELECT editor.display_name FROM event_decisions AS edit JOIN users AS editor ON editor.id = edit.actor_id
  WHERE edit.event_id = events.id AND edit.created_at >= events.submitted_at AND edit.action = 'edit'
  AND edit.actor_id IS NOT events.creator_id ORDER BY edit.created_at DESC LIMIT 1)`;

/** A value of a JSON column, null in rows that cannot be read. */
const valueIn = (column: SQL, path: string) =>
  sql`json_extract(CASE WHEN json_valid(${column}) THEN ${column} END, ${sql.raw(`'$.${path}'`)})`;

const EDIT = sql`event_revisions."values"`;
const editMissing = missingBits({
  picture: valueIn(EDIT, "imageUrl"),
  titleFa: valueIn(EDIT, "title.fa"),
  latitude: valueIn(EDIT, "latitude"),
  isVague: sql`(coalesce(${valueIn(EDIT, "allDay")}, 0) = 1 AND ${valueIn(EDIT, "schedule")} IS NULL)`,
  description: sql`coalesce(${valueIn(EDIT, "description.fa")}, ${valueIn(EDIT, "description.en")})`,
});

const REVISION = {
  ...OF_EVENT,
  from: sql`event_revisions INDEXED BY event_revisions_by_status CROSS JOIN events ON events.id = event_revisions.event_id`,
  one: sql`events CROSS JOIN event_revisions ON event_revisions.event_id = events.id`,
  at: sql`event_revisions.created_at`,
  creator: sql`(SELECT display_name FROM users WHERE users.id = event_revisions.author_id)`,
  missing: editMissing,
  isReady: isGoodEnough(editMissing),
} as const;
const REVISION_WAITS = sql`event_revisions.status = 'pending' AND events.status = 'approved' AND events.deleted_at IS NULL`;

const PROPOSED = sql`CROSS JOIN events ON events.id = source_proposals.event_id`;
/** Condition that never holds. A constant would leave no plan for a named index. */
const NEVER = sql`+events.id IS NULL`;

const FOUND = sql`ingestion_candidates."values"`;
const foundMissing = missingBits({
  picture: valueIn(FOUND, "imageUrl"),
  titleFa: valueIn(FOUND, "titleFa"),
  latitude: valueIn(FOUND, "latitude"),
  isVague: sql`(${valueIn(FOUND, "time")} IS NULL AND ${valueIn(FOUND, "schedule")} IS NULL)`,
  description: sql`coalesce(${valueIn(FOUND, "descriptionFa")}, ${valueIn(FOUND, "description")})`,
});

const DRAFT = sql`event_drafts."values"`;
const draftMissing = missingBits({
  picture: valueIn(DRAFT, "imageUrl"),
  titleFa: valueIn(DRAFT, "title.fa"),
  latitude: valueIn(DRAFT, "latitude"),
  isVague: sql`(coalesce(${valueIn(DRAFT, "allDay")}, 0) = 1 AND ${valueIn(DRAFT, "schedule")} IS NULL)`,
  description: sql`coalesce(${valueIn(DRAFT, "description.fa")}, ${valueIn(DRAFT, "description.en")})`,
});

const PAIR = sql`CROSS JOIN events ON events.id = duplicate_pairs.first_id CROSS JOIN events AS other ON other.id = duplicate_pairs.second_id`;

/** Open cases, by kind. The conditions of the partial indexes are written out. */
export const CASE_SOURCES: Readonly<Record<InboxKind, CaseSource>> = {
  duplicate: {
    ...OF_EVENT,
    from: sql`duplicate_pairs INDEXED BY duplicate_pairs_by_age ${PAIR}`,
    one: sql`duplicate_pairs ${PAIR}`,
    isOpen: sql`events.is_listed = 1 AND other.is_listed = 1 AND NOT EXISTS (SELECT 1 FROM distinct_pairs AS judged
      WHERE judged.first_id = duplicate_pairs.first_id AND judged.second_id = duplicate_pairs.second_id)`,
    id: sql`duplicate_pairs.id`,
    at: sql`duplicate_pairs.created_at`,
    creator: sql`other.title_en`,
    isReady: NEVER,
  },
  new: {
    ...OF_EVENT,
    from: sql`events INDEXED BY events_pending`,
    isOpen: sql`events.status = 'pending' AND events.deleted_at IS NULL`,
    at: sql`events.submitted_at`,
    editor: LAST_EDITOR,
    isReady: sql`(${isGoodEnough(OF_EVENT.missing)} AND NOT ${isNamesake})`,
  },
  edit: { ...REVISION, isOpen: sql`${REVISION_WAITS} AND event_revisions.source_item_id IS NULL` },
  source: {
    ...REVISION,
    isOpen: sql`${REVISION_WAITS} AND event_revisions.source_item_id IS NOT NULL`,
    creator: sql`(SELECT name FROM sources JOIN source_items ON source_items.source_id = sources.id WHERE source_items.id = event_revisions.source_item_id)`,
    run: sql`event_revisions.source_item_id`,
    sourceId: sql`(SELECT source_id FROM source_items WHERE source_items.id = event_revisions.source_item_id)`,
  },
  plan: {
    ...OF_EVENT,
    from: sql`source_proposals INDEXED BY source_proposals_open ${PROPOSED}`,
    one: sql`source_proposals ${PROPOSED}`,
    isOpen: sql`source_proposals.status = 'open' AND events.deleted_at IS NULL`,
    id: sql`source_proposals.id`,
    at: sql`source_proposals.created_at`,
    creator: sql`(SELECT name FROM sources WHERE sources.id = source_proposals.source_id)`,
    run: sql`source_proposals.source_id`,
    sourceId: sql`source_proposals.source_id`,
    isReady: NEVER,
  },
  report: {
    ...OF_EVENT,
    from: sql`events INDEXED BY events_flagged`,
    isOpen: sql`events.status = 'flagged' AND events.deleted_at IS NULL`,
    at: sql`events.updated_at`,
    isReady: NEVER,
  },
  reported: {
    ...OF_EVENT,
    // By its first open report: an edit of the event makes no case newer.
    from: sql`event_flags INDEXED BY event_flags_open CROSS JOIN events ON events.id = event_flags.event_id`,
    one: sql`(SELECT id AS event_id FROM events) AS event_flags CROSS JOIN events ON events.id = event_flags.event_id`,
    isOpen: sql`event_flags.outcome IS NULL AND events.status = 'approved' AND events.deleted_at IS NULL AND (events.flag_count = 1 OR NOT EXISTS (SELECT 1 FROM event_flags AS earlier
      WHERE earlier.event_id = event_flags.event_id AND earlier.outcome IS NULL AND (earlier.created_at, earlier.user_id) < (event_flags.created_at, event_flags.user_id)))`,
    id: sql`event_flags.event_id`,
    at: sql`event_flags.created_at`,
    isReady: NEVER,
  },
  candidate: {
    from: sql`ingestion_candidates INDEXED BY ingestion_candidates_open CROSS JOIN ingestion_runs ON ingestion_runs.id = ingestion_candidates.run_id`,
    one: sql`ingestion_candidates CROSS JOIN ingestion_runs ON ingestion_runs.id = ingestion_candidates.run_id`,
    isOpen: sql`ingestion_candidates.status IN ('pending_review', 'auto_approved', 'flagged', 'pending_retry')`,
    id: sql`ingestion_candidates.id`,
    at: sql`ingestion_candidates.created_at`,
    day: sql`ingestion_candidates.local_day`,
    titleEn: sql`coalesce(${valueIn(FOUND, "title")}, ${valueIn(FOUND, "titleFa")}, '')`,
    titleFa: valueIn(FOUND, "titleFa"),
    cityId: sql`ingestion_runs.city_id`,
    imageUrl: valueIn(FOUND, "imageUrl"),
    focus: sql`'center'`,
    categories: sql`iif(${valueIn(FOUND, "category")} IS NULL, '[]', json_array(${valueIn(FOUND, "category")}))`,
    creator: sql`NULL`,
    run: sql`ingestion_candidates.run_id`,
    sourceId: sql`(SELECT source_id FROM source_items WHERE source_items.candidate_id = ingestion_candidates.id)`,
    version: sql`ingestion_candidates.version`,
    missing: foundMissing,
    isReady: sql`(+ingestion_candidates.status IN ('pending_review', 'auto_approved') AND ${isGoodEnough(foundMissing)})`,
  },
  // Drafts whose author has handed them over, for a language to be added.
  language: {
    from: sql`event_drafts INDEXED BY event_drafts_handed_over`,
    one: sql`event_drafts`,
    isOpen: sql`event_drafts.needs_language IS NOT NULL`,
    id: sql`event_drafts.id`,
    at: sql`event_drafts.handed_over_at`,
    day: sql`substr(${valueIn(DRAFT, "startsAt")}, 1, 10)`,
    titleEn: sql`coalesce(${valueIn(DRAFT, "title.en")}, ${valueIn(DRAFT, "title.fa")}, '')`,
    titleFa: valueIn(DRAFT, "title.fa"),
    cityId: sql`(SELECT cities.id FROM cities WHERE cities.slug = ${valueIn(DRAFT, "city")})`,
    imageUrl: valueIn(DRAFT, "imageUrl"),
    focus: sql`coalesce(${valueIn(DRAFT, "imageFocus")}, 'center')`,
    categories: sql`coalesce(${valueIn(DRAFT, "categories")}, '[]')`,
    creator: sql`(SELECT display_name FROM users WHERE users.id = event_drafts.creator_id)`,
    run: sql`NULL`,
    sourceId: sql`NULL`,
    version: sql`event_drafts.version`,
    missing: draftMissing,
    isReady: sql`+event_drafts.id IS NULL`,
  },
};

/** Groups of cases, in the order in which they are decided. */
export const CASE_GROUPS = ["urgent", "doubts", "clean"] as const;
/** Events up to `SOON` ahead are urgent. Local days differ by zone, so the window begins `ZONES` ago. */
const [SOON, ZONES] = [2 * DAY, 12 * HOUR];

/**
 * SQL: the place of a case in `CASE_GROUPS`. Urgent is what is hidden by reports or has one that
 * counts, and what is about an event of the next two days; clean is what one press publishes.
 */
export function groupOf(kind: InboxKind, now: number): SQL<number> {
  const { day, isReady } = CASE_SOURCES[kind];
  const [from, to] = [now - ZONES, now + SOON].map((at) => new Date(at).toISOString().slice(0, 10));
  const isSoon = sql`${day} BETWEEN ${from} AND ${to}`;
  const isUrgent: Partial<Record<InboxKind, SQL>> = {
    duplicate: sql`0`,
    report: sql`1`,
    reported: sql`(${isSoon} OR EXISTS (SELECT 1 FROM event_flags AS counted WHERE counted.event_id = events.id AND counted.outcome IS NULL AND counted.weight > 0))`,
  };
  const isAhead = kind === "new" || kind === "candidate" ? sql`${day} > ${to}` : sql`1`;
  return sql<number>`CASE WHEN ${isUrgent[kind] ?? isSoon} THEN 0 WHEN ${isReady} AND ${isAhead} THEN 2 ELSE 1 END`;
}

/** Part of the waiting rows of one kind. */
export interface CaseSlice {
  kind: InboxKind;
  isIn: SQL;
}

export const candidatesWith = (status: CandidateStatus): CaseSlice => ({
  kind: "candidate",
  isIn: sql`+ingestion_candidates.status = ${status}`,
});

/** @param until since when the last of them waits: no more of the index is read */
export const newEventsAmong = (ids: readonly string[], until: number): CaseSlice => ({
  kind: "new",
  isIn: sql`events.submitted_at <= ${until} AND events.id IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`,
});

/** Conditions on the waiting rows of a kind. */
export interface CaseFilter {
  /** Ids; empty for all. */
  cities: readonly string[];
  /** English name. */
  category: string | null;
  /** Who it comes from: "people", "ingestion", or the id of a monitored source or of a run. */
  source: string | null;
  /** Only cases that wait since before and after these instants, UTC epoch ms. */
  before: number | null;
  after: number | null;
  isReady: boolean;
}

/** SQL condition of a filter. */
export function matches(
  source: CaseSource,
  { cities, category, source: origin, before, after, isReady }: CaseFilter,
): SQL {
  return sql.join(
    [
      source.isOpen,
      ...(cities.length > 0
        ? [sql`+${source.cityId} IN (SELECT value FROM json_each(${JSON.stringify(cities)}))`]
        : []),
      ...(category === null
        ? []
        : [sql`EXISTS (SELECT 1 FROM json_each(${source.categories}) WHERE value = ${category})`]),
      ...(origin === null ? [] : [fromOrigin(source, origin)]),
      ...(before === null ? [] : [sql`${source.at} < ${before}`]),
      ...(after === null ? [] : [sql`${source.at} >= ${after}`]),
      ...(isReady ? [source.isReady] : []),
    ],
    sql` AND `,
  );
}

function fromOrigin({ run, sourceId }: CaseSource, origin: string): SQL {
  if (origin === "people") return sql`${run} IS NULL`;
  return origin === "ingestion"
    ? sql`${run} IS NOT NULL`
    : sql`(${run} = ${origin} OR ${sourceId} = ${origin})`;
}
