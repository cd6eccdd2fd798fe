import { data, redirect } from "@remix-run/cloudflare";
import { inLanguageOf } from "~/i18n/addressed-language";
import { translatorFor } from "~/i18n/messages.server";
import { AppError, errorAt, tooLarge } from "~/lib/errors";
import { redirectWithToast } from "~/lib/http/flash.server";
import { expecting, formAnswer } from "~/lib/http/form-answer.server";
import type { FormFailure } from "~/lib/http/form-failure";
import { fieldOf, readForm } from "~/lib/http/read-form.server";
import type { SignedInContext } from "~/lib/http/request-context";
import { pageHead } from "~/lib/pages/page-head.server";
import { paths } from "~/lib/paths";
import { isStaff } from "~/lib/permissions";
import { currencyOf } from "~/lib/text/money";
import { createDraft } from "~/modules/authoring/draft-commands.server";
import { venuesStatement } from "~/modules/authoring/find-venue-clash.server";
import { assertCompleteBut } from "~/modules/authoring/hand-over.server";
import { onceOnly } from "~/modules/authoring/once.server";
import type { EventInput } from "~/modules/authoring/schema";
import { citiesByCountry } from "~/modules/cities/present-city.server";
import { type City, listCities } from "~/modules/cities/queries.server";
import {
  ANNOUNCEMENT_MAX,
  announcedEvents,
  cityOfLines,
  type LineDoubt,
  QUICK_NAMES,
  type QuickLines,
  readAnnouncement,
  readLines,
} from "~/modules/intake/drafting/read-announcement.server";
import { readPoster, readsPosters } from "~/modules/intake/drafting/read-poster.server";
import { keepMaterial } from "~/modules/intake/import/import-material.server";
import { maxMediaSize } from "~/modules/media/storage-limits.server";
import { settingsOf } from "~/modules/settings/platform-settings.server";
import {
  doubtKey,
  presentReading,
  type QuickReadingView,
  readingName,
} from "./quick-reading.server";

/**
 * Size limit of the form, bytes: five lines and an announcement; URL-encoded Persian takes six
 * bytes a letter.
 */
const FORM_MAX = 262_144;

/**
 * What another app shared with the installed one, by the names of the web manifest: the text, and
 * its reading by the rules alone, since a link must not ask a model.
 */
async function sharedOf(context: SignedInContext, params: URLSearchParams, city: City) {
  const said = ["title", "text", "url"].flatMap((name) => params.get(name)?.trim() || []);
  const text = said
    .filter(
      (part, index) =>
        !said.some(
          (other, at) => at !== index && other.includes(part) && (other !== part || at < index),
        ),
    )
    .join("\n")
    .slice(0, ANNOUNCEMENT_MAX);
  const { deps, signedIn } = context;
  const events = text === "" ? [] : await announcedEvents(deps, text, city, deps.clock.now());
  // A list of several to choose from is made by the form.
  if (events.length !== 1) return { text, reading: null, isSeveral: events.length > 1 };
  const lines = await expecting({ invalid: () => null }, () =>
    readAnnouncement(deps, signedIn, text, city, { asksModel: false }),
  );
  return {
    text,
    reading: lines && (await shownReading(context, lines, new Set())),
    isSeveral: false,
  };
}

