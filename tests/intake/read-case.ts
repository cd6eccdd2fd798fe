import { localDay, toIsoWithOffset } from "../../app/lib/dates/dates.server";
import { addDays } from "../../app/lib/dates/days";
import { instantOf } from "../../app/lib/dates/written-times.server";
import { AppError } from "../../app/lib/errors";
import type { EventValues } from "../../app/lib/event/event-fields";
import { takesPlace } from "../../app/lib/event/schedule";
import { currencyOf } from "../../app/lib/text/money";
import { getOwnEvent, ownEventValues } from "../../app/modules/authoring/find-own-event.server";
import { parseAnswer } from "../../app/modules/intake/entries/parse-answer.server";
import type { SourceDocument } from "../../app/modules/intake/entries/source-item";
import { SOURCE_READERS } from "../../app/modules/intake/entries/source-readers.server";
import { readItem } from "../../app/modules/intake/fields/item-values.server";
import {
  type CandidateValues,
  candidateValuesOf,
  eventValuesOf,
} from "../../app/modules/intake/ingestion/candidate-values";
import { decodeText } from "../../app/modules/intake/text/decode-text";
import { expandSchedule } from "../../app/modules/schedule/expand-schedule.server";
import type { SourceKind } from "../../db/schema";
import seedCities from "../../db/seed/cities.json";
import { answerWith, EXTERNAL } from "../helpers/external-services";
import { importEvent } from "../helpers/import-event";
import { addActor } from "../helpers/organizers";
import type { TestDeps } from "../helpers/test-deps";
import { caseBytes } from "./case-files";

/** When the cases are read. */
export const CASES_NOW = Date.UTC(2026, 10, 27, 12);

/** The city of a source, form or answer. */
export interface CaseCity {
  slug: string;
  timeZone: string;
  countryCode: string;
  nameEn: string;
  nameFa: string;
  latitude: number;
  longitude: number;
}
export const TEHRAN: CaseCity = {
  slug: "tehran",
  nameEn: "Tehran",
  nameFa: "تهران",
  countryCode: "IR",
  timeZone: "Asia/Tehran",
  latitude: 35.6892,
  longitude: 51.389,
};

/** A way in: a kind of source, or a file, an address, an assistant's answer. */
export type Door = SourceKind | "file" | "address" | "answer" | "api";

/** What a door makes of a case, in the terms of the cases. */
export interface Observed {
  title: string | null;
  starts: string[];
  ends: string | null;
  startDay: string | null;
  endDay: string | null;
  allDay: boolean;
  venue: string | null;
  address: string | null;
  description: string | null;
  image: string | null;
  price: number | null;
  currency: string | null;
  attendance: string | null;
  onlineUrl: string | null;
  status: string;
  findings: string[];
}

function observed(
  values: EventValues,
  status: string,
  findings: readonly string[],
  { timeZone }: CaseCity,
): Observed {
  const written = (at: number) => toIsoWithOffset(at, timeZone).replace(/:00(?=[+-])/, "");
  const [from, to] = [values.startsAt, values.endsAt].map((at) =>
    at === null ? null : instantOf(at, timeZone),
  );
  const dates = values.schedule
    ? expandSchedule(
        values.schedule,
        { eventId: "", timeZone },
        { from: 0, to: CASES_NOW + 400 * 86_400_000 },
      )
        .filter(takesPlace)
        .map(({ startsAt, endsAt }) => ({ startsAt, endsAt }))
    : from === null || from === undefined
      ? []
      : [{ startsAt: from, endsAt: to ?? from }];
  const last = dates.at(-1);
  const lastDay = last ? localDay(last.endsAt, timeZone) : null;
  const endsAtMidnight = last !== undefined && written(last.endsAt).slice(11, 16) === "00:00";
  return {
    title: values.title.en ?? values.title.fa,
    starts: dates.map(({ startsAt }) => written(startsAt)),
    ends: to === null || to === undefined ? null : written(to),
    startDay: dates[0] ? localDay(dates[0].startsAt, timeZone) : null,
    endDay: lastDay !== null && endsAtMidnight ? addDays(lastDay, -1) : lastDay,
    allDay: values.allDay,
    venue: values.venue.en ?? values.venue.fa,
    address: values.address.en ?? values.address.fa,
    description: values.description.en ?? values.description.fa,
    image: values.imageUrl,
    price: values.price,
    currency: values.currency,
    attendance: values.attendance,
    onlineUrl: values.onlineUrl,
    status: status === "scheduled" && values.soldOut ? "sold-out" : status,
    findings: [...new Set(findings)],
  };
}

