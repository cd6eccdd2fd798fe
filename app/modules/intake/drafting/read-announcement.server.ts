import { AssistantFailed, type Deps } from "../../../lib/deps";
import { AppError } from "../../../lib/errors";
import { EMPTY_EVENT_VALUES, type EventValues, pickFields } from "../../../lib/event/event-fields";
import type { HTTPIssue } from "../../../lib/http/http-issue";
import { type Actor, assertCan } from "../../../lib/permissions";
import { log } from "../../../lib/runtime/log";
import { cleanLine, cleanLines } from "../../../lib/text/clean-text";
import { foldDigits } from "../../../lib/text/digits";
import { currencyOf } from "../../../lib/text/money";
import { searchKey } from "../../../lib/text/search-text";
import { type City, findCityBySlug, listCities } from "../../cities/queries.server";
import { shownPicture } from "../../media/media-files";
import { settingsOf } from "../../settings/platform-settings.server";
import { EMPTY_FOUND_EVENT } from "../entries/found-event";
import { model } from "../entries/kinds/model.server";
import { labelOf, readPost } from "../entries/read-post.server";
import type { SourceItem } from "../entries/source-item";
import { readItem } from "../fields/item-values.server";
import { eventValuesOf, isPersian } from "../ingestion/candidate-values";
import { knownNamesIn, withKnownHosts } from "./known-names.server";

/** The five lines of the short form, as typed, with the city that they are about. */
export const QUICK_NAMES = ["title", "when", "where", "price", "about"] as const;
export type QuickLines = Record<(typeof QUICK_NAMES)[number], string> & {
  city: string;
  /** Address of the poster that they were read from; none without one. */
  picture?: string;
};

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
 * Reads an announcement, such as a post of a channel, into the five lines: by the configured model,
 * and without one or without its answer by the parser of ingestion. What it does not state stays
 * empty, and the text becomes the description.
 */
