import { translatorFor } from "~/i18n/messages.server";
import type { SignedInContext } from "~/lib/http/request-context";
import { localDigits } from "~/lib/text/digits";
import { formatNumber } from "~/lib/text/money";
import { UNDO_WINDOW } from "~/modules/authoring/change-plan.server";
import { plansOf } from "~/modules/authoring/plan-showing.server";
import { PLAN_SCOPES, type PlanScope } from "~/modules/authoring/plan-times";
import type { EventRow } from "~/modules/events/list/list-events.server";
import { countSavers } from "~/modules/notifications/remind-savers.server";
import { countGuests } from "~/modules/notifications/tell-guests.server";
import { keysOfSeries } from "~/modules/schedule/edit-schedule.server";
import type { Occurrence } from "~/modules/schedule/expand-schedule.server";
import type { NotifiedPlan } from "../../../../db/schema";

/**
 * The people whom a change reaches: how many, by which ways and when.
 * @param occurrences original starts of the dates that change; without them the whole event
 * @param startsAt new start, if it moves
 */
export async function audienceView(
  context: SignedInContext,
  event: EventRow,
  plan: NotifiedPlan,
  occurrences?: readonly string[],
  startsAt = event.startsAt,
) {
  const { deps, locale, signedIn } = context;
  const t = translatorFor(locale);
  const going = { at: deps.clock.now() + UNDO_WINDOW, oldStartsAt: event.startsAt, startsAt };
  const [found, guests] = await Promise.all([
    countSavers(deps, event, plan, signedIn.id, going, occurrences),
    event.isListed ? countGuests(deps, { eventId: event.id, occurrences }) : 0,
  ]);
  const number = (count: number) => formatNumber(count, locale);
  return {
    count: found.people + guests,
    people:
      guests === 0
        ? t("authoring:plan.people", { count: found.people })
        : t("authoring:plan.guestsAndSavers", {
            guests: t("authoring:plan.guests", { count: guests }),
            people: t("authoring:plan.people", { count: found.people }),
          }),
    detail:
      found.people + guests === 0
        ? t(event.isListed ? "authoring:plan.nobody" : "authoring:plan.hidden")
        : [
            ...(guests === 0 ? [] : [t("authoring:plan.guestsFirst", { count: guests })]),
            t("authoring:plan.ways", { mails: number(found.byMail), pushes: number(found.byPush) }),
            t("authoring:plan.atOnce"),
            ...(found.later
              ? [
                  t("authoring:plan.afterNight", {
                    count: found.later.people,
                    time: localDigits(found.later.until, locale),
                  }),
                ]
              : []),
            ...(found.elsewhere > 0
              ? [t("authoring:plan.elsewhere", { count: found.elsewhere })]
              : []),
          ].join(" "),
  };
}

/**
 * The dates that a change of a date may be about, by scope. Of several rules, only the chosen
 * date's changes; but cancelling and postponing all dates is a change of the event.
 */
export function datesInScope(event: EventRow, date: Occurrence, dates: readonly Occurrence[]) {
  const keys = dates.map(({ originalStart }) => originalStart);
  const series = new Set(
    event.schedule ? keysOfSeries(event.schedule, date.originalStart, keys) : [],
  );
  const own = dates.filter(({ originalStart }) => series.has(originalStart));
  return {
    one: [date],
    following: own.slice(own.indexOf(date)),
    all: plansOf(date).includes("cancel") ? [...dates] : own,
  };
}

/** Who is notified, by scope. */
export async function audiencesOf(
  context: SignedInContext,
  event: EventRow,
  plan: NotifiedPlan,
  date: Occurrence | null,
  dates: readonly Occurrence[],
) {
  if (!date) return [{ scope: null, ...(await audienceView(context, event, plan)) }];
  const scopes = datesInScope(event, date, dates);
  const keysOf = (scope: PlanScope) => scopes[scope].map(({ originalStart }) => originalStart);
  const shown = scopes.all.length > 1 ? PLAN_SCOPES : PLAN_SCOPES.slice(0, 1);
  return Promise.all(
    shown.map(async (scope) => ({
      scope,
      ...(await audienceView(context, event, plan, keysOf(scope))),
    })),
  );
}