const NO_DEFAULTS = { venue: null, organizer: null, category: null, language: null };

/** Findings that state a status. */
const STATED: readonly string[] = ["cancelled", "postponed", "sold-out"];
const ofCandidate = (values: CandidateValues, isCancelled: boolean, city: CaseCity) =>
  observed(
    eventValuesOf(values, city.slug),
    isCancelled
      ? "cancelled"
      : (values.issues.find(({ code }) => STATED.includes(code))?.code ?? "scheduled"),
    values.issues.map(({ code }) => code),
    city,
  );

const KNOWN = seedCities.map(({ slug, name }) => ({ slug, nameEn: name.en, nameFa: name.fa }));
const TYPES: Record<string, string> = {
  ics: "text/calendar",
  html: "text/html",
  xml: "application/xml",
  json: "application/json",
};

async function throughSource(kind: SourceKind, name: string, city: CaseCity): Promise<Observed[]> {
  const type = TYPES[name.split(".").at(-1) ?? ""] ?? "text/plain";
  const document: SourceDocument = {
    url: new URL("https://hall.example.org/list"),
    type,
    text: decodeText(caseBytes(name), null).text,
  };
  const context = {
    now: CASES_NOW,
    timeZone: city.timeZone,
    citySlug: city.slug,
    countryCode: city.countryCode,
    cities: KNOWN,
    isFirst: true,
    ask: null,
  };
  const { items } = await SOURCE_READERS[kind].read(document, context);
  return items.flatMap((item) => {
    const read = readItem(
      item,
      { ...city, id: city.slug } as Parameters<typeof readItem>[1],
      CASES_NOW,
      NO_DEFAULTS,
      { label: "case" },
      KNOWN,
    );
    if (read) return [ofCandidate(read.values, read.isCancelled, city)];
    const findings = item.found.findings.map(({ code }) => code);
    const nothing = observed(eventValuesOf(EMPTY, city.slug), item.found.status, findings, city);
    return [{ ...nothing, title: item.found.title }];
  });
}

/** A candidate that says nothing. */
const EMPTY: CandidateValues = (() => {
  const answer = parseAnswer('[{"title": "x", "date": "2026-12-01"}]', {
    city: { slug: "", timeZone: "UTC", currency: "IRR", country: "IR" },
    month: "2026-12",
    today: "2026-11-27",
  });
  if (!answer.ok || !answer.events[0]) throw new Error("The parser reads nothing.");
  return { ...candidateValuesOf(answer.events[0]), title: null, date: null, issues: [] };
})();

const ENDED = ["cancelled", "postponed", "private"];

async function throughImport(
  deps: TestDeps,
  source: Parameters<typeof importEvent>[2],
  city: CaseCity,
): Promise<Observed[]> {
  const author = await addActor(deps);
  const isAllowed = (url: URL) => url.origin === new URL(EXTERNAL.http).origin;
  try {
    const { id, notes } = await importEvent(deps, author, source, isAllowed);
    const values = ownEventValues(await getOwnEvent(deps, author, id));
    return [
      observed(values, notes.find((note) => ENDED.includes(note)) ?? "scheduled", notes, city),
    ];
  } catch (error) {
    if (error instanceof AppError) return [];
    throw error;
  }
}

let paths = 0;

/** Reads a case through a door. */
export async function readCase(
  deps: TestDeps,
  door: Door,
  name: string,
  { city = TEHRAN, month = "2026-12" }: { city?: CaseCity; month?: string } = {},
): Promise<Observed[]> {
  const text = () => decodeText(caseBytes(name), null).text;
  if (door === "file") return throughImport(deps, { file: caseBytes(name) }, city);
  if (door === "address") {
    const path = `/case-${Date.now()}-${++paths}.html`;
    const type = TYPES[name.split(".").at(-1) ?? ""] ?? "text/html";
    await answerWith(path, { body: text(), headers: { "Content-Type": `${type}; charset=utf-8` } });
    return throughImport(deps, { url: `${EXTERNAL.http}${path}` }, city);
  }
  if (door === "answer") {
    const answer = parseAnswer(text(), {
      city: {
        slug: city.slug,
        timeZone: city.timeZone,
        currency: currencyOf(city.countryCode),
        country: city.countryCode,
      },
      month,
      today: "2026-11-27",
    });
    return answer.ok
      ? answer.events.map((event) => ofCandidate(candidateValuesOf(event), false, city))
      : [];
  }
  if (door === "api") throw new Error("The API has a test of its own.");
  return throughSource(door, name, city).catch((error: unknown) => {
    // What is no entry at all is refused.
    if (error instanceof AppError) return [];
    throw error;
  });
}