/** Data of the short form: the reader's city and its venues, and what was shared with it. */
export async function quickLoader(context: SignedInContext, request: Request) {
  const { deps, locale, homeCity, signedIn } = context;
  const t = translatorFor(locale);
  const [cities, city, { features, content }] = await Promise.all([
    listCities(deps),
    cityOfLines(deps, homeCity.slug ?? homeCity.suggested),
    settingsOf(deps),
  ]);
  const venues = await venuesStatement(deps, city.id).statement;
  const currency = currencyOf(city.countryCode);
  const shared = await sharedOf(context, new URL(request.url).searchParams, city);
  // An address alone is that of a page to import.
  if (/^https?:\/\/\S+$/i.test(shared.text))
    throw redirect(inLanguageOf(request, paths.importEvent({ url: shared.text })));
  return {
    head: pageHead(context, paths.quickEvent(), {
      title: t("authoring:quick.title"),
      description: t("authoring:quick.lead"),
      noindex: true,
    }),
    /** Idempotency key of the form. */
    once: deps.ids.next(),
    city: city.slug,
    cities: citiesByCountry(cities, context),
    venues: [...new Set(venues.map(({ en, fa }) => (locale === "fa" && fa ? fa : en)))],
    price:
      currency === "IRR"
        ? t("authoring:quick.priceToman")
        : t("authoring:quick.price", { currency }),
    limits: {
      announcement: ANNOUNCEMENT_MAX,
      title: content.titleMax,
      venue: content.venueMax,
      about: content.descriptionMax,
    },
    /** An announcement that came from another app, and what it was understood to say. */
    sharedText: shared.text,
    shared: shared.reading,
    /** Whether it announces several events, which the form then makes a list of at once. */
    isSharedSeveral: shared.isSeveral,
    /** Whether a poster can be read. */
    readsPosters: await readsPosters(deps),
    isClosed: !features.enableEventSubmission && !isStaff(signedIn),
  };
}

interface ShownReading {
  /** Reading of an announcement; null after a rejected form. */
  lines: QuickLines | null;
  /** Names of lines that the announcement does not state. */
  missing: string[];
  /** What the lines were understood to say; null for lines that lack something. */
  reading: QuickReadingView | null;
}

export type QuickAnswer = FormFailure & ShownReading;

/** The lines with what they were understood to say; such that lack something are no event yet. */
async function shownReading(
  context: SignedInContext,
  lines: QuickLines,
  answered: ReadonlySet<unknown>,
): Promise<ShownReading> {
  const missing = QUICK_NAMES.filter((name) => name !== "price" && lines[name] === "");
  const whole = await expecting({ invalid: () => null }, () => readLines(context.deps, lines));
  return { lines, missing, reading: whole && presentReading(context, lines, whole, answered) };
}

/** Lines of the form by the fields of an event that they become. */
const LINE_OF: Readonly<Record<string, string>> = {
  title: "title",
  description: "about",
  venue: "where",
  address: "where",
  startsAt: "when",
  endsAt: "when",
  schedule: "when",
};

const lineOf = (path: string): string => LINE_OF[path.split(".")[0] ?? ""] ?? path;

/** An announcement with the chosen words in the part that a line has of it. */
function withReading(announcement: string, line: string, from: string, to: string): string {
  const part = line.split(/[;؛·]\s/).find((words) => words.includes(from)) ?? line;
  return announcement.replace(part.trim(), (words) => words.replace(from, to));
}

/** Maps the issues of an event to the form's lines. */
function atLines(error: AppError): never {
  throw errorAt(error, lineOf);
}

/**
 * Action of the short form: fills it from an announcement, or makes a draft and leads to its
 * preview. What is doubtful about the lines is shown first, and each doubt needs an answer.
 */
