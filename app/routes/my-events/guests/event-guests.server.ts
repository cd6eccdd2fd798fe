import { data, redirect } from "@remix-run/cloudflare";
import { showingMoment } from "~/components/event-page/event-showings.server";
import { readGuestName, typedValues } from "~/components/hosting/guest-fields.server";
import { inLanguageOf } from "~/i18n/addressed-language";
import { listOf, localized } from "~/i18n/locale";
import { translatorFor } from "~/i18n/messages.server";
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
import { onceOnly } from "~/modules/authoring/once.server";
import { getVisibleEvent } from "~/modules/events/get-event.server";
import { askedOf } from "~/modules/hosting/answers.server";
import { type DoorReport, readDoorReport } from "~/modules/hosting/door/door-report.server";
import {
  GUEST_TABS,
  GUESTS_SHOWN,
  type GuestQuery,
  type GuestTab,
  guestForHost,
  guestsForHost,
  guestsForStaff,
  lastAdded,
  READING_REASON,
} from "~/modules/hosting/guest-list.server";
import { type HostAbility, hostRole, mayHost } from "~/modules/hosting/host-access.server";
import {
  addGuest,
  decideGuest,
  decideGuests,
  HOST_BULK,
  HOST_DECISIONS,
  type HostBulk,
} from "~/modules/hosting/host-commands.server";
import { showingKey } from "~/modules/hosting/registration-statements.server";
import { normalizeEmail } from "~/modules/identity/email-address";
import { presentHostHead } from "../host-head.server";
import { besideView, figuresView, needsView, nextView, showingsView } from "./overview.server";
import { presentGuest } from "./present-guest.server";

const TABS = Object.keys(GUEST_TABS) as GuestTab[];
const WORDS_MAX = 80;
const PAGES_MAX = 1_000;
/** People of a party that a host adds. */
const SEATS_MAX = 6;

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

const BULK_OF: Partial<Record<GuestTab, readonly (HostBulk | "message")[]>> = {
  requested: ["approve", "decline"],
  going: ["check-in", "message"],
};

type Listed = Awaited<ReturnType<typeof guestsForHost>>;

