import { listOf, localized } from "~/i18n/locale";
import { translatorFor } from "~/i18n/messages.server";
import { formatDate, formatTime, inOtherCalendar, toIsoWithOffset, USUAL_ZONE } from "~/lib/dates/dates.server";
import { showWrittenDay } from "~/lib/dates/written-days";
import { wallTimeIn } from "~/lib/dates/written-times.server";
import { AppError } from "~/lib/errors";
import { fieldMessages } from "~/lib/http/form-answer.server";
import type { HTTPIssue } from "~/lib/http/http-issue";
import type { SignedInContext } from "~/lib/http/request-context";
import { pageHead } from "~/lib/pages/page-head.server";
import { paths } from "~/lib/paths";
import { formatNumber } from "~/lib/text/money";
import { isUndoable, latestChange, type PlanChange, type PlanOrder, plansFor } from "~/modules/authoring/change-plan.server";
import { getOwnEvent } from "~/modules/authoring/find-own-event.server";
import { findVenueClash } from "~/modules/authoring/find-venue-clash.server";
import { plannedState } from "~/modules/authoring/plan-times";
import { PLAN_FIELDS, type PlanFields, planFieldsOf, readPlan } from "~/modules/authoring/read-plan.server";
import { MESSAGE_LENGTH } from "~/modules/authoring/schema";
import type { City } from "~/modules/cities/queries.server";
import { formatDays, formatHours, isMultiDay } from "~/modules/events/event-times.server";
import type { EventRow } from "~/modules/events/list-events.server";
import { cityName } from "~/modules/events/present-event.server";
import { countSavers } from "~/modules/notifications/count-savers.server";
import { PLAN_NOTIFICATIONS } from "~/modules/notifications/event-domain-events.server";
import { notificationText } from "~/modules/notifications/notification-text.server";

/** Objects, because the sprite build collects names by the `icon` property. */
const ICONS = {
  move: { icon: "calendar-share" },
  postpone: { icon: "clock-pause" },
  cancel: { icon: "ban" },
  reinstate: { icon: "check" },
} as const;

/** Loads the event of a change. @throws AppError("not-found") for another user's event, AppError("conflict") for a draft */
async function subjectOf(context: SignedInContext, id: string) {
  const { event, cities } = await getOwnEvent(context.deps, context.signedIn, id);
  const city = event && cities.get(event.cityId);
  if (!event || !city) throw new AppError("conflict");
  return { event, city };
}

function headOf({ locale, origin, seo }: SignedInContext, path: string, title: string) {
  return pageHead({ origin, locale, seo }, path, { title, description: title, noindex: true });
}

const titleOf = ({ titleEn, titleFa }: EventRow, { locale }: SignedInContext) => localized({ en: titleEn, fa: titleFa }, locale);

/** Date and time of an event in its city, with the date in the other calendar. */
function timeView(event: EventRow, times: { startsAt: number; endsAt: number }, context: SignedInContext) {
  const at = { ...event, ...times };
  const days = formatDays(at, context, { weekday: true });
  const hours = event.allDay || isMultiDay(at) ? "" : formatHours(at, context.locale);
  return {
    dateTime: toIsoWithOffset(times.startsAt, event.timeZone),
    when: listOf(context.locale, [days, hours]),
    other: formatDays(at, inOtherCalendar(context)),
  };
}

type AudienceView = Awaited<ReturnType<typeof audienceView>>;

async function audienceView(context: SignedInContext, event: EventRow, plan: PlanOrder["plan"]) {
  const { deps, locale, signedIn } = context;
  const t = translatorFor(locale);
  const found = await countSavers(deps, event, plan, signedIn.id);
  const number = (count: number) => formatNumber(count, locale);
  return {
    count: found.people,
    people: t("authoring:plan.people", { count: found.people }),
    detail:
      found.people === 0
        ? t(event.isListed ? "authoring:plan.nobody" : "authoring:plan.hidden")
        : [
            t("authoring:plan.ways", { mails: number(found.byMail), pushes: number(found.byPush) }),
            ...(found.elsewhere > 0 ? [t("authoring:plan.elsewhere", { count: found.elsewhere })] : []),
          ].join(" "),
  };
}

