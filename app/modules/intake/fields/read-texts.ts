import { addIssue, type EntryDraft, recordSource } from "../entries/entry-draft";
import type { FieldValue, Gathered } from "../entries/gather-fields";
import { isInherited } from "../entries/inherit-fields";
import { nameKey } from "../entries/name-keys";
import { cleanValue } from "../text/clean-value";
import { JsonObject, type JsonValue } from "../text/json-value";
import { readCategory } from "./read-category";
import { readTraits } from "./read-traits";
import { looksLikeUrl, readUrl } from "./read-url";

/** Same limits as for events (app/modules/authoring/schema.ts). */
const TAGS_MAX = 10;
const TAG_MAX = 40;
const INSPECTED_MAX = 60;

/** Tags of a list, or of texts separated by commas or hash signs, without duplicates. */
function readTags(texts: readonly string[]): string[] {
  const parts = texts.slice(0, INSPECTED_MAX).flatMap(split);
  const tags = new Map<string, string>();
  for (const part of parts.slice(0, INSPECTED_MAX)) {
    const tag = cleanValue(part, TAG_MAX * 2, true)
      .text.replace(/^[#\s]+/, "")
      .replace(/_/g, " ")
      .trim();
    if (tag !== "" && [...tag].length <= TAG_MAX && !tags.has(tag.toLowerCase()))
      tags.set(tag.toLowerCase(), tag);
  }
  return [...tags.values()].slice(0, TAGS_MAX);
}

function split(text: string): string[] {
  const inspected = text.slice(0, 1_000);
  return inspected.split(/[,،;؛|\n]|(?<!\s)\s+(?=#)/);
}

/**
 * Defaults of the settings (decisions.md §7); runs check candidates against the actual settings.
 */
const LIMITS = {
  title: 140,
  description: 5_000,
  venue: 120,
  address: 240,
  organizer: 120,
} as const;
const TITLE_MIN = 5;
const NOTHING =
  /^(?:n\/?a|none|null|undefined|nan|tba|tbd|tbc|unknown|to be announced|to be confirmed|not (?:available|specified|provided)|-+|–|—|\?+|\.+|نامشخص|ندارد|نا مشخص|متعاقبا اعلام می‌شود|به‌زودی اعلام می‌شود)$/i;
const PLACEHOLDER_FIELDS = new Set([
  "venue",
  "address",
  "organizer",
  "description",
  "descriptionFa",
  "title",
  "titleFa",
]);

type TextField =
  | "title"
  | "titleFa"
  | "description"
  | "descriptionFa"
  | "venue"
  | "address"
  | "organizer";

/** Plain text of a value: items of a list joined, the name of an object. */
export function textOf(value: JsonValue): string | null {
  if (typeof value === "string") return value;
  if (typeof value === "number") return String(value);
  if (Array.isArray(value)) {
    const texts = value.slice(0, 50).flatMap((item) => textOf(item) ?? []);
    return texts.length > 0 ? texts.join(", ") : null;
  }
  if (!(value instanceof JsonObject)) return null;
  for (const [key, inner] of value.fields)
    if (nameKey(key)?.meaning === "title" && typeof inner === "string") return inner;
  for (const inner of value.fields.values()) if (typeof inner === "string") return inner;
  return null;
}

/** Reads title, description, venue, address and organizer, by the language of their keys. */
export function readTexts(draft: EntryDraft, gathered: Gathered): void {
  const { event } = draft;
  read(
    draft,
    "title",
    [...(gathered.get("title") ?? []), ...(gathered.get("titleEn") ?? [])],
    LIMITS.title,
  );
  read(draft, "titleFa", gathered.get("titleFa") ?? [], LIMITS.title);
  read(
    draft,
    "description",
    [...(gathered.get("description") ?? []), ...(gathered.get("descriptionEn") ?? [])],
    LIMITS.description,
  );
  read(draft, "descriptionFa", gathered.get("descriptionFa") ?? [], LIMITS.description);
  const places = [
    ...(gathered.get("venue") ?? []),
    ...(gathered.get("venueEn") ?? []),
    ...(gathered.get("venueFa") ?? []),
  ];
  read(draft, "venue", places, LIMITS.venue);
  read(
    draft,
    "address",
    [
      ...(gathered.get("address") ?? []),
      ...(gathered.get("addressEn") ?? []),
      ...(gathered.get("addressFa") ?? []),
    ],
    LIMITS.address,
  );
  read(
    draft,
    "organizer",
    [...(gathered.get("organizer") ?? []), ...(gathered.get("organizerEn") ?? [])],
    LIMITS.organizer,
  );
  if (!event.title && event.titleFa) {
    event.title = event.titleFa;
    recordSource(draft, "title", 0.6, gathered.get("titleFa")?.[0] ?? null);
    addIssue(draft, "title", "title-in-persian-only");
  }
}

function read(
  draft: EntryDraft,
  field: TextField,
  fieldValues: readonly FieldValue[],
  max: number,
): void {
  for (const fieldValue of fieldValues) {
    const raw = typeof fieldValue.value === "boolean" ? null : textOf(fieldValue.value);
    if (raw === null) {
      addIssue(draft, field, "unreadable-text");
      continue;
    }
    const isLong = field === "description" || field === "descriptionFa";
    const { text, wasCut, hadScript } = cleanValue(raw, max, !isLong);
    if (hadScript) addIssue(draft, field, "markup-removed");
    if (text === "" || (PLACEHOLDER_FIELDS.has(field) && NOTHING.test(text))) continue;
    draft.event[field] = text;
    if (wasCut) addIssue(draft, field, "too-long");
    if ((field === "title" || field === "titleFa") && [...text].length < TITLE_MIN)
      addIssue(draft, field, "too-short");
    const isPlain = typeof fieldValue.value === "string" && fieldValue.rank === 0;
    recordSource(
      draft,
      field,
      hadScript || wasCut ? 0.6 : isPlain ? 1 : isInherited(fieldValue) ? 0.8 : 0.95,
      fieldValue,
    );
    return;
  }
}

/** Generic words of venues, beside a name: "Vahdat Hall", «گالری اثر». */
const PLACE =
  /(?<!\p{L})(?:hall|theat(?:re|er)|gallery|museum|cent(?:re|er)|stadium|arena|club|caf[eé]|library|house|cinema|studio|park|university|complex|auditorium|تالار|سالن|گالری|موزه|فرهنگسرای?|خانه|کافه|سینما|پردیس|کتابخانه|ورزشگاه|باغ|کاخ|مجموعه|بوستان|عمارت)(?!\p{L})/iu;

/**
 * Reads the venue from the grouping keys: {"Vahdat Hall": [{…}]}, {"venues": [{"name": "Vahdat
 * Hall", "events": […]}]}.
 */
export function readVenueAround(draft: EntryDraft, path: readonly string[]): void {
  if (draft.event.venue !== null) return;
  for (let place = path.length - 1; place >= 0; place -= 1) {
    const text = path[place] ?? "";
    const isNamed =
      text.trim().includes(" ") && PLACE.test(text) && readCategory(text).confidence < 0.9;
    if (!isNamed && nameKey(path[place - 1] ?? "")?.meaning !== "venue") continue;
    read(draft, "venue", [{ key: text, value: text, rank: 9, unit: null }], LIMITS.venue);
    if (draft.event.venue !== null) draft.event.confidence.venue = 0.7;
    return;
  }
}

/** Reads the first known category of the entry, else of the grouping keys. */
export function readCategories(
  draft: EntryDraft,
  gathered: Gathered,
  path: readonly string[],
): void {
  const own = [
    ...(gathered.get("category") ?? []),
    ...(gathered.get("categoryEn") ?? []),
    ...(gathered.get("categoryFa") ?? []),
  ];
  const around =
    own.length === 0
      ? [...path].reverse().map((key): FieldValue => ({ key, value: key, rank: 9, unit: null }))
      : [];
  let unknown: FieldValue | null = null;
  for (const fieldValue of [...own, ...around]) {
    const texts = Array.isArray(fieldValue.value)
      ? fieldValue.value.slice(0, 20).flatMap((item) => textOf(item) ?? [])
      : [textOf(fieldValue.value) ?? ""];
    const readings = texts
      .filter((text) => !/^(?:event|other|misc|رویداد|سایر)?$/i.test(text.trim()))
      .map(readCategory);
    const found =
      readings.find(({ value, codes }) => value !== null && codes.length === 0) ??
      (own.length > 0 ? readings.find(({ value }) => value !== null) : undefined);
    if (found?.value) {
      draft.event.category = found.value;
      recordSource(
        draft,
        "category",
        around.length > 0 ? found.confidence * 0.9 : found.confidence,
        fieldValue,
      );
      addIssue(draft, "category", ...found.codes);
      return;
    }
    unknown ??= own.length > 0 ? fieldValue : null;
  }
  if (unknown) {
    recordSource(draft, "category", 0, unknown);
    addIssue(draft, "category", "unknown-category");
  }
}

/** Reads the first web address of the link fields; a source such as "Tiwall" is ignored. */
export function readLinks(draft: EntryDraft, gathered: Gathered): void {
  const flat = (fieldValues: readonly FieldValue[]) =>
    fieldValues.flatMap((fieldValue) => {
      const values = Array.isArray(fieldValue.value)
        ? fieldValue.value.slice(0, 10)
        : fieldValue.value instanceof JsonObject
          ? [...fieldValue.value.fields.values()]
          : [fieldValue.value];
      return values.flatMap((value) =>
        typeof value === "string"
          ? [{ ...fieldValue, value }]
          : value instanceof JsonObject
            ? [...value.fields.values()].flatMap((inner) =>
                typeof inner === "string" && looksLikeUrl(inner)
                  ? [{ ...fieldValue, value: inner }]
                  : [],
              )
            : [],
      );
    });
  for (const fieldValue of flat(gathered.get("image") ?? [])) {
    const { value } = readUrl(fieldValue.value);
    if (value === null || draft.event.imageUrl !== null) continue;
    draft.event.imageUrl = value;
    recordSource(draft, "imageUrl", 0.9, fieldValue);
  }
  const fieldValues = flat([
    ...(gathered.get("url") ?? []),
    ...(gathered.get("urlEn") ?? []),
    ...(gathered.get("urlFa") ?? []),
  ]);
  let failed: FieldValue | null = null;
  for (const fieldValue of fieldValues) {
    const reading = readUrl(fieldValue.value);
    if (reading.value !== null) {
      draft.event.url = reading.value;
      recordSource(draft, "url", reading.confidence, fieldValue);
      addIssue(draft, "url", ...reading.codes);
      return;
    }
    const isName = !looksLikeUrl(fieldValue.value) && /source|reference|منبع/i.test(fieldValue.key);
    if (reading.codes.length > 0 && !isName && failed === null) {
      failed = fieldValue;
      addIssue(draft, "url", ...reading.codes);
    }
  }
  if (failed) recordSource(draft, "url", 0, failed);
}

const listedTexts = (fieldValues: readonly FieldValue[]) =>
  fieldValues.flatMap(({ value }) =>
    Array.isArray(value) ? value.flatMap((item) => textOf(item) ?? []) : [textOf(value) ?? ""],
  );

/** Proposals: a person confirms them (decisions.md §3). */
export function readTraitList(draft: EntryDraft, gathered: Gathered): void {
  const fieldValues = gathered.get("proposedTraits") ?? [];
  draft.event.proposedTraits = readTraits(listedTexts(fieldValues));
  if (draft.event.proposedTraits.length > 0)
    recordSource(draft, "proposedTraits", 1, fieldValues[0] ?? null);
}

export function readTagList(draft: EntryDraft, gathered: Gathered): void {
  const fieldValues = [
    ...(gathered.get("tags") ?? []),
    ...(gathered.get("tagsEn") ?? []),
    ...(gathered.get("tagsFa") ?? []),
  ];
  const texts = listedTexts(fieldValues);
  draft.event.tags = readTags(texts);
  if (draft.event.tags.length > 0) recordSource(draft, "tags", 1, fieldValues[0] ?? null);
}
