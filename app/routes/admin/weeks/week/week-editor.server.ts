import { translatorFor } from "~/i18n/messages.server";
import { formatDate, localDay } from "~/lib/dates/dates.server";
import { AppError } from "~/lib/errors";
import { redirectWithToast } from "~/lib/http/flash.server";
import { formAnswer } from "~/lib/http/form-answer.server";
import { fieldOf, readForm } from "~/lib/http/read-form.server";
import type { RequestContext } from "~/lib/http/request-context";
import { pageHead } from "~/lib/pages/page-head.server";
import { paths } from "~/lib/paths";
import { assertCan } from "~/lib/permissions";
import { citiesById, getCityOrThrow } from "~/modules/cities/queries.server";
import { numberedWeek } from "~/modules/discovery/weeks/numbered-week";
import { candidatesOf, choosePicks, TEN } from "~/modules/discovery/weeks/propose-picks.server";
import { publishingTime } from "~/modules/discovery/weeks/publish-weeks.server";
import { weekDays } from "~/modules/discovery/weeks/published-week.server";
import {
  eventsOfWeek,
  findWeek,
  instantsOf,
  picksOf,
  type WeekPick,
} from "~/modules/discovery/weeks/queries.server";
import {
  deleteWeek,
  INTRO_MAX,
  LINE_MAX,
  saveWeek,
} from "~/modules/discovery/weeks/write-week.server";
import { cityName, coverOf, presentCard } from "~/modules/events/present/present-event.server";

/** Events that the editor offers beside the picks. */
const OFFERED = 60;

async function weekOfCity({ deps, signedIn }: RequestContext, slug: string, key: string) {
  assertCan(signedIn, "city:manage");
  const city = await getCityOrThrow(deps, slug);
  const week = numberedWeek(key, city.countryCode);
  if (!week) throw new AppError("not-found");
  return { city, week };
}

/**
 * Data of the editor of a city's week: its picks or a proposal, and the other events of the week.
 */
export async function weekEditorLoader(
  context: RequestContext,
  slug: string,
  key: string,
  params: URLSearchParams,
) {
  const { deps, locale, calendar, origin, seo } = context;
  const { city, week } = await weekOfCity(context, slug, key);
  const range = instantsOf(week, city);
  const now = deps.clock.now();
  const [found, candidates, cities] = await Promise.all([
    findWeek(deps, city.id, week.first),
    candidatesOf(deps, city.id, range),
    citiesById(deps),
  ]);
  const isOver = week.last < localDay(now, city.timeZone);
  const ranked = choosePicks(candidates, OFFERED + TEN);
  const stored = found ? await picksOf(deps, found.id, range) : [];
  const proposed = found || isOver ? [] : ranked.slice(0, TEN);
  const chosen = new Set([...stored.map(({ event }) => event.id), ...proposed]);
  const listed = await eventsOfWeek(
    deps,
    ranked.filter((id) => proposed.includes(id) || !chosen.has(id)),
    range,
  );
  const reader = { locale, calendar };
  const t = translatorFor(locale);
  const view = (
    event: WeekPick["event"],
    lines: { en: string | null; fa: string | null } = { en: null, fa: null },
  ) => {
    const { id, title, titleLang, time, venue, price, saved } = presentCard(event, {
      ...reader,
      now,
      cities,
      saved: null,
    });
    return {
      id,
      title,
      titleLang,
      cover: coverOf(event, "detail"),
      when: `${formatDate(event.startsAt, event.timeZone, reader, { year: false })} · ${time}`,
      venue,
      price,
      saved,
      lineEn: lines.en ?? "",
      lineFa: lines.fa ?? "",
    };
  };
  const date = (at: number) => formatDate(at, city.timeZone, reader, { year: false });
  const name = cityName(city, locale);
  const title = t("weeks:admin.weekOf", { city: name, days: weekDays(week, city, reader) });
  return {
    head: pageHead({ origin, locale, seo }, paths.adminWeek(city.slug, week.key), {
      title,
      noindex: true,
    }),
    title,
    slug: city.slug,
    week: week.key,
    version: found?.version ?? null,
    isOver,
    isPublished: found?.publishedAt != null,
    hasRow: found !== null,
    isAsking: params.get("discard") === "1" && found !== null,
    notes: [
      isOver
        ? t("weeks:admin.isOver")
        : found?.publishedAt
          ? t("weeks:admin.isOut", { date: date(found.publishedAt) })
          : t("weeks:admin.publishes", { date: date(publishingTime(week, city)) }),
      ...(found ? [] : isOver ? [] : [t("weeks:admin.isProposal")]),
      ...(found?.isAutomatic ? [t("weeks:admin.isAutomatic")] : []),
    ],
    introEn: found?.introEn ?? "",
    introFa: found?.introFa ?? "",
    limits: { intro: INTRO_MAX, line: LINE_MAX, picks: TEN },
    picks: found
      ? stored.map(({ event, lineEn, lineFa }) => view(event, { en: lineEn, fa: lineFa }))
      : listed.filter(({ id }) => proposed.includes(id)).map((event) => view(event)),
    others: listed.filter(({ id }) => !chosen.has(id)).map((event) => view(event)),
  };
}

/**
 * The picks of a form in their order, after what its button asks for: `up:<id>`, `down:<id>`,
 * `remove:<id>`, `add:<id>`.
 */
function picksAfter(form: FormData, intent: string): string[] {
  const picks = form.getAll("pick").map(String);
  const [, verb, id = ""] = /^(up|down|remove|add):(.+)$/.exec(intent) ?? [];
  const at = picks.indexOf(id);
  if (verb === "add") return at < 0 ? [...picks, id] : picks;
  if (verb === undefined || at < 0) return picks;
  const others = picks.filter((other) => other !== id);
  if (verb === "remove") return others;
  return others.toSpliced(Math.max(at + (verb === "up" ? -1 : 1), 0), 0, id);
}

/**
 * Saves, publishes or discards the picks of a week; without JavaScript, each change of the list is
 * saved too.
 */
export async function weekEditorAction(
  context: RequestContext,
  request: Request,
  slug: string,
  key: string,
) {
  const { deps, signedIn } = context;
  const target = await weekOfCity(context, slug, key);
  const form = await readForm(request);
  const intent = String(form.get("intent") ?? "");
  const back = paths.adminWeek(target.city.slug, target.week.key);
  if (intent === "discard")
    return formAnswer(context, { form: "week", failed: "weeks:admin.failed" }, async () => {
      await deleteWeek(deps, signedIn, target);
      return redirectWithToast(request, back, { kind: "info", text: "weeks:admin.discarded" });
    });
  if (!/^(save|publish|(up|down|remove|add):.+)$/.test(intent)) throw new AppError("bad-request");
  const texts = (name: string) => ({
    en: fieldOf(form, `${name}En`).trim() || null,
    fa: fieldOf(form, `${name}Fa`).trim() || null,
  });
  const version = fieldOf(form, "version");
  return formAnswer(context, { form: "week", failed: "weeks:admin.failed" }, async () => {
    await saveWeek(
      deps,
      signedIn,
      target,
      {
        intro: texts("intro"),
        picks: picksAfter(form, intent).map((event) => ({ event, line: texts(`line-${event}-`) })),
      },
      {
        expectedVersion: /^\d{1,9}$/.test(version) ? Number(version) : null,
        publishes: intent === "publish",
      },
    );
    return redirectWithToast(request, back, {
      kind: "success",
      text: intent === "publish" ? "weeks:admin.published" : "weeks:admin.saved",
    });
  });
}
