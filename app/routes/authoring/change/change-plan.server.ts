import { listOf, localized } from "~/i18n/locale";
import { translatorFor } from "~/i18n/messages.server";
import {
  formatDate,
  formatTime,
  inOtherCalendar,
  localDay,
  toIsoWithOffset,
  USUAL_ZONE,
} from "~/lib/dates/dates.server";
import { wallTimeIn } from "~/lib/dates/written-times.server";
import { AppError } from "~/lib/errors";
import { takesPlace } from "~/lib/event/schedule";
import { fieldMessages } from "~/lib/http/form-answer.server";
import type { FormFailure } from "~/lib/http/form-failure";
import type { SignedInContext } from "~/lib/http/request-context";
import { pageHead } from "~/lib/pages/page-head.server";
import { paths } from "~/lib/paths";
import {
  isNotified,
  isUndoable,
  latestChange,
  type PlanChange,
  plansFor,
} from "~/modules/authoring/change-plan.server";
import { getOwnEvent } from "~/modules/authoring/find-own-event.server";
import { findVenueClash } from "~/modules/authoring/find-venue-clash.server";
import {
  type ChangedDates,
  changedDates,
  datesToCome,
  plansOf,
} from "~/modules/authoring/plan-showing.server";
import { PLAN_SCOPES } from "~/modules/authoring/plan-times";
import {
  PLAN_FIELDS,
  type PlanFields,
  planFieldsOf,
  readPlan,
} from "~/modules/authoring/read-plan.server";
import { MESSAGE_LENGTH } from "~/modules/authoring/schema";
import type { City } from "~/modules/cities/queries.server";
import type { EventRow } from "~/modules/events/list/list-events.server";
import { formatDays, formatHours, isMultiDay } from "~/modules/events/present/event-times.server";
import { cityName } from "~/modules/events/present/present-event.server";
import { PLAN_NOTIFICATIONS } from "~/modules/notifications/event-domain-events.server";
import { notificationText } from "~/modules/notifications/prepare-notifications.server";
import type { Occurrence } from "~/modules/schedule/expand-schedule.server";
import type { NotifiedPlan, Plan } from "../../../../db/schema";
import { audiencesOf, audienceView, datesInScope } from "./plan-audience.server";
import { changedView, datesText, dateText, monthsOfDates, stateText } from "./plan-dates.server";

/** Objects, because the sprite build collects names by the `icon` property. */
const ICONS = {
  move: { icon: "calendar-share" },
  postpone: { icon: "clock-pause" },
  cancel: { icon: "ban" },
  reinstate: { icon: "check" },
} as const;

/**
 * Loads the event of a change. @throws AppError("not-found") for another user's event,
 * AppError("conflict") for a draft
 */
async function subjectOf(context: SignedInContext, id: string) {
  const { event, cities } = await getOwnEvent(context.deps, context.signedIn, id);
  const city = event && cities.get(event.cityId);
  if (!event || !city) throw new AppError("conflict");
  return { event, city };
}

function headOf({ locale, origin, seo }: SignedInContext, path: string, title: string) {
  return pageHead({ origin, locale, seo }, path, { title, description: title, noindex: true });
}

const titleOf = ({ titleEn, titleFa }: EventRow, { locale }: SignedInContext) =>
  localized({ en: titleEn, fa: titleFa }, locale);

/** Date and time of an event in its city, with the date in the other calendar. */
function timeView(
  event: EventRow,
  times: { startsAt: number; endsAt: number },
  context: SignedInContext,
) {
  const at = { ...event, ...times };
  const days = formatDays(at, context, { weekday: true });
  const hours = event.allDay || isMultiDay(at) ? "" : formatHours(at, context.locale);
  return {
    dateTime: toIsoWithOffset(times.startsAt, event.timeZone),
    when: listOf(context.locale, [days, hours]),
    other: formatDays(at, inOtherCalendar(context)),
  };
}

