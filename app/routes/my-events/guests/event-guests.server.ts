import { data } from "@remix-run/cloudflare";
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
import { getVisibleEvent } from "~/modules/events/get-event.server";
import { type DoorReport, readDoorReport } from "~/modules/hosting/door/door-report.server";
import {
  GUEST_TABS,
  type GuestQuery,
  type GuestTab,
  guestsForHost,
  guestsForStaff,
  READING_REASON,
} from "~/modules/hosting/guest-list.server";
import { type HostAbility, hostRole, mayHost } from "~/modules/hosting/host-access.server";
import { decideGuest, HOST_DECISIONS } from "~/modules/hosting/host-commands.server";
import { showingKey } from "~/modules/hosting/registration-statements.server";
import { presentHostHead } from "../host-head.server";
import { besideView, figuresView, needsView, nextView, showingsView } from "./overview.server";
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
      presentGuest(
        guest,
        showings,
        event.timeZone,
        context,
        may("guests"),
        entries.get(guest.id)?.inside ?? 0,
      ),
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
  const { event, role, isStaff, may } = subject;
  const query = queryOf(eventId, params);
  const hasNumbers = may("numbers") || isStaff;
  const report = hasNumbers ? await readDoorReport(deps, eventId) : null;
  const isList = ["tab", "at", "q"].some((name) => params.has(name));
  const [showings, found] = await Promise.all([
    report ? showingsView(context, subject, report) : [],
    isList && may("guests") ? guestsForHost(deps, signedIn, eventId, query) : null,
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
            addDate: of.edit && `${paths.editEvent(eventId, { add: 1 })}#when`,
            figures: await figuresView(context, subject, report),
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
      const report = await readDoorReport(deps, eventId);
      const showings = await showingsView(context, subject, report);
      const list = listView(context, subject, query, showings, found, report.entries);
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