export async function quickAction(context: SignedInContext, request: Request) {
  const { deps, signedIn, homeCity } = context;
  const lines: QuickLines = { title: "", when: "", where: "", price: "", about: "", city: "" };
  const values: Record<string, string> = lines as unknown as Record<string, string>;
  const goTo = (location: string) =>
    new Response(null, { status: 303, headers: { Location: inLanguageOf(request, location) } });
  return formAnswer<QuickAnswer, Response | ReturnType<typeof data<QuickAnswer>>>(
    context,
    {
      values,
      failed: "authoring:failed.save",
      amend: (failure) => ({ ...failure, lines: null, missing: [], reading: null }),
    },
    async () => {
      const isUpload = /^multipart/i.test(request.headers.get("Content-Type") ?? "");
      const poster = isUpload ? await maxMediaSize(deps, "picture") : 0;
      const form = await expecting(
        {
          "too-large": (error): never => {
            throw isUpload ? tooLarge(poster, "poster") : error;
          },
        },
        () => readForm(request, FORM_MAX + poster),
      );
      const intent = fieldOf(form, "intent");
      for (const name of [...QUICK_NAMES, "city", "picture", "announcement"] as const)
        lines[name] = fieldOf(form, name);
      const answered = new Set<unknown>(form.getAll("right"));
      const answerWith = async (read: QuickLines) =>
        data<QuickAnswer>({
          message: "",
          issues: {},
          values: {},
          ...(await shownReading(context, read, answered)),
        });
      if (intent === "read-poster") {
        const file = form.get("poster");
        const bytes =
          file instanceof File ? new Uint8Array(await file.arrayBuffer()) : new Uint8Array();
        return answerWith(
          await readPoster(
            deps,
            signedIn,
            bytes,
            await cityOfLines(deps, lines.city || homeCity.slug),
          ),
        );
      }
      if (intent === "read") {
        const text = fieldOf(form, "text");
        values.text = text;
        if (text.trim() === "")
          throw new AppError("invalid", [{ path: "text", message: "errors:issue.quick.text" }]);
        const city = await cityOfLines(deps, lines.city || homeCity.slug);
        const announced = await announcedEvents(deps, text, city, deps.clock.now());
        if (announced.length > 1) {
          const receipt = await keepMaterial(deps, signedIn, {
            name: "",
            kind: "post",
            url: null,
            text: text.slice(0, ANNOUNCEMENT_MAX),
            city: city.slug,
          });
          return goTo(paths.importEvent({ receipt }));
        }
        return answerWith(await readAnnouncement(deps, signedIn, text, city));
      }
      if (intent !== "continue") throw new AppError("bad-request");
      const first = await expecting({ invalid: atLines }, () => readLines(deps, lines));
      const picked = first.doubts.flatMap((doubt) => {
        const place = fieldOf(form, readingName(doubtKey(doubt, lines)));
        const reading = place === "" ? undefined : doubt.readings?.[Number(place)];
        return reading ? [{ line: doubt.line, code: doubt.code, ...reading }] : [];
      });
      const confirmed = first.doubts.filter((doubt) => answered.has(doubtKey(doubt, lines)));
      // The words that were picked stand in for those that could be read in two ways.
      for (const { line, from, to } of picked) {
        lines.announcement = withReading(lines.announcement ?? "", lines[line], from, to);
        lines[line] = lines[line].replace(from, to);
      }
      const read =
        picked.length > 0
          ? await expecting({ invalid: atLines }, () => readLines(deps, lines))
          : first;
      // An answer stays one although its line has other words now, unless these are of another day.
      for (const doubt of read.doubts) {
        const isOfLine = ({ line, code }: LineDoubt) => line === doubt.line && code === doubt.code;
        const hasOtherDay = picked.some(
          ({ line, code }) => line === doubt.line && code === "ambiguous-date",
        );
        if (!hasOtherDay && confirmed.some(isOfLine)) answered.add(doubtKey(doubt, lines));
      }
      if (read.doubts.some((doubt) => !answered.has(doubtKey(doubt, lines))))
        return answerWith(lines);
      const key = { caller: signedIn.id, key: fieldOf(form, "once"), body: JSON.stringify(lines) };
      const id = await onceOnly(deps, key, () =>
        expecting({ invalid: atLines }, async () => {
          const input = read.values as EventInput;
          await assertCompleteBut(deps, input, input.title.en === null ? "en" : "fa");
          return createDraft(deps, signedIn, input, undefined, { isPersianFirst: true });
        }),
      );
      if (id === null)
        return redirectWithToast(request, paths.myEvents(), {
          kind: "info",
          text: "authoring:toast.underway",
        });
      return goTo(paths.finishEvent(id));
    },
  );
}
