import { placesText, showingMoment } from "~/components/event-page/event-showings.server";
import { type Locale, listOf } from "~/i18n/locale";
import { translatorFor } from "~/i18n/messages.server";
import { formatDate, formatTime, localDay } from "~/lib/dates/dates.server";
import { DAY, HOUR } from "~/lib/dates/durations";
import type { SignedInContext } from "~/lib/http/request-context";
import { paths } from "~/lib/paths";
import { formatNumber } from "~/lib/text/money";
import type { EventRow } from "~/modules/events/event-columns.server";
import type { DoorReport } from "~/modules/hosting/door/door-report.server";
import { showingsOfHost } from "~/modules/hosting/guest-list.server";
import type { HostAbility } from "~/modules/hosting/host-access.server";
import { FIGURE_DAYS as DAYS, readHostFigures } from "~/modules/hosting/host-figures.server";
import { listHostMessages } from "~/modules/hosting/host-messages.server";
import { peopleForHost } from "~/modules/hosting/people.server";
import { showingKey } from "~/modules/hosting/registration-statements.server";
import { hostedShowingsOf } from "~/modules/hosting/showings.server";
import { DAY_COUNTS, SOURCE_COUNTS } from "./figure-columns";

/** From then on the door of a showing is the first thing that its host looks for, ms before its start. */
const DOOR_OPENS = 3 * HOUR;
/** The last instant that a date has, UTC epoch ms. */
const LAST_INSTANT = 8.64e15;
/** People and messages beside the dates; their pages have all. */
const BESIDE = 4;

interface Subject {
  event: EventRow;
  may(ability: HostAbility): boolean;
}

/** The showings of an event, with their places in numbers and in words. */
export async function showingsView(
  context: SignedInContext,
  { event }: Subject,
  { inside }: Pick<DoorReport, "inside">,
) {
  const { deps, locale } = context;
  const number = (count: number) => formatNumber(count, locale);
  const [found, hosted] = await Promise.all([
    showingsOfHost(deps, event.id),
    hostedShowingsOf(deps, event.id),
  ]);
  const placesOf = ({ originalStart }: (typeof found)[number]) => {
    const showing = hosted.find((each) => each.originalStart === originalStart);
    return showing ? placesText(showing, event.timeZone, context) : null;
  };
  const isOver = ({ endsAt }: (typeof found)[number]) => endsAt <= deps.clock.now();
  const cameTo = ({ originalStart }: (typeof found)[number]) =>
    inside.get(showingKey(event.id, originalStart)) ?? 0;
  return found.map((showing) => ({
    ...showing,
    label: listOf(locale, [
      formatDate(showing.startsAt, event.timeZone, context),
      event.allDay ? "" : formatTime(showing.startsAt, event.timeZone, locale),
    ]),
    inside: cameTo(showing),
    /** What guests read of its places; null once it takes no RSVPs any more. */
    places: isOver(showing) ? null : placesOf(showing),
    isOver: isOver(showing),
    figures: {
      going: number(showing.going),
      of: showing.capacity === null ? null : number(showing.capacity),
      offered: number(showing.offered),
      requested: number(showing.requested),
      waiting: number(showing.waiting),
      came: number(cameTo(showing)),
      /** Null before the end. */
      missed: isOver(showing) ? number(Math.max(0, showing.going - cameTo(showing))) : null,
    },
  }));
}

type Showings = Awaited<ReturnType<typeof showingsView>>;

/** The showing that is on or comes next: how full it is or, once people arrive, who is inside. */
export function nextView({ deps, locale }: SignedInContext, showings: Showings) {
  const t = translatorFor(locale);
  const next = showings.find(({ isOver, status }) => !isOver && status !== "cancelled");
  if (!next) return null;
  const { going, offered, waiting, capacity, inside, label } = next;
  const isOn = inside > 0 || next.startsAt - deps.clock.now() < DOOR_OPENS;
  const number = (count: number) => formatNumber(count, locale);
  const taken = going + offered;
  return {
    title: t(`guests:next.${isOn ? "on" : "title"}`, { when: label }),
    figure: number(isOn ? inside : going),
    text: listOf(locale, [
      isOn
        ? t("guests:next.inside", {
            inside: number(inside),
            going: number(going),
            left: number(Math.max(0, going - inside)),
          })
        : capacity === null
          ? t("guests:next.going", { going: number(going) })
          : t("guests:next.taken", { taken: number(taken), capacity: number(capacity) }),
      ...(waiting > 0 ? [t("guests:next.waiting", { count: waiting })] : []),
    ]),
    value: isOn ? inside : taken,
    /** Null without a limit. */
    max: isOn ? going : capacity,
  };
}

/** What waits for the host: requests, what the door could not decide, offers that run. */
export function needsView(
  { deps, locale }: SignedInContext,
  { event, may }: Subject,
  showings: Showings,
  { conflicts, occOf }: Pick<DoorReport, "conflicts" | "occOf">,
) {
  const t = translatorFor(locale);
  const toCome = showings.filter(({ endsAt }) => endsAt > deps.clock.now());
  const occs = new Set(toCome.map(({ originalStart }) => showingKey(event.id, originalStart)));
  const sum = (name: "requested" | "offered") =>
    toCome.reduce((total, showing) => total + showing[name], 0);
  return (
    [
      [
        "requests",
        may("guests") ? sum("requested") : 0,
        `${paths.hostPage(event.id, { tab: "requested" })}#guests`,
      ],
      [
        "conflicts",
        may("door") ? conflicts.filter(({ scan }) => occs.has(occOf(scan))).length : 0,
        paths.eventDoors(event.id),
      ],
      [
        "offers",
        may("guests") ? sum("offered") : 0,
        `${paths.hostPage(event.id, { tab: "going" })}#guests`,
      ],
    ] as const
  ).flatMap(([name, count, href]) =>
    count > 0 ? [{ name, href, text: t(`guests:needs.${name}`, { count }) }] : [],
  );
}