function listView(
  context: SignedInContext,
  { event, may }: Subject,
  query: GuestQuery,
  showings: Awaited<ReturnType<typeof showingsView>>,
  { guests, hasMore, counts }: Listed,
  entries: DoorReport["entries"],
) {
  const t = translatorFor(context.locale);
  const at = query.occ?.slice(event.id.length + 1) ?? null;
  const here = (change: { tab?: GuestTab; page?: number; guest?: string }) =>
    paths.hostPage(event.id, {
      tab: change.tab ?? query.tab,
      at,
      q: query.words || null,
      page: change.page || null,
      guest: change.guest ?? null,
    });
  return {
    tab: query.tab,
    tabs: TABS.map((name) => ({
      name,
      label: t(`guests:tab.${name}`),
      count: formatNumber(counts[name], context.locale),
      href: here({ tab: name }),
    })),
    guests: guests.map((guest) => ({
      ...presentGuest(
        guest,
        showings,
        event.timeZone,
        context,
        may("guests"),
        entries.get(guest.id)?.inside ?? 0,
      ),
      href: may("guests") ? `${here({ page: query.page, guest: guest.id })}#guest` : null,
    })),
    /** What can be done to several at once. */
    bulk: may("guests")
      ? (BULK_OF[query.tab] ?? []).filter((what) => what !== "check-in" || may("door"))
      : [],
    here: here({ page: query.page }),
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
  const { event, role, isStaff, may } = subject;
  const query = queryOf(eventId, params);
  const hasNumbers = may("numbers") || isStaff;
  const report = hasNumbers ? await readDoorReport(deps, eventId) : null;
  const isList = ["tab", "at", "q", "guest"].some((name) => params.has(name));
  const chosen = params.get("guest");
  const [showings, found, guest, asked, last] = await Promise.all([
    report ? showingsView(context, subject, report) : [],
    isList && may("guests") ? guestsForHost(deps, signedIn, eventId, query) : null,
    chosen && may("guests") ? guestForHost(deps, signedIn, eventId, chosen) : null,
    isList && may("guests") ? askedOf(deps, eventId) : null,
    isList && may("guests") ? lastAdded(deps, eventId, signedIn.id) : null,
  ]);
  const of = presentHostHead(context, event, role, isList ? "guests" : "overview");
  return {
    head: pageHead({ origin, locale, seo }, paths.hostPage(eventId), {
      title: t("guests:title", { title: of.title }),
      description: t("guests:lead"),
      noindex: true,
    }),
    of,
    files: may("export")
      ? { csv: paths.guestFile(eventId, "csv"), json: paths.guestFile(eventId, "json") }
      : null,
    /** Null on the tab of guests, and for roles without the numbers. */
    overview:
      report && !isList
        ? {
            next: nextView(context, showings),
            door: may("door") ? paths.eventDoors(eventId) : null,
            needs: needsView(context, subject, showings, report),
            showings,
            switchOn: may("settings")
              ? { href: paths.hostSettings(eventId), label: t("hosting:settings.isOn") }
              : null,
            addDate: of.edit && `${paths.editEvent(eventId, { add: 1 })}#when`,
            figures: await figuresView(context, subject, report, params.get("days") === "all"),
            beside: await besideView(context, subject, showings),
            people: paths.eventPeople(eventId),
            messages: paths.hostMessages(eventId),
          }
        : null,
    filter: {
      at: query.occ?.slice(eventId.length + 1) ?? "",
      q: query.words,
      tab: query.tab,
      showings: showings.map(({ originalStart, label }) => ({ value: originalStart, label })),
    },
    /** Whether they see the guests once they say why. */
    mayAsk: isStaff && !may("guests"),
    /** Null for staff, who say first why they look, and for hosts whose role has no guests. */
    list: found && report && listView(context, subject, query, showings, found, report.entries),
    /** The chosen guest with answers and history. */
    guest: guest && report && panelView(context, subject, showings, guest, report.entries),
    /** The form that adds a guest. */
    add: asked && {
      /** Changes with each guest whom its reader adds. */
      last: String(last),
      once: deps.ids.next(),
      showings: showings
        .filter(({ isOver, status }) => !isOver && status !== "cancelled")
        .map(({ originalStart, label, places }) => ({
          value: originalStart,
          label: listOf(locale, [label, places ?? ""].filter(Boolean)),
        })),
      people: Array.from({ length: SEATS_MAX }, (_, at) => ({
        value: String(at + 1),
        label: t("guests:people", { count: at + 1 }),
      })),
      levels: asked.levels.map((level) => ({
        value: level.id,
        label: localized({ en: level.nameEn, fa: level.nameFa }, locale),
      })),
    },
    reasonLimits: READING_REASON,
  };
}

function panelView(
  context: SignedInContext,
  { event, may }: Subject,
  showings: Awaited<ReturnType<typeof showingsView>>,
  { guest, history, broughtBy }: Awaited<ReturnType<typeof guestForHost>>,
  entries: DoorReport["entries"],
) {
  const t = translatorFor(context.locale);
  const came = entries.get(guest.id)?.inside ?? 0;
  return {
    ...presentGuest(guest, showings, event.timeZone, context, may("guests"), came),
    broughtBy,
    history: history.map(({ id, fromState, toState, seats, changedAt, changedAs, reason }) => ({
      id,
      text:
        fromState === toState
          ? t("guests:panel.resized", { count: seats })
          : fromState === null
            ? t(
                `guests:panel.${guest.broughtBy !== null ? "added" : changedAs === "host" ? "byHand" : "made"}`,
              )
            : t(`guests:state.${toState}`),
      about: listOf(context.locale, [
        showingMoment(changedAt, event.timeZone, context),
        t(`guests:panel.by.${changedAs}`),
      ]),
      reason,
    })),
  };
}

/** Adds a guest by hand, and says so. */
async function addByHand(
  context: SignedInContext,
  request: Request,
  eventId: string,
  form: FormData,
) {
  const { deps, signedIn, locale, calendar } = context;
  const { name, issues } = readGuestName(form);
  const typed = fieldOf(form, "email").trim();
  const email = typed === "" ? null : normalizeEmail(typed);
  if (typed !== "" && email === null) issues.push({ path: "email", message: "errors:issue.email" });
  const seats = Number(fieldOf(form, "seats") || "1");
  if (!Number.isInteger(seats) || seats < 1 || seats > SEATS_MAX)
    issues.push({ path: "seats", message: "errors:issue.rsvpPlusOnes" });
  if (issues.length > 0) throw new AppError("invalid", issues);
  const { levels } = await askedOf(deps, eventId);
  const levelId = levels.find(({ id }) => id === fieldOf(form, "level"))?.id ?? null;
  const occ = showingKey(eventId, fieldOf(form, "showing"));
  const reader = { locale, calendar };
  const facts = { occ, name, seats, email, levelId };
  const key = { caller: signedIn.id, key: fieldOf(form, "once"), body: JSON.stringify(facts) };
  const tab = await onceOnly(deps, key, async () =>
    (await addGuest(deps, signedIn, eventId, { ...facts, reader })) ? "line" : "going",
  );
  throw await redirectWithToast(request, paths.hostPage(eventId, { tab: tab ?? "going" }), {
    kind: "success",
    text: tab === "line" ? "guests:add.inLine" : "guests:add.done",
  });
}

/** Does something to the ticked guests, and says to how many. */
async function bulk(
  { deps, signedIn }: SignedInContext,
  request: Request,
  eventId: string,
  what: HostBulk,
  ids: readonly string[],
) {
  const back = paths.hostPage(eventId) + new URL(request.url).search;
  if (ids.length === 0)
    throw await redirectWithToast(request, back, { kind: "error", text: "guests:bulk.none" });
  const count = await decideGuests(deps, signedIn, eventId, ids, what);
  throw await redirectWithToast(request, back, {
    kind: count === ids.length ? "success" : "error",
    text: `guests:bulkDone.${what}`,
    values: { count, of: ids.length },
  });
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
      const report = await readDoorReport(deps, eventId);
      const showings = await showingsView(context, subject, report);
      const list = listView(context, subject, query, showings, found, report.entries);
      return data<EventGuestsAnswer>({ message: "", issues: {}, values: {}, list });
    });
  if (intent === "add")
    return formAnswer(context, { form: "add", values: typedValues(form), amend }, () =>
      addByHand(context, request, eventId, form),
    );
  const ticked = form.getAll("chosen").map(String);
  if (ticked.length > GUESTS_SHOWN)
    throw await redirectWithToast(request, paths.hostPage(eventId), {
      kind: "error",
      text: "guests:bulk.tooMany",
      values: { max: GUESTS_SHOWN },
    });
  if (intent === "chosen-message" && ticked.length > 0)
    throw redirect(
      inLanguageOf(request, paths.hostMessages(eventId, { to: ticked.join(",") })),
      303,
    );
  const several = HOST_BULK.find((name) => `chosen-${name}` === intent);
  if (several || intent === "chosen-message")
    return bulk(context, request, eventId, several ?? "check-in", ticked);
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