/** Preview of the notification, in the organizer's language and the event's time zone. */
function noticeView(
  context: SignedInContext,
  event: EventRow,
  city: City,
  { plan, message }: { plan: NotifiedPlan; message: string },
  { before, after }: { before: Times; after: Times },
  dates: ChangedDates | null,
) {
  const { locale } = context;
  const values = {
    title: { en: event.titleEn, fa: event.titleFa },
    message,
    allDay: event.allDay,
    timeZone: event.timeZone,
    city: { en: city.nameEn, fa: city.nameFa },
    oldStartsAt: before.startsAt,
    startsAt: after.startsAt,
    ...(dates && {
      occurrences: dates.changed.map(({ after: { originalStart } }) => originalStart),
    }),
  };
  const text = notificationText(
    { kind: PLAN_NOTIFICATIONS[plan].kind, values },
    { ...context, timeZone: null },
  );
  const hasMoved = before.startsAt !== after.startsAt || before.endsAt !== after.endsAt;
  return {
    subject: text.title,
    old: timeView(event, before, context),
    new: plan === "move" && hasMoved ? timeView(event, after, context) : null,
    isStruck: plan !== "reinstate",
    message,
    from:
      event.organizerEn === null
        ? null
        : localized({ en: event.organizerEn, fa: event.organizerFa }, locale),
    venue: listOf(locale, [
      localized({ en: event.venueEn, fa: event.venueFa }, locale),
      cityName(city, locale),
    ]),
  };
}

interface Times {
  startsAt: number;
  endsAt: number;
}

/** Initial values: the first possible plan and the current times. */
function initialFields(
  event: EventRow,
  date: Occurrence | null,
  asked: PlanFields,
  plans: readonly Plan[],
): PlanFields {
  const wall = (at: number) => {
    const local = wallTimeIn(toIsoWithOffset(at, event.timeZone), event.timeZone);
    return event.allDay ? local.slice(0, 10) : local;
  };
  return {
    plan: plans.find((name) => name === asked.plan) ?? plans[0] ?? "",
    message: asked.message,
    startsAt: asked.startsAt || wall((date ?? event).startsAt),
    endsAt: asked.endsAt,
    at: date?.originalStart ?? "",
    scope: PLAN_SCOPES.find((name) => name === asked.scope) ?? "one",
  };
}

export type PlanPage = Awaited<ReturnType<typeof planLoader>>;

/**
 * The dates among which a change of plan chooses: those to come of a series whose dates take place
 * by themselves.
 */
const datesOf = (event: EventRow, now: number): Occurrence[] =>
  event.lifecycle === "scheduled" ? datesToCome(event, now) : [];

/**
 * Data of `/events/{id}/change`: of a series first its dates; then the form, and after a change the
 * time left to undo it.
 * @throws AppError("not-found") for another user's event, AppError("conflict") for a draft
 */
export async function planLoader(context: SignedInContext, id: string, params: URLSearchParams) {
  const { deps, locale } = context;
  const t = translatorFor(locale);
  const { event, city } = await subjectOf(context, id);
  const now = deps.clock.now();
  const change = await latestChange(deps, id);
  const isWaiting = change !== null && isUndoable(change, now);
  const asked = planFieldsOf(params);
  const dates = datesOf(event, now);
  const date =
    dates.find(({ originalStart }) => originalStart === asked.at) ??
    (dates.length === 1 ? dates[0] : undefined) ??
    null;
  const isChosen = dates.length === 0 || date !== null;
  const allowed = isWaiting || !isChosen ? [] : date ? plansOf(date) : plansFor(event, now);
  const plans = allowed.filter(isNotified);
  const fields = initialFields(event, date, asked, plans);
  const shown = date ?? event;
  return {
    head: headOf(context, paths.changePlan(id), t("authoring:plan.title")),
    event: eventView(event, context),
    /** Dates to choose from, for a series without a chosen one; null otherwise. */
    dates: isChosen || isWaiting ? null : datesView(event, dates, context),
    date: date && !isWaiting ? dateView(event, date, dates, context) : null,
    plans: plans.map((name) => ({
      name,
      ...ICONS[name],
      label: t(`authoring:plan.kind.${name}.label`),
      help:
        name === "move" && event.schedule && !date
          ? t("authoring:plan.kind.move.series")
          : t(`authoring:plan.kind.${name}.help`),
      consequence: t(
        date ? `authoring:plan.consequenceOfDate.${name}` : `authoring:plan.consequence.${name}`,
      ),
    })),
    fields,
    calendar: context.calendar,
    today: localDay(now, event.timeZone),
    allDay: event.allDay,
    now: timeView(event, shown, context),
    city: cityName(city, locale),
    limits: MESSAGE_LENGTH,
    /** By scope; without several dates, one. */
    audiences: plans[0] ? await audiencesOf(context, event, plans[0], date, dates) : [],
    failure: params.has("check") ? failureOfQuery(asked, event, context) : null,
    last: change && (await lastView(context, event, city, change, now)),
  };
}

