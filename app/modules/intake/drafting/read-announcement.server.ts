import { AssistantFailed, type Deps } from "../../../lib/deps";
import { AppError } from "../../../lib/errors";
import { EMPTY_EVENT_VALUES, type EventValues, pickFields } from "../../../lib/event/event-fields";
import type { HTTPIssue } from "../../../lib/http/form-failure";
import { type Actor, assertCan } from "../../../lib/permissions";
import { log } from "../../../lib/runtime/log";
import { cleanLine, cleanLines } from "../../../lib/text/clean-text";
import { foldDigits } from "../../../lib/text/digits";
import { unitsIn } from "../../../lib/text/money";
import { type City, findCityBySlug, listCities } from "../../cities/queries.server";
import { shownPicture } from "../../media/media-files";
import { settingsOf } from "../../settings/platform-settings.server";
import { announcementContext } from "../entries/announcement-context.server";
import { emptyDraft } from "../entries/entry-draft";
import { model } from "../entries/kinds/model.server";
import {
  type AnnouncedEvent,
  type AnnouncedField,
  type AnnouncementContext,
  readAnnouncementText,
} from "../entries/read-announcement-text";
import type { SourceItem } from "../entries/source-item";
import { impossibleDay } from "../fields/impossible-day";
import type { AnnouncedTimes } from "../fields/listed-times";
import { isOnlinePlace } from "../fields/online-place";
import { readAgeLimit } from "../fields/read-age-limit";
import { citiesInWords } from "../fields/read-announced-city";
import { isOwnSite, readAnnouncedLinks } from "../fields/read-announced-links";
import { type AnnouncedPrice, readAnnouncedPrice } from "../fields/read-announced-price";
import { readAnnouncedTimes } from "../fields/read-announced-times";
import { readCategory } from "../fields/read-category";
import { readAnnouncedStatus } from "../fields/read-status";
import {
  type CandidateValues,
  candidateValuesOf,
  eventValuesOf,
  isPersian,
} from "../ingestion/candidate-values";
import { gradeOf, type IssueCode } from "../issue-table";
import { type LineReading, lineReadings } from "./doubt-readings";
import { knownNamesIn, withKnownHosts } from "./known-names.server";

/** The five lines of the short form, as typed, with the city that they are about. */
export const QUICK_NAMES = ["title", "when", "where", "price", "about"] as const;
export type QuickLines = Record<(typeof QUICK_NAMES)[number], string> & {
  city: string;
  /** Address of the poster that they were read from; none without one. */
  picture?: string;
  /** The announcement that they were read from; none for lines that were typed. */
  announcement?: string;
};

/** What is doubtful about a line, with the words that gave rise to it. */
export interface LineDoubt {
  line: (typeof QUICK_NAMES)[number];
  code: IssueCode;
  words: string | null;
  /** Two ways to read the line; none where a tap cannot tell. */
  readings?: LineReading[];
}

/** What the five lines say, as it was understood. */
export interface LinesReading {
  values: EventValues;
  city: City;
  doubts: LineDoubt[];
  /** Whether an end is stated; else the usual length was taken. */
  hasEnd: boolean;
  /** Whether others pay more than the price. */
  isLowestPrice: boolean;
}

/** Longest announcement, characters. */
export const ANNOUNCEMENT_MAX = 8_000;
/** Longest answer of the model, characters. */
const ANSWER_MAX = 60_000;

/** The city of the short form: the requested one, else the largest community's. */
export async function cityOfLines(
  deps: Pick<Deps, "db" | "memo">,
  slug: string | null,
): Promise<City> {
  const city =
    (slug && (await findCityBySlug(deps, slug))) ||
    (await findCityBySlug(deps, "tehran")) ||
    (await listCities(deps))[0];
  if (!city) throw new AppError("conflict");
  return city;
}

/**
 * Reads an announcement by the rules alone. @param city that the form is about; null for none
 * @param postedAt UTC ms
 */
export async function announcedEvents(
  deps: Pick<Deps, "db" | "memo">,
  text: string,
  city: City | null,
  postedAt: number,
): Promise<AnnouncedEvent[]> {
  const cities = await listCities(deps);
  const read = (there: City | undefined) =>
    readAnnouncementText(
      text.slice(0, ANNOUNCEMENT_MAX),
      announcementContext(there, city?.slug ?? null, cities, postedAt),
    );
  const [usual] = cities;
  const events = read(city ?? usual);
  const named = cities.find(({ slug }) => slug === events[0]?.place.city);
  // "$" and "tonight" are those of the city that the text names.
  const isElsewhere = named !== undefined && named.timeZone !== (city ?? usual)?.timeZone;
  return isElsewhere ? read(named) : events;
}