/** Columns of a chart; each is a day, or several where there are more. */
const COLUMNS = 28;

/** From the first look to the door: the last days, or all. */
export async function figuresView(
  { deps, locale, calendar }: SignedInContext,
  { event }: Subject,
  report: DoorReport,
  isAll: boolean,
) {
  const t = translatorFor(locale);
  const number = (count: number) => formatNumber(count, locale);
  const { confirmed, going, tickets, days, sources } = await readHostFigures(
    deps,
    event,
    report,
    isAll,
  );
  const sumOf = (name: (typeof DAY_COUNTS)[number], of = days) =>
    of.reduce((sum, row) => sum + row[name], 0);
  const came = [...report.inside.values()].reduce((sum, count) => sum + count, 0);
  const counts = isAll
    ? { views: event.viewCount, saves: event.saveCount, confirmed, came }
    : {
        views: sumOf("views"),
        saves: sumOf("saves"),
        confirmed: sumOf("confirmed"),
        came: sumOf("came"),
      };
  const ofViews = (count: number) =>
    counts.views === 0
      ? null
      : t("guests:figures.ofViews", {
          rate: formatNumber(Math.min(1, count / counts.views), locale, {
            style: "percent",
            maximumFractionDigits: 1,
          }),
        });
  const oneDay = (day: string) =>
    formatDate(
      Date.parse(`${day}T12:00:00Z`),
      "UTC",
      { locale, calendar },
      { weekday: false, year: false },
    );
  const noonOf = (day: string) => Date.parse(`${day}T12:00:00Z`);
  const last = noonOf(localDay(deps.clock.now(), event.timeZone));
  const first = isAll
    ? Math.min(last, ...days.map(({ day }) => noonOf(day)))
    : last - (DAYS - 1) * DAY;
  const length = Math.round((last - first) / DAY) + 1;
  const width = Math.ceil(length / COLUMNS);
  const columns = Array.from({ length: Math.ceil(length / width) }, (_, at) => {
    const from = first + at * width * DAY;
    const rows = days.filter(({ day }) => noonOf(day) >= from && noonOf(day) < from + width * DAY);
    return { day: new Date(from).toISOString().slice(0, 10), rows };
  });
  return {
    range: {
      current: isAll ? "all" : "recent",
      options: [
        {
          value: "recent",
          label: t("guests:figures.recent"),
          href: `${paths.hostPage(event.id)}#figures`,
        },
        {
          value: "all",
          label: t("guests:figures.all"),
          href: `${paths.hostPage(event.id, { days: "all" })}#figures`,
        },
      ],
    },
    steps: (
      [
        ["views", null],
        ["saves", ofViews(counts.saves)],
        ["confirmed", ofViews(counts.confirmed)],
        ["came", t("guests:next.going", { going: number(going) })],
      ] as const
    ).map(([name, note]) => ({
      name,
      term: t(`guests:figures.${name}`),
      count: number(counts[name]),
      note,
      points: columns.map(({ day, rows }) => {
        const value = sumOf(name, rows);
        return { key: day, label: oneDay(day), value, text: number(value) };
      }),
    })),
    tickets: tickets > 0 ? number(tickets) : null,
    sources: sources.map((row) => ({
      label: t(`guests:figures.from.${row.source}`),
      ...countsOf(row, SOURCE_COUNTS, locale),
    })),
    days: days.map(({ day, ...counts }) => ({
      day,
      label: oneDay(day),
      ...countsOf(counts, DAY_COUNTS, locale),
    })),
  };
}

/** Counts of a row, written out. */
const countsOf = <Name extends string>(
  row: Readonly<Record<Name, number>>,
  names: readonly Name[],
  locale: Locale,
) =>
  Object.fromEntries(names.map((name) => [name, formatNumber(row[name], locale)])) as Record<
    Name,
    string
  >;

/** Who helps, what was written last, and when names are erased next: each for those who may see it. */
export async function besideView(
  context: SignedInContext,
  { event, may }: Subject,
  showings: Showings,
) {
  const { deps, locale, calendar, signedIn } = context;
  const t = translatorFor(locale);
  const [helpers, messages] = await Promise.all([
    may("people") ? peopleForHost(deps, signedIn, { kind: "event", id: event.id }) : null,
    may("guests") ? listHostMessages(deps, event.id) : null,
  ]);
  const isDue = (at: number) => at > deps.clock.now() && at < LAST_INSTANT;
  const erased = showings.find(
    ({ erasedAt, parties, endsAt, keptDays }) =>
      erasedAt === null && parties > 0 && isDue(endsAt + keptDays * DAY),
  );
  return {
    helpers: helpers?.people
      .slice(0, BESIDE)
      .map(({ id, name, role }) => ({ id, name, role: t(`people:role.${role}`) })),
    messages: messages?.slice(0, BESIDE).map(({ id, text, createdAt }) => ({
      id,
      text,
      when: showingMoment(createdAt, event.timeZone, context),
    })),
    erased:
      erased &&
      t("guests:erasedOn", {
        when: erased.label,
        day: formatDate(
          erased.endsAt + erased.keptDays * DAY,
          event.timeZone,
          { locale, calendar },
          { weekday: false },
        ),
      }),
  };
}