function eventView(event: EventRow, context: SignedInContext) {
  return {
    title: titleOf(event, context),
    titleLang: context.locale === "fa" && !event.titleFa ? ("en" as const) : undefined,
    href: paths.event(event.id),
  };
}

/** Months whose dates are shown at once; later ones are folded. */
const MONTHS_SHOWN = 3;

function datesView(event: EventRow, dates: readonly Occurrence[], context: SignedInContext) {
  const months = monthsOfDates(event, dates, context);
  return {
    months: months.slice(0, MONTHS_SHOWN),
    later: months.slice(MONTHS_SHOWN),
    all: {
      href: paths.changePlan(event.id, {
        at: (dates.find(takesPlace) ?? dates[0])?.originalStart,
        scope: "all",
      }),
      label: translatorFor(context.locale)("authoring:plan.allDates", {
        count: dates.filter(takesPlace).length,
      }),
    },
  };
}

/** The chosen date, and whether the change may be about others too. */
function dateView(
  event: EventRow,
  date: Occurrence,
  dates: readonly Occurrence[],
  context: SignedInContext,
) {
  const t = translatorFor(context.locale);
  const { following, all } = datesInScope(event, date, dates);
  const isFirst = following.length === all.length;
  const isAlike = takesPlace(date)
    ? takesPlace
    : ({ status }: Occurrence) => status === date.status;
  const countOf = (some: readonly Occurrence[]) =>
    t("authoring:plan.dates", { count: some.filter(isAlike).length });
  const sale = plansOf(date).find((plan) => plan === "sell-out" || plan === "reopen");
  return {
    label: dateText(event, date, context),
    status: date.status,
    state: stateText(date, context.locale),
    others: dates.length > 1 ? paths.changePlan(event.id) : null,
    sale: sale
      ? {
          intent: sale,
          label: t(`authoring:plan.sales.${sale}.label`),
          help: t("authoring:plan.sales.help"),
        }
      : null,
    scopes: [
      { value: "one", label: t("authoring:plan.scope.one"), help: dateText(event, date, context) },
      ...(isFirst || following.length === 1
        ? []
        : [
            {
              value: "following",
              label: t("authoring:plan.scope.following"),
              help: countOf(following),
            },
          ]),
      ...(all.length > 1
        ? [{ value: "all", label: t("authoring:plan.scope.all"), help: countOf(all) }]
        : []),
    ],
  };
}

/** Errors of the fields in the query string, or null. */
function failureOfQuery(
  fields: PlanFields,
  event: EventRow,
  { deps, locale }: SignedInContext,
): FormFailure | null {
  const { issues } = readPlan(fields, event, deps.clock.now());
  if (!issues) return null;
  return {
    message: translatorFor(locale)("account:failure.check"),
    issues: fieldMessages(issues, locale),
    values: { ...fields },
  };
}

