import { data } from "@remix-run/cloudflare";
import { type Locale, listOf, localized } from "~/i18n/locale";
import { translatorFor } from "~/i18n/messages.server";
import { formatDate, formatTime } from "~/lib/dates/dates.server";
import { AppError } from "~/lib/errors";
import { redirectWithToast } from "~/lib/http/flash.server";
import { formAnswer } from "~/lib/http/form-answer.server";
import type { FormFailure } from "~/lib/http/form-failure";
import { fieldOf, readForm } from "~/lib/http/read-form.server";
import type { SignedInContext } from "~/lib/http/request-context";
import { pageHead } from "~/lib/pages/page-head.server";
import { paths } from "~/lib/paths";
import { can } from "~/lib/permissions";
import { formatNumber } from "~/lib/text/money";
import { getVisibleEvent } from "~/modules/events/get-event.server";
import { type DoorReport, readDoorReport } from "~/modules/hosting/door/door-report.server";
import {
  GUEST_TABS,
  type GuestQuery,
  type GuestTab,
  guestsForHost,
  guestsForStaff,
  READING_REASON,
  showingsOfHost,
} from "~/modules/hosting/guest-list.server";
import { type HostAbility, hostRole, mayHost } from "~/modules/hosting/host-access.server";
import { decideGuest, HOST_DECISIONS } from "~/modules/hosting/host-commands.server";
import { readHostFigures } from "~/modules/hosting/host-figures.server";
import { showingKey } from "~/modules/hosting/registration-statements.server";
import { DAY_COUNTS, SOURCE_COUNTS } from "./figure-columns";
import { presentGuest } from "./present-guest.server";

const TABS = Object.keys(GUEST_TABS) as GuestTab[];
const WORDS_MAX = 80;
const PAGES_MAX = 1_000;

function queryOf(eventId: string, params: URLSearchParams): GuestQuery {
  const at = params.get("at");
  const page = Number(params.get("page") ?? 0);
  return {
    tab: TABS.find((name) => name === params.get("tab")) ?? "going",
    occ: at ? showingKey(eventId, at) : null,
    words: (params.get("q") ?? "").trim().slice(0, WORDS_MAX),
    page: Number.isInteger(page) && page > 0 && page < PAGES_MAX ? page : 0,
  };
}

/** The event, and what its reader may do as a host. @throws AppError("not-found") for others */
async function subjectOf({ deps, signedIn }: SignedInContext, eventId: string) {
  const role = await hostRole(deps, signedIn.id, { kind: "event", id: eventId });
  const isStaff = can(signedIn, "event:manage-all");
  if (role === null && !isStaff) throw new AppError("not-found");
  const event = await getVisibleEvent(deps, signedIn, eventId, () => role !== null);
  return { event, role, isStaff, may: (ability: HostAbility) => mayHost(role, ability) };
}

type Subject = Awaited<ReturnType<typeof subjectOf>>;