/** Preview of the notification, in the organizer's language and the event's time zone. */
function noticeView(
  context: SignedInContext,
  event: EventRow,
  city: City,
  { plan, message }: Pick<PlanOrder, "plan" | "message">,
  state: { before: Times; after: Times },
) {
  const { locale } = context;
  const values = {
    title: { en: event.titleEn, fa: event.titleFa },
    message,
    allDay: event.allDay,
    timeZone: event.timeZone,
    city: { en: city.nameEn, fa: city.nameFa },
    oldStartsAt: state.before.startsAt,
    startsAt: state.after.startsAt,
  };
  const text = notificationText({ kind: PLAN_NOTIFICATIONS[plan].kind, values }, { ...context, timeZone: null });
  const hasMoved = state.before.startsAt !== state.after.startsAt || state.before.endsAt !== state.after.endsAt;
  return {
    subject: text.title,
    old: timeView(event, state.before, context),
    new: plan === "move" && hasMoved ? timeView(event, state.after, context) : null,
    isStruck: plan !== "reinstate",
    message,
    from: event.organizerEn === null ? null : localized({ en: event.organizerEn, fa: event.organizerFa }, locale),
    venue: listOf(locale, [localized({ en: event.venueEn, fa: event.venueFa }, locale), cityName(city, locale)]),
  };
}

interface Times {
  startsAt: number;
  endsAt: number;
}

/** Initial values: the first possible plan and the current times. */
function initialFields(event: EventRow, asked: PlanFields, plans: readonly string[], context: SignedInContext): PlanFields {
  const wall = (at: number) => {
    const local = wallTimeIn(toIsoWithOffset(at, event.timeZone), event.timeZone);
    return event.allDay ? local.slice(0, 10) : local;
  };
  const shown = (typed: string, at: number | null) => typed || (at === null ? "" : showWrittenDay(wall(at), context.calendar));
  return {
    plan: plans.includes(asked.plan) ? asked.plan : (plans[0] ?? ""),
    message: asked.message,
    startsAt: shown(asked.startsAt, event.startsAt),
    endsAt: asked.endsAt,
  };
}

/**
 * Data of `/events/{id}/change`: the form, and after a change the time left to undo it.
 * @throws AppError("not-found") for another user's event, AppError("conflict") for a draft
 */
export async function planLoader(context: SignedInContext, id: string, params: URLSearchParams) {
  const { deps, locale } = context;
  const t = translatorFor(locale);
  const { event, city } = await subjectOf(context, id);
  const now = deps.clock.now();
  const plans = plansFor(event, now);
  const change = await latestChange(deps, id);
  const fields = initialFields(event, planFieldsOf(params), plans, context);
  const audience = await audienceView(
    context,
    event,
    (change && isUndoable(change, now) ? change.plan : (fields.plan as PlanOrder["plan"])) || "move",
  );
  return {
    head: headOf(context, paths.changePlan(id), t("authoring:plan.title")),
    event: {
      title: titleOf(event, context),
      titleLang: locale === "fa" && !event.titleFa ? ("en" as const) : undefined,
      href: paths.event(id),
    },
    plans: plans.map((name) => ({
      name,
      ...ICONS[name],
      label: t(`authoring:plan.kind.${name}.label`),
      help: name === "move" && event.schedule ? t("authoring:plan.kind.move.series") : t(`authoring:plan.kind.${name}.help`),
    })),
    fields,
    isTyped: context.calendar === "jalali",
    allDay: event.allDay,
    now: timeView(event, event, context),
    city: cityName(city, locale),
    limits: MESSAGE_LENGTH,
    audience,
    failure: params.has("check") ? failureOfForm(planFieldsOf(params), event, plans, context) : null,
    last: change && lastView(context, event, city, change, now, audience),
  };
}