/** A line that other fields hold: with a label and neither a link nor an age, or tags alone. */
const isDetail = (line: string): boolean =>
  (/^(?:[^\p{L}\p{N}«"(]*(?:📅|📆|🗓|⏰|⏱|🕐|🕑|🕒|🕓|🕔|🕕|🕖|🕗|🕘|🕙|🕚|🕛|⌚|📍|📌|🏛|🏢|🎪|💰|💵|💳|🎟|🎫)|(?:تاریخ|زمان|ساعت|مکان|محل|آدرس|نشانی|قیمت|بلی[تط]|هزینه|عنوان|date|time|when|where|venue|location|tickets?|price|title)[^:：]{0,14}[:：])/iu.test(
    line,
  ) &&
    readAnnouncedLinks(line, false).ticketUrl === null &&
    readAgeLimit(line).value === null) ||
  /^(?:[#@][^\s#@]+\s*)+$/u.test(line);

/**
 * Reads an announcement, such as a post of a channel, into the five lines: texts by the configured
 * model where there is one, days, place and price by the rules. What it does not state stays empty,
 * and the text becomes the description. Of several events the first is taken. Without `asksModel`
 * the rules read alone.
 * @throws AppError("invalid") with an issue at `text` for a notice that an event does not take place
 */
export async function readAnnouncement(
  deps: Deps,
  actor: Actor,
  text: string,
  city: City,
  { asksModel = true }: { asksModel?: boolean } = {},
): Promise<QuickLines> {
  assertCan(actor, "event:create");
  const announcement = cleanLines(text.slice(0, ANNOUNCEMENT_MAX));
  const [event] = await announcedEvents(deps, announcement, city, deps.clock.now());
  if (event && (event.status === "cancelled" || event.status === "postponed"))
    throw new AppError("invalid", [
      { path: "text", message: `errors:issue.quick.${event.status}` },
    ]);
  const named = (event?.place.city && (await findCityBySlug(deps, event.place.city))) || city;
  const item = asksModel ? await byModel(deps, actor, announcement, contextOf(deps, named)) : null;
  const [first = "", ...rest] = announcement.split("\n");
  const title =
    item?.found.title ??
    event?.title ??
    cleanLine(first.replace(/\p{Extended_Pictographic}|\uFE0F/gu, ""));
  const names = await knownNamesIn(deps, announcement, named);
  const hall = names.find(({ kind }) => kind === "venue");
  const language = isPersian(announcement) ? "fa" : "en";
  const { date = "", time = "", price } = item?.stated ?? {};
  const stated = [date, ...(time && time !== date ? [time] : [])].join(
    language === "fa" ? "، " : ", ",
  );
  const prose = (lines: readonly string[]) =>
    cleanLines(lines.filter((line) => !isDetail(line)).join("\n"));
  const isOnline = event?.place.attendance === "online";
  return {
    title,
    when: event?.when || stated,
    where:
      event?.place.venue ??
      item?.found.venue ??
      hall?.[language] ??
      (isOnline ? (language === "fa" ? "آنلاین" : "Online") : ""),
    price: event?.price.words || price || "",
    about:
      item?.found.description ??
      (prose(first.includes(title) ? rest : [first, ...rest]) || announcement),
    city: named.slug,
    announcement,
  };
}

type Context = ReturnType<typeof contextOf>;
const contextOf = ({ clock }: Pick<Deps, "clock">, { slug, timeZone, countryCode }: City) => ({
  now: clock.now(),
  timeZone,
  citySlug: slug,
  countryCode,
  cities: [],
  isFirst: true,
});

/** The model's reading of an announcement; null without a model, and when it fails. */
async function byModel(
  deps: Deps,
  actor: Actor,
  text: string,
  context: Context,
): Promise<SourceItem | null> {
  const { drafter } = deps;
  if (!drafter || text === "" || !(await settingsOf(deps)).features.enableDrafting) return null;
  await deps.budget.take("drafting", actor.id);
  const ask = async (prompt: string) => {
    let answer = "";
    for await (const part of drafter.ask(prompt)) {
      answer += part;
      if (answer.length > ANSWER_MAX) throw new AssistantFailed("cut");
    }
    return answer;
  };
  try {
    const { items } = await model.read(
      { url: new URL(deps.siteUrl), type: "text/plain", text },
      { ...context, ask },
    );
    return items[0] ?? null;
  } catch (error) {
    if (!(error instanceof AssistantFailed)) throw error;
    log("warn", "drafting.failed", {
      reason: error.reason,
      status: error.status,
      length: text.length,
    });
    return null;
  }
}

const inItsLanguage = (text: string) =>
  isPersian(text) ? { en: null, fa: text || null } : { en: text || null, fa: null };

/** Times of an announcement as a candidate has them. */
function timesOf({
  showings,
  lastDay,
  lastEnd,
  schedule,
}: AnnouncedTimes): Partial<CandidateValues> {
  const [first] = showings;
  if (!first) return {};
  const isOver = lastDay !== null && lastDay !== first.day;
  return {
    date: first.day,
    time: first.start,
    endDate: isOver ? lastDay : null,
    endTime: schedule ? first.end : lastEnd,
    schedule,
  };
}

/** Lines that the words of an announcement belong to. */
const LINE_OF: Partial<Record<AnnouncedField, LineDoubt["line"]>> = {
  starts: "when",
  ends: "when",
  city: "where",
  venue: "where",
  price: "price",
};

/**
 * What is doubtful about the announcement: words that no line has, lines that hold what was read of
 * it, and further events. A line that was corrected is not asked about again.
 */
function unusedOf(events: readonly AnnouncedEvent[], lines: QuickLines, city: City): LineDoubt[] {
  const [event] = events;
  const isAsRead: Partial<Record<AnnouncedField, boolean>> = {
    title: event?.title === lines.title,
    venue: event?.place.venue === lines.where,
    city: event?.place.city === city.slug,
    starts: event?.when === lines.when,
    ends: event?.when === lines.when,
    status: event?.status === "scheduled",
  };
  const unused = (event?.findings ?? []).flatMap(({ field, code, words }): LineDoubt[] => {
    const line = field === "title" ? "title" : (LINE_OF[field] ?? "about");
    if (code === "unused-words" && words !== null) return [{ line, code, words }];
    const isAsked =
      gradeOf(code) === "doubt" ||
      code === "private" ||
      (code === "several-events" && field === "title");
    const isOpen = isAsRead[field] === true && isAsked;
    return isOpen ? [{ line, code, words: lines[line] }] : [];
  });
  return events.length > 1
    ? [{ line: "title", code: "several-events", words: null }, ...unused]
    : unused;
}

/** Whether a price is the bare number that was typed, in the unit that people name. */
const isAsTyped = (typed: string, { min, currency }: AnnouncedPrice): boolean =>
  min !== null &&
  Number(foldDigits(typed).replace(/[\s,٬]/g, "")) * unitsIn(currency ?? "") === min;

/**
 * What the five lines describe, and what of it is doubtful. The city is the one that the place ends with
 * ("Cinema Museum, Tehran"), else the form's. Known venues bring their name and address in both
 * languages; an empty price is not stated. Links and ages come from the description, the category is
 * guessed from the title.
 * @throws AppError("invalid") with issues at the lines
 */
export async function readLines(
  deps: Pick<Deps, "db" | "memo" | "clock">,
  lines: QuickLines,
): Promise<LinesReading> {
  const [title, where] = [cleanLine(lines.title), cleanLine(lines.where)];
  const about = cleanLines(lines.about);
  const cities = await listCities(deps);
  const parts = where.split(/\s*[,،]\s*/);
  // "Cinema Museum, Tehran".
  const [last] = parts.length > 1 ? citiesInWords([parts.at(-1)], cities) : [];
  const named = last?.isAlone ? last.city : null;
  const city = named ?? (await cityOfLines(deps, lines.city));
  const place = named ? parts.slice(0, -1).join(isPersian(where) ? "، " : ", ") : where;
  const isOnline = place !== "" && isOnlinePlace(place);
  const context = announcementContext(city, city.slug, cities, deps.clock.now());
  const { announcement = "" } = lines;
  const events = announcement
    ? await announcedEvents(deps, announcement, city, deps.clock.now())
    : [];
  const [event] = events;
  const [when, cost] = [cleanLine(lines.when), cleanLine(lines.price)];
  // Lines that stand as they were read mean what the whole announcement says.
  const isThere = event !== undefined && (event.place.city ?? city.slug) === city.slug;
  const times =
    isThere && cleanLine(event.when) === when ? event.times : readAnnouncedTimes(when, context);
  const price =
    isThere && cleanLine(event.price.words) === cost
      ? event.price
      : readAnnouncedPrice(`price: ${cost}`, context);
  const links = readAnnouncedLinks(about, isOnline);
  const isLinkOpen = links.isDoubtful && !(price.free === false && isOwnSite(links, title));
  // What was put off to a stated day takes place on it.
  const status = isThere ? event.status : readAnnouncedStatus(`${title}\n${about}`, false);
  const candidate: CandidateValues = {
    ...candidateValuesOf(emptyDraft(0, answerContextOf(context)).event),
    ...timesOf(times),
    price: price.min,
    currency: price.free === false ? price.currency : null,
    free: price.free,
    category: readCategory(title).value,
  };
  const values = eventValuesOf(candidate, city.slug);
  const missing = times.findings.includes("impossible-date")
    ? impossibleDay(lines.when, context.today)
    : null;
  const isPriceRead = price.free !== null || price.findings.includes("price-by-choice");
  const issues: HTTPIssue[] = [
    ...(title === "" ? [{ path: "title", message: "errors:issue.quick.title" }] : []),
    ...(missing
      ? [{ path: "when", message: "errors:issue.quick.noSuchDay", values: { ...missing } }]
      : times.showings.length > 0
        ? []
        : [{ path: "when", message: "errors:issue.quick.when" }]),
    ...(place === "" ? [{ path: "where", message: "errors:issue.quick.where" }] : []),
    ...(lines.price.trim() !== "" && !isPriceRead
      ? [{ path: "price", message: "errors:issue.price" }]
      : []),
    ...(about === "" ? [{ path: "about", message: "errors:issue.quick.about" }] : []),
    ...(status === "cancelled" || status === "postponed"
      ? [{ path: "about", message: `errors:issue.quick.${status}` }]
      : []),
  ];
  if (issues.length > 0) throw new AppError("invalid", issues);
  const age = readAgeLimit(about);
  const doubt = (line: LineDoubt["line"], codes: readonly IssueCode[], words: string | null) =>
    codes
      .filter((code) => gradeOf(code) !== "note" && code !== "several-prices")
      .map((code): LineDoubt => ({ line, code, words }));
  const stated = [
    ...doubt("when", times.findings, when),
    ...doubt(
      "price",
      // The form asks for toman, so a plain number is clear.
      isAsTyped(lines.price, price)
        ? price.findings.filter((code) => code !== "unit-unclear")
        : price.findings,
      cost,
    ),
    ...doubt("about", age.findings, null),
    ...doubt("about", isLinkOpen ? ["unused-words"] : [], links.ticketUrl),
  ];
  const more = unusedOf(events, lines, city);
  const doubts = [
    ...stated,
    ...more.filter(
      ({ line, code }) => !stated.some((one) => one.line === line && one.code === code),
    ),
  ].map((one): LineDoubt => {
    const readings = lineReadings(one.code, cleanLine(lines[one.line]));
    return readings.length > 0 ? { ...one, readings } : one;
  });
  const found = await withKnownHosts(
    deps,
    {
      ...EMPTY_EVENT_VALUES,
      ...pickFields(values, [
        "startsAt",
        "endsAt",
        "allDay",
        "schedule",
        "price",
        "currency",
        "categories",
      ]),
      title: inItsLanguage(title),
      description: inItsLanguage(about),
      venue: inItsLanguage(isOnline ? "" : place),
      attendance: isOnline ? "online" : "in-person",
      onlineUrl: isOnline && links.onlineUrl?.startsWith("https:") ? links.onlineUrl : null,
      ticketUrl: links.ticketUrl,
      ageLimit: age.value,
      soldOut: status === "sold-out",
      city: city.slug,
      imageUrl: shownPicture(lines.picture ?? null),
    },
    city,
  );
  const hasEnd =
    times.lastEnd !== null ||
    (times.lastDay !== null && times.lastDay !== times.showings[0]?.day) ||
    times.showings.some(({ end }) => end !== null);
  const isLowestPrice = price.min !== null && price.max !== price.min;
  return { values: found, city, doubts, hasEnd, isLowestPrice };
}

const answerContextOf = ({ country, currency, today, city }: AnnouncementContext) => ({
  city: { slug: city ?? "", timeZone: "UTC", currency, country },
  month: today.slice(0, 7),
  today,
});
