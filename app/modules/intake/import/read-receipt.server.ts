import { createHash } from "node:crypto";
import type { Deps } from "../../../lib/deps";
import type { Actor } from "../../../lib/permissions";
import { type City, listCities } from "../../cities/queries.server";
import { materialise } from "../../schedule/expand-schedule.server";
import { settingsOf } from "../../settings/platform-settings.server";
import type { PlatformSettings } from "../../settings/schema";
import { announcedEvents } from "../drafting/read-announcement.server";
import { foundAnnouncement } from "../entries/found-announcement.server";
import { EMPTY_FOUND_EVENT, type FoundEvent, withoutBrokenLetters } from "../entries/found-event";
import { entryLines } from "../entries/kinds/ical.server";
import { rss } from "../entries/kinds/rss.server";
import { readCalendar } from "../entries/read-calendar-file.server";
import { readPageEvents } from "../entries/read-website.server";
import type { SourceItem } from "../entries/source-item";
import { isOver } from "../fields/item-values.server";
import { gradeOf, ISSUE_CODES, type IssueCode } from "../issue-table";
import { draftOfFound, type FoundDraft } from "./draft-of-found.server";
import { baseOf, type ImportMaterial } from "./import-material.server";

/** Events that a receipt lists. */
const LISTED = 500;
/** Of the original text of an entry, characters. */
const ORIGINAL = 2_000;

/** An event of a material: what would become of it, and from which text. */
export interface ReceiptEntry {
  /** Of its draft: the same whenever the material is read for the same form. */
  id: string;
  title: string | null;
  /** Null for an entry that no draft can be made of. */
  draft: FoundDraft | null;
  /** Why it was left out; null for one that was read. */
  reason: IssueCode | null;
  original: string;
  /** How many entries of the material it is made of. */
  entries: number;
}

/** What an import read: a sum, and its parts one by one. In the file − over − left out − unread = read. */
export interface ImportReceipt {
  total: number;
  over: number;
  read: number;
  /** Of those read: with a doubt, or a value that was cut or dropped. */
  altered: number;
  leftOut: number;
  /** Entries beyond what one reading takes. */
  unread: number;
  entries: ReceiptEntry[];
}

interface FoundEntry {
  key: string;
  found: FoundEvent;
  original: string;
  entries: number;
}

/**
 * Reads all events of a material, without storing anything. Entries that are over are counted and
 * use up no limit. @param once key of the form, by which drafts get their ids
 * @throws AppError("invalid") with an issue at `file` for an unreadable calendar
 */
export async function readReceipt(
  deps: Pick<Deps, "db" | "memo" | "clock">,
  actor: Actor,
  material: ImportMaterial,
  once: string,
): Promise<ImportReceipt> {
  const now = deps.clock.now();
  const { found, past, unread } = await entriesOf(deps, material, now);
  const [cities, { content }] = await Promise.all([listCities(deps), settingsOf(deps)]);
  const assessed = found.map((entry) => ({
    entries: entry.entries,
    assess: assessment(entry, cities, content, now),
    entry,
  }));
  const open = assessed.filter(({ assess }) => !assess.isOver);
  const listed = open.slice(0, LISTED).map(
    ({ entry, assess: { title, draft, reason } }): ReceiptEntry => ({
      id: draftId(actor.id, once, entry.key),
      title,
      draft,
      reason,
      original: entry.original.slice(0, ORIGINAL),
      entries: entry.entries,
    }),
  );
  const sum = (list: readonly { entries: number }[]) =>
    list.reduce((count, { entries }) => count + entries, 0);
  const over = past + sum(assessed.filter(({ assess }) => assess.isOver));
  const beyond = unread + sum(open.slice(LISTED));
  const leftOut = sum(listed.filter(({ reason }) => reason !== null));
  const read = sum(listed) - leftOut;
  return {
    total: over + beyond + leftOut + read,
    over,
    read,
    altered: sum(listed.filter(({ reason, draft }) => reason === null && isAltered(draft))),
    leftOut,
    unread: beyond,
    entries: listed,
  };
}

/** Notes that are no doubts: lists show the dates, pictures stay behind, and the form asks for English. */
const PLAIN_NOTES: readonly FoundDraft["notes"][number][] = ["dates", "noPicture", "translate"];

/** What the author of a draft should look at. */
export const doubtsIn = ({ notes }: FoundDraft): FoundDraft["notes"] =>
  notes.filter(
    (note) =>
      !PLAIN_NOTES.includes(note) &&
      !ISSUE_CODES.some((code) => code === note && gradeOf(code) === "note"),
  );

const isAltered = (draft: FoundDraft | null): boolean =>
  draft !== null && doubtsIn(draft).length > 0;

