import { type Locale, localized } from "~/i18n/locale";
import { translatorFor } from "~/i18n/messages.server";
import { formatDate, formatTime } from "~/lib/dates/dates.server";
import type { SignedInContext } from "~/lib/http/request-context";
import type { SeenGuest, ShowingOfHost } from "~/modules/hosting/guest-list.server";
import type { HostDecision } from "~/modules/hosting/host-commands.server";
import { OPEN_TO_ALL } from "~/modules/hosting/registration-statements.server";
import type { RegistrationState } from "../../../../db/schema";

type Question = SeenGuest["answers"][number]["question"];

/** The original start in the key of a showing. */
export const startOfShowing = (occ: string): string => occ.slice(occ.indexOf("/") + 1);

/** An answer in words. */
export function guestAnswer({ kind, choices }: Question, answer: string, locale: Locale): string {
  if (kind === "choice") {
    const choice = choices[Number(answer)];
    return choice ? localized(choice, locale) : answer;
  }
  if (kind !== "yes-no") return answer;
  return translatorFor(locale)(answer === "yes" ? "guests:yes" : "guests:no");
}

const DECISIONS: Readonly<Partial<Record<RegistrationState, readonly HostDecision[]>>> = {
  requested: ["approve", "decline"],
  waitlisted: ["remove"],
  offered: ["remove"],
  going: ["remove"],
};

/** Places of a showing that are free; null is without limit. */
const leftOf = (showing: ShowingOfHost | undefined): number | null =>
  showing && showing.capacity !== null
    ? Math.max(0, showing.capacity - showing.going - showing.offered)
    : null;

/** What a host can do for a party in line: free places are offered, others are held for it. */
function offerOf(
  { state, seats, isHeld, offerable }: SeenGuest,
  showing: ShowingOfHost | undefined,
): HostDecision[] {
  if (state !== "waitlisted") return [];
  const mayHold = offerable !== null && offerable < seats && seats <= (showing?.capacity ?? 0);
  return [
    ...(offerable ? (["offer"] as const) : []),
    ...(isHeld ? (["release"] as const) : mayHold ? (["hold"] as const) : []),
  ];
}

/** Why a party is still in line, in words; null for others. */
function whyOf(
  { state, seats, place, isHeld, isHeldUp }: SeenGuest,
  showing: ShowingOfHost | undefined,
  when: (at: number) => string,
  locale: Locale,
): string | null {
  if (state !== "waitlisted" || place === null) return null;
  const t = translatorFor(locale);
  const turn = t("guests:why.place", { count: place });
  const left = leftOf(showing);
  if (left === null) return turn;
  const cause = isHeld
    ? t("guests:why.held", {
        count: seats,
        until: showing ? when(showing.startsAt - OPEN_TO_ALL) : "",
      })
    : left === 0
      ? t("guests:why.full")
      : seats > left
        ? t("guests:why.tooLarge", { count: seats, left })
        : t(isHeldUp ? "guests:why.heldUp" : "guests:why.turn");
  return `${turn} ${cause}`;
}

/**
 * A guest of the host's list. @param mayDecide whether its reader decides about it
 * @param came people of it who are inside
 */
export function presentGuest(
  guest: SeenGuest,
  showings: readonly (ShowingOfHost & { label: string; isOver: boolean })[],
  timeZone: string,
  context: SignedInContext,
  mayDecide: boolean,
  came: number,
) {
  const { locale } = context;
  const t = translatorFor(locale);
  const start = startOfShowing(guest.occ);
  const when = (at: number) =>
    `${formatDate(at, timeZone, context)} ${formatTime(at, timeZone, locale)}`;
  const showing = showings.find(({ originalStart }) => originalStart === start);
  return {
    id: guest.id,
    name: guest.name ?? t("guests:erased"),
    isErased: guest.name === null,
    state: guest.state,
    stateLabel: t(`guests:state.${guest.state}`),
    seats: t("guests:people", { count: guest.seats }),
    came: came > 0 ? t("guests:cameOf", { count: came }) : null,
    level: guest.level && localized(guest.level, locale),
    showing: showing?.label ?? start.replace("T", " "),
    email: guest.email,
    hasEmail: guest.hasEmail,
    why: whyOf(guest, showing, when, locale),
    until:
      guest.state === "offered" && guest.offerUntil !== null
        ? t("guests:offeredUntil", { when: when(guest.offerUntil) })
        : null,
    reason: guest.reason,
    answers: guest.answers.map(({ question, answer }) => ({
      id: question.id,
      label: localized({ en: question.labelEn, fa: question.labelFa }, locale),
      text: guestAnswer(question, answer, locale),
      /** "Yes" says nothing without its question. */
      isBare: question.kind === "yes-no",
    })),
    decisions:
      mayDecide && guest.name !== null && !showing?.isOver
        ? [...offerOf(guest, showing), ...(DECISIONS[guest.state] ?? [])].map((name) => ({
            name,
            label: t(`guests:action.${name}`, {
              count: name === "offer" ? (guest.offerable ?? 0) : guest.seats,
            }),
          }))
        : [],
  };
}