/** The last change: with the time left to undo it, else as history. */
async function lastView(
  context: SignedInContext,
  event: EventRow,
  city: City,
  change: PlanChange,
  now: number,
) {
  const { locale } = context;
  const t = translatorFor(locale);
  const { plan, message } = change;
  const zone = context.timeZone ?? USUAL_ZONE;
  const at = `${formatDate(change.createdAt, zone, context, { year: false })} · ${formatTime(change.createdAt, zone, locale)}`;
  const dates = changedDates(event, change);
  const when = timeView(event, dates?.after ?? change.after, context).when;
  const before = dates?.changed.map((date) => date.before) ?? [];
  const done =
    dates || !isNotified(plan)
      ? t(
          `authoring:plan.doneOfDates.${plan === "move" && before.length > 1 ? "moveSeveral" : plan}`,
          {
            dates: datesText(event, before, context),
            when,
          },
        )
      : t(`authoring:plan.done.${plan}`, { when });
  const history = t("authoring:plan.history", { what: done, at });
  if (!isNotified(plan) || !isUndoable(change, now))
    return { id: change.id, history, waiting: null };
  const audience = await audienceView(
    context,
    event,
    plan,
    dates?.changed.map((date) => date.before.originalStart),
  );
  return {
    id: change.id,
    history,
    /** While it can be undone. */
    waiting: {
      /** Seconds left to undo it. */
      left: Math.max(0, Math.ceil((change.dueAt - now) / 1000)),
      done,
      next:
        change.domainEventId === null
          ? t("authoring:plan.nobodyHears")
          : audience.count === 0
            ? t("authoring:plan.nobody")
            : t("authoring:plan.soon", { people: audience.people }),
      notice: noticeView(context, event, city, { plan, message }, dates ?? change, dates),
    },
  };
}

export type PlanReviewPage = NonNullable<Awaited<ReturnType<typeof planReviewLoader>>>;

/**
 * Data of `/events/{id}/change/review`. The query string carries the form's values, so that the
 * form can be restored.
 * @returns null for invalid values, which the form then reports
 */
export async function planReviewLoader(
  context: SignedInContext,
  id: string,
  params: URLSearchParams,
) {
  const { deps, locale } = context;
  const t = translatorFor(locale);
  const { event, city } = await subjectOf(context, id);
  const now = deps.clock.now();
  const fields = planFieldsOf(params);
  const { order, planned } = readPlan(fields, event, now);
  const change = await latestChange(deps, id);
  if (!order || (change && isUndoable(change, now))) return null;
  const { plan } = order;
  const dates = planned.series;
  const changed = dates?.changed ?? [];
  const audience = await audienceView(
    context,
    event,
    plan,
    dates?.changed.map(({ after }) => after.originalStart),
    dates?.changed[0]?.after.startsAt ?? planned.after.startsAt,
  );
  const clash =
    plan === "move" || plan === "reinstate"
      ? await findVenueClash(deps, event, dates?.after ?? planned.after)
      : null;
  const isOfDates = dates !== null;
  const send =
    audience.count > 0
      ? t(`authoring:plan.send.${plan}`, { people: audience.people })
      : isOfDates
        ? t(`authoring:plan.sendDates.${plan}`, { count: changed.length })
        : t(`authoring:plan.sendQuietly.${plan}`);
  return {
    head: headOf(context, paths.reviewPlan(id), t("authoring:plan.review.title")),
    event: eventView(event, context),
    plan: { name: plan, ...ICONS[plan], label: t(`authoring:plan.kind.${plan}.label`) },
    consequence: t(
      isOfDates ? `authoring:plan.consequenceOfDate.${plan}` : `authoring:plan.consequence.${plan}`,
    ),
    /** The dates that change; null for a change of the whole event. */
    dates: dates && changedView(event, planned, context),
    clash: clash && {
      text: t("authoring:plan.clash", {
        venue: localized({ en: event.venueEn, fa: event.venueFa }, locale),
      }),
      title: localized({ en: clash.titleEn, fa: clash.titleFa }, locale),
      when: listOf(locale, [
        formatDays(clash, context, { weekday: true }),
        formatHours(clash, locale),
      ]),
      href: paths.event(clash.id),
    },
    fields: PLAN_FIELDS.map((name) => ({ name, value: fields[name] })),
    back: paths.changePlan(id, { ...fields }),
    audience,
    send,
    notice: noticeView(
      context,
      event,
      city,
      order,
      dates ?? { before: event, after: planned.after },
      dates,
    ),
  };
}