async function entriesOf(
  deps: Pick<Deps, "db" | "memo">,
  { kind, url, text, city }: ImportMaterial,
  now: number,
): Promise<{ found: FoundEntry[]; past: number; unread: number }> {
  const keyOf = (id: string | null, { title, startsAt }: FoundEvent) =>
    JSON.stringify([id, title, startsAt]);
  if (kind === "post") {
    const cities = await listCities(deps);
    const about = cities.find(({ slug }) => slug === city) ?? null;
    const events = await announcedEvents(deps, text, about, now);
    const found = events.map((event): FoundEntry => {
      const own = foundAnnouncement(event);
      const inCity = event.place.city ?? city;
      return {
        key: keyOf(null, own),
        found: {
          ...own,
          // Its city is the event's; the form's is that of posts that name none.
          findings: own.findings.filter(({ code }) => code !== "other-city"),
          others: { ...own.others, ...(inCity && { city: inCity }) },
        },
        original: event.description,
        entries: 1,
      };
    });
    return { found, past: 0, unread: 0 };
  }
  if (kind === "calendar") {
    const { events, past, unread } = readCalendar(text, now);
    const found = events.map(
      ({ id, uid, found, entries }): FoundEntry => ({
        key: keyOf(id, found),
        found,
        original: entryLines(text, uid),
        entries,
      }),
    );
    return { found, past, unread };
  }
  if (FEED.test(text.slice(0, FEED_BEGINS))) return entriesOfFeed(deps, text, baseOf({ url }), now);
  const { events, unread } = await readPageEvents(text, baseOf({ url }), now);
  const found = events.map(
    ({ id, found }): FoundEntry => ({
      key: keyOf(id, found),
      found,
      original: [found.title, found.startsAt, found.venue, found.description]
        .filter(Boolean)
        .join("\n"),
      entries: 1,
    }),
  );
  return { found, past: 0, unread };
}

const FEED = /^[^<]*(?:<[?!][^>]*>\s*)*<(?:rss|feed|rdf:RDF)[\s>]/i;
/** In which a feed names itself, characters. */
const FEED_BEGINS = 4_000;

/** The entries of an RSS or Atom file: the author is taken to be in Iran, the city is the entry's. */
async function entriesOfFeed(deps: Pick<Deps, "db" | "memo">, text: string, url: URL, now: number) {
  const {
    items,
    left = [],
    unread = 0,
  } = await rss.read(
    { url, type: "", text },
    {
      now,
      timeZone: "Asia/Tehran",
      citySlug: "",
      countryCode: "IR",
      cities: await listCities(deps),
      isFirst: true,
      ask: null,
    },
  );
  const entry = (found: FoundEvent, id: string | null, snippet: string): FoundEntry => ({
    key: JSON.stringify([id, found.title, found.startsAt]),
    found,
    original: snippet,
    entries: 1,
  });
  return {
    found: [
      ...items.map((item) => entry(foundInFeed(item), item.id, item.snippet)),
      ...left.map(({ title, snippet, url: id = null }) =>
        entry({ ...EMPTY_FOUND_EVENT, title }, id, snippet),
      ),
    ],
    past: 0,
    unread,
  };
}

/** A moment that an element of a feed states; no other is taken from it. */
const STATED = /^(\d{4}-\d\d-\d\d)(?:T\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)?)?$/;

/** An entry whose element states its times, with what no field took as findings. */
function foundInFeed({ found, stated }: SourceItem): FoundEvent {
  // No form names a city that the entry's could differ from.
  if (!stated)
    return { ...found, findings: found.findings.filter(({ code }) => code !== "other-city") };
  const at = (date = "", time?: string) => {
    const moment = time && !date.includes("T") ? `${date.trim()}T${time.trim()}` : date.trim();
    return STATED.test(moment) ? moment : null;
  };
  const startsAt = at(stated.date, stated.time);
  const endsAt = at(stated.endDate);
  const findings = [...found.findings];
  if (startsAt === null) findings.push({ field: "date", code: "unreadable-date" });
  if (stated.endDate && endsAt === null)
    findings.push({ field: "endDate", code: "unreadable-end" });
  if (stated.price) findings.push({ field: "price", code: "unreadable-price" });
  return { ...found, startsAt, endsAt, allDay: startsAt?.includes("T") === false, findings };
}

/** Pictures of other sites are not fetched for many drafts at once. */
const withoutPicture = (draft: FoundDraft): FoundDraft =>
  draft.input.imageUrl === null
    ? draft
    : {
        ...draft,
        input: { ...draft.input, imageUrl: null },
        notes: [...draft.notes, "noPicture"],
      };

/** What is said of an entry's last date leaves it readable. */
const OF_END = ["endDate", "endTime"];

function assessment(
  { found: written }: FoundEntry,
  cities: readonly City[],
  limits: PlatformSettings["content"],
  now: number,
) {
  const found = withoutBrokenLetters(written);
  const whole = draftOfFound(found, cities, limits, now);
  const draft = whole && withoutPicture(whole);
  const refused = found.findings.find(
    ({ field, code }) => gradeOf(code) === "error" && !OF_END.includes(field),
  )?.code;
  const status = ISSUE_CODES.find((code) => code === found.status && gradeOf(code) === "error");
  const reason: IssueCode | null =
    found.title === null
      ? "missing-title"
      : draft === null
        ? "too-short"
        : (refused ??
          status ??
          (draft.input.startsAt === null && !draft.input.schedule ? "missing-date" : null));
  return { title: found.title, draft, reason, isOver: draft !== null && isDraftOver(draft, now) };
}

function isDraftOver({ input, city }: FoundDraft, now: number): boolean {
  if (!input.schedule) return isOver(input, city?.timeZone ?? null, now);
  const timeZone = city?.timeZone ?? "UTC";
  return materialise(input.schedule, { eventId: "", timeZone }, now).length === 0;
}

/** The id of a draft, from what it is made of: a form that is sent twice names the same. */
function draftId(actorId: string, once: string, key: string): string {
  const hash = createHash("sha256")
    .update(JSON.stringify([actorId, once, key]))
    .digest("hex");
  // A UUID of version 7 with the form's time.
  return `${once.slice(0, 14)}7${hash.slice(0, 3)}-8${hash.slice(3, 6)}-${hash.slice(6, 18)}`;
}