async function showingsView(
  context: SignedInContext,
  { event }: Subject,
  { inside }: Pick<DoorReport, "inside">,
) {
  const { deps, locale } = context;
  const number = (count: number) => formatNumber(count, locale);
  const found = await showingsOfHost(deps, event.id);
  const isOver = ({ endsAt }: (typeof found)[number]) => endsAt <= deps.clock.now();
  const cameTo = ({ originalStart }: (typeof found)[number]) =>
    inside.get(showingKey(event.id, originalStart)) ?? 0;
  return found.map((showing) => ({
    ...showing,
    label: listOf(locale, [
      formatDate(showing.startsAt, event.timeZone, context),
      event.allDay ? "" : formatTime(showing.startsAt, event.timeZone, locale),
    ]),
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

/** What waits for the host: requests, what the door could not decide, offers that run. */
function needsView(
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

/** From the first look to the door, and the last days. */
async function figuresView(
  { deps, locale, calendar }: SignedInContext,
  { event }: Subject,
  report: DoorReport,
) {
  const t = translatorFor(locale);
  const number = (count: number) => formatNumber(count, locale);
  const { confirmed, going, tickets, days, sources } = await readHostFigures(deps, event, report);
  const came = [...report.inside.values()].reduce((sum, count) => sum + count, 0);
  return {
    steps: (
      [
        ["views", event.viewCount],
        ["saves", event.saveCount],
        ["confirmed", confirmed],
        ["going", going],
        ["came", came],
        ["tickets", tickets],
      ] as const
    ).map(([name, count]) => ({ term: t(`guests:figures.${name}`), count: number(count) })),
    sources: sources.map((row) => ({
      label: t(`guests:figures.from.${row.source}`),
      ...countsOf(row, SOURCE_COUNTS, locale),
    })),
    days: days.map(({ day, ...counts }) => ({
      day,
      label: formatDate(
        Date.parse(`${day}T12:00:00Z`),
        "UTC",
        { locale, calendar },
        { year: false },
      ),
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

type Listed = Awaited<ReturnType<typeof guestsForHost>>;

function listView(
  context: SignedInContext,
  { event, may }: Subject,
  query: GuestQuery,
  showings: Showings,
  { guests, hasMore, counts }: Listed,
) {
  const t = translatorFor(context.locale);
  const at = query.occ?.slice(event.id.length + 1) ?? null;
  const here = (change: { tab?: GuestTab; page?: number }) =>
    paths.hostPage(event.id, {
      tab: change.tab ?? query.tab,
      at,
      q: query.words || null,
      page: change.page || null,
    });
  return {
    tab: query.tab,
    tabs: TABS.map((name) => ({
      name,
      label: t(`guests:tab.${name}`),
      count: formatNumber(counts[name], context.locale),
      href: here({ tab: name }),
    })),
    guests: guests.map((guest) =>
      presentGuest(guest, showings, event.timeZone, context, may("guests")),
    ),
    previous: query.page > 0 ? here({ page: query.page - 1 }) : null,
    next: hasMore ? here({ page: query.page + 1 }) : null,
  };
}

/**
 * Data of `/my-events/{id}`: the showings of an event with their places, and its guests. Staff see
 * the numbers, and the guests after saying why.
 * @throws AppError("not-found") for others
 */
export async function eventGuestsLoader(
  context: SignedInContext,
  eventId: string,
  params: URLSearchParams,
) {
  const { deps, locale, origin, seo, signedIn } = context;
  const t = translatorFor(locale);
  const subject = await subjectOf(context, eventId);
  const { event, isStaff, may } = subject;
  const query = queryOf(eventId, params);
  const hasNumbers = may("numbers") || isStaff;
  const report = hasNumbers ? await readDoorReport(deps, eventId) : null;
  const [showings, figures, found] = await Promise.all([
    report ? showingsView(context, subject, report) : [],
    report ? figuresView(context, subject, report) : null,
    may("guests") ? guestsForHost(deps, signedIn, eventId, query) : null,
  ]);
  const title = localized({ en: event.titleEn, fa: event.titleFa }, locale);
  return {
    head: pageHead({ origin, locale, seo }, paths.hostPage(eventId), {
      title: t("guests:title", { title }),
      description: t("guests:lead"),
      noindex: true,
    }),
    title,
    titleLang: locale === "fa" && !event.titleFa ? ("en" as const) : undefined,
    event: paths.event(eventId),
    edit: may("edit") ? paths.editEvent(eventId) : null,
    rsvp: may("settings") ? paths.hostSettings(eventId) : null,
    door: may("door") ? paths.eventDoors(eventId) : null,
    messages: may("guests") ? paths.hostMessages(eventId) : null,
    embed: paths.embedBuilder({ event: eventId }),
    people: may("people") ? paths.eventPeople(eventId) : null,
    files: may("export")
      ? { csv: paths.guestFile(eventId, "csv"), json: paths.guestFile(eventId, "json") }
      : null,
    needs: report ? needsView(context, subject, showings, report) : [],
    showings,
    filter: {
      at: query.occ?.slice(eventId.length + 1) ?? "",
      q: query.words,
      tab: query.tab,
      showings: showings.map(({ originalStart, label }) => ({ value: originalStart, label })),
    },
    /** Whether the reader sees the numbers of the showings. */
    hasNumbers,
    figures,
    /** Whether they see the guests once they say why. */
    mayAsk: isStaff && !may("guests"),
    /** Null for staff, who say first why they look, and for hosts whose role has no guests. */
    list: found && listView(context, subject, query, showings, found),
    reasonLimits: READING_REASON,
  };
}

/** What the page answers to a form: a failure, or the guests for staff. */
export type EventGuestsAnswer = FormFailure & { list: ReturnType<typeof listView> | null };

/** Decides about a guest, or shows the list to staff who say why. @throws Response the redirect */
export async function eventGuestsAction(
  context: SignedInContext,
  request: Request,
  eventId: string,
) {
  const { deps, signedIn } = context;
  const subject = await subjectOf(context, eventId);
  const form = await readForm(request);
  const intent = fieldOf(form, "intent");
  const reason = fieldOf(form, "reason").trim();
  const id = fieldOf(form, "id");
  const amend = (failure: FormFailure): EventGuestsAnswer => ({ ...failure, list: null });
  if (intent === "open")
    return formAnswer(context, { form: "open", values: { reason }, amend }, async () => {
      const query = queryOf(eventId, new URL(request.url).searchParams);
      const found = await guestsForStaff(deps, signedIn, eventId, reason, query);
      const showings = await showingsView(context, subject, await readDoorReport(deps, eventId));
      const list = listView(context, subject, query, showings, found);
      return data<EventGuestsAnswer>({ message: "", issues: {}, values: {}, list });
    });
  const decision = HOST_DECISIONS.find((name) => name === intent);
  if (!decision) throw new AppError("bad-request");
  return formAnswer(context, { form: id, values: { reason }, amend }, async () => {
    if (decision === "remove" && reason === "")
      throw new AppError("invalid", [{ path: "reason", message: "errors:issue.removalReason" }]);
    await decideGuest(deps, signedIn, id, decision, reason || null);
    const { search } = new URL(request.url);
    throw await redirectWithToast(request, paths.hostPage(eventId) + search, {
      kind: "success",
      text: `guests:done.${decision}`,
    });
  });
}