export async function readAnnouncement(
  deps: Deps,
  actor: Actor,
  text: string,
  city: City,
): Promise<QuickLines> {
  assertCan(actor, "event:create");
  const announcement = cleanLines(text.slice(0, ANNOUNCEMENT_MAX));
  const named = cityIn(announcement, await listCities(deps)) ?? city;
  const context = contextOf(deps, named);
  const item =
    (await byModel(deps, actor, announcement, context)) ?? itemOfPost(announcement, context);
  const [first = "", ...rest] = announcement.split("\n");
  // Without labelled lines, which other fields hold, and lines of tags.
  const prose = (lines: readonly string[]) =>
    cleanLines(
      lines
        .filter((line) => labelOf(line) === null && !/^(?:[#@][^\s#@]+\s*)+$/u.test(line))
        .join("\n"),
    );
  const title =
    item?.found.title ?? cleanLine(first.replace(/\p{Extended_Pictographic}|\uFE0F/gu, ""));
  const names = await knownNamesIn(deps, announcement, named);
  const hall = names.find(({ kind }) => kind === "venue");
  const language = isPersian(announcement) ? "fa" : "en";
  const { date = "", time = "", price = "" } = item?.stated ?? {};
  return {
    title,
    when: [date, ...(time && time !== date ? [time] : [])].join(language === "fa" ? "، " : ", "),
    where: item?.found.venue ?? hall?.[language] ?? "",
    price,
    about:
      item?.found.description ??
      (prose(first.includes(title) ? rest : [first, ...rest]) || announcement),
    city: named.slug,
  };
}

type Context = ReturnType<typeof contextOf>;
const contextOf = ({ clock }: Pick<Deps, "clock">, { slug, timeZone }: City) => ({
  now: clock.now(),
  timeZone,
  citySlug: slug,
  isFirst: true,
});

function itemOfPost(text: string, context: Context): Pick<SourceItem, "found" | "stated"> | null {
  const post = readPost(text, null, context);
  return (
    post && {
      found: {
        ...EMPTY_FOUND_EVENT,
        title: post.title,
        venue: post.venue,
        organizer: post.organizer,
      },
      stated: post.stated,
    }
  );
}

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

/** The city that a text names. */
function cityIn(text: string, cities: readonly City[]): City | null {
  const words = ` ${searchKey(text)} `;
  const places = cities.flatMap((city) =>
    [city.nameEn, city.nameFa].flatMap((name) => {
      const at = name ? words.indexOf(` ${searchKey(name)} `) : -1;
      return at < 0 ? [] : [{ city, at }];
    }),
  );
  return places.sort((a, b) => a.at - b.at)[0]?.city ?? null;
}

const inItsLanguage = (text: string) =>
  isPersian(text) ? { en: null, fa: text || null } : { en: text || null, fa: null };

/**
 * The values of an event that the five lines describe. The city is the one that the place ends with
 * ("Cinema Museum, Tehran"), else the form's. Known venues bring their name and address in both
 * languages; an empty price is free. The category is the parser's guess.
 * @throws AppError("invalid") with issues at the lines
 */
export async function valuesOfLines(
  deps: Pick<Deps, "db" | "memo" | "clock">,
  lines: QuickLines,
): Promise<EventValues> {
  const [title, where] = [cleanLine(lines.title), cleanLine(lines.where)];
  const about = cleanLines(lines.about);
  const parts = where.split(/\s*[,،]\s*/);
  const named = parts.length > 1 ? cityIn(parts.at(-1) ?? "", await listCities(deps)) : null;
  const city = named ?? (await cityOfLines(deps, lines.city));
  const venue = named ? parts.slice(0, -1).join(isPersian(where) ? "، " : ", ") : where;
  const context = contextOf(deps, city);
  const post =
    lines.when.trim() === ""
      ? null
      : readPost(`event: ${title || "event"}\ndate: ${cleanLine(lines.when)}`, null, context);
  const price = priceText(lines.price, city);
  const read =
    post &&
    readItem(
      {
        id: null,
        url: null,
        isCancelled: false,
        found: { ...EMPTY_FOUND_EVENT, title: title || "event", description: about, venue },
        stated: { ...post.stated, ...(price !== null && { price }) },
        snippet: "",
      },
      city,
      deps.clock.now(),
      { venue: null, organizer: null, category: null, language: null },
      { label: "form" },
    );
  const timed = read && eventValuesOf(read.values, city.slug);
  const issues: HTTPIssue[] = [
    ...(title === "" ? [{ path: "title", message: "errors:issue.quick.title" }] : []),
    ...(timed && (timed.startsAt ?? timed.schedule) !== null
      ? []
      : [{ path: "when", message: "errors:issue.quick.when" }]),
    ...(venue === "" ? [{ path: "where", message: "errors:issue.quick.where" }] : []),
    ...(timed && price !== null && timed.price === null
      ? [{ path: "price", message: "errors:issue.price" }]
      : []),
    ...(about === "" ? [{ path: "about", message: "errors:issue.quick.about" }] : []),
  ];
  if (issues.length > 0 || !timed) throw new AppError("invalid", issues);
  const values: EventValues = {
    ...EMPTY_EVENT_VALUES,
    ...pickFields(timed, [
      "startsAt",
      "endsAt",
      "allDay",
      "schedule",
      "price",
      "currency",
      "categories",
    ]),
    ...(price === null && { price: 0, currency: null }),
    title: inItsLanguage(title),
    description: inItsLanguage(about),
    venue: inItsLanguage(venue),
    city: city.slug,
    imageUrl: shownPicture(lines.picture ?? null),
  };
  return withKnownHosts(deps, values, city);
}

/**
 * A price for the parser: bare numbers are in the city's currency, in Iran in toman. Null for none.
 */
function priceText(written: string, { countryCode }: City): string | null {
  const text = cleanLine(written);
  if (text === "") return null;
  const currency = currencyOf(countryCode);
  return /^[\d\s.,٬٫']+$/.test(foldDigits(text))
    ? `${text} ${currency === "IRR" ? "toman" : currency}`
    : text;
}