/** Errors of the fields in the query string, or null. */
function failureOfForm(
  fields: PlanFields,
  event: EventRow,
  plans: ReturnType<typeof plansFor>,
  { deps, locale }: SignedInContext,
): PlanFailure | null {
  const { issues } = readPlan(fields, event, plans, deps.clock.now());
  return issues && planFailure(issues, fields, locale);
}

/** The last change: with the time left to undo it, else as history. */
function lastView(context: SignedInContext, event: EventRow, city: City, change: PlanChange, now: number, audience: AudienceView) {
  const { locale } = context;
  const t = translatorFor(locale);
  const zone = context.timeZone ?? USUAL_ZONE;
  const at = `${formatDate(change.createdAt, zone, context, { year: false })} · ${formatTime(change.createdAt, zone, locale)}`;
  const left = Math.max(0, Math.ceil((change.dueAt - now) / 1000));
  const done = t(`authoring:plan.done.${change.plan}`, { when: timeView(event, change.after, context).when });
  return {
    id: change.id,
    /** Seconds left to undo it; 0 afterwards. */
    left: isUndoable(change, now) ? left : 0,
    done,
    next:
      change.domainEventId === null
        ? t("authoring:plan.nobodyHears")
        : audience.count === 0
          ? t("authoring:plan.nobody")
          : t("authoring:plan.soon", { people: audience.people }),
    history: t("authoring:plan.history", { what: done, at }),
    notice: noticeView(context, event, city, change, change),
  };
}

/**
 * Data of `/events/{id}/change/review`. The query string carries the form's values, so that the form can be restored.
 * @returns null for invalid values, which the form then reports
 */
export async function planReviewLoader(context: SignedInContext, id: string, params: URLSearchParams) {
  const { deps, locale } = context;
  const t = translatorFor(locale);
  const { event, city } = await subjectOf(context, id);
  const now = deps.clock.now();
  const fields = planFieldsOf(params);
  const { order } = readPlan(fields, event, plansFor(event, now), now);
  const change = await latestChange(deps, id);
  if (!order || (change && isUndoable(change, now))) return null;
  const after = plannedState(event, order.plan, order.times, now);
  const audience = await audienceView(context, event, order.plan);
  const clash = order.plan === "move" || order.plan === "reinstate" ? await findVenueClash(deps, event, after) : null;
  return {
    head: headOf(context, paths.reviewPlan(id), t("authoring:plan.review.title")),
    event: {
      title: titleOf(event, context),
      titleLang: locale === "fa" && !event.titleFa ? ("en" as const) : undefined,
      href: paths.event(id),
    },
    plan: { name: order.plan, ...ICONS[order.plan], label: t(`authoring:plan.kind.${order.plan}.label`) },
    consequence: t(`authoring:plan.consequence.${order.plan}`),
    clash: clash && {
      text: t("authoring:plan.clash", { venue: localized({ en: event.venueEn, fa: event.venueFa }, locale) }),
      title: localized({ en: clash.titleEn, fa: clash.titleFa }, locale),
      when: listOf(locale, [formatDays(clash, context, { weekday: true }), formatHours(clash, locale)]),
      href: paths.event(clash.id),
    },
    fields: PLAN_FIELDS.map((name) => ({ name, value: fields[name] })),
    back: paths.changePlan(id, { ...fields }),
    audience,
    send: t(audience.count > 0 ? `authoring:plan.send.${order.plan}` : `authoring:plan.sendQuietly.${order.plan}`, {
      people: audience.people,
    }),
    notice: noticeView(context, event, city, order, { before: event, after }),
  };
}

/** A rejected form: localized field errors and the submitted values. */
export function planFailure(issues: readonly HTTPIssue[], fields: PlanFields, locale: SignedInContext["locale"]) {
  return { issues: fieldMessages(issues, locale), fields };
}
type PlanFailure = ReturnType<typeof planFailure>;
