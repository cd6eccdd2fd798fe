import { type Locale, localized } from "~/i18n/locale";
import { translatorFor } from "~/i18n/messages.server";
import { formatDate, formatTime } from "~/lib/dates/dates.server";
import type { SignedInContext } from "~/lib/http/request-context";
import type { SeenGuest, ShowingOfHost } from "~/modules/hosting/guest-list.server";
import type { HostDecision } from "~/modules/hosting/host-commands.server";
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

/** Places that a host can offer to a party in line now: all it asks for, or fewer where it takes them. */
function offeredTo(
  { state, seats, takesFewer, isHeld, level }: SeenGuest,
  showing: ShowingOfHost | undefined,
): number {
  if (state !== "waitlisted") return 0;
  const left = Math.min(leftOf(showing) ?? seats, seats);
  return left === seats || (takesFewer && !isHeld && level === null) ? left : 0;
}

/** What a host can do for a party in line: free places are offered, others are held for it. */
function offerOf(guest: SeenGuest, showing: ShowingOfHost | undefined): HostDecision[] {
  const { state, seats, isHeld } = guest;
  if (state !== "waitlisted") return [];
  const offered = offeredTo(guest, showing);
  const mayHold = offered < seats && seats <= (showing?.capacity ?? 0);
  return [
    ...(offered > 0 ? (["offer"] as const) : []),
    ...(isHeld ? (["release"] as const) : mayHold ? (["hold"] as const) : []),
  ];
}

/** Why a party is still in line, in words; null for others. */
function whyOf(
  { state, seats, place, isHeld, isHeldUp }: SeenGuest,
  showing: ShowingOfHost | undefined,
  locale: Locale,
): string | null {
  if (state !== "waitlisted" || place === null) return null;
  const t = translatorFor(locale);
  const turn = t("guests:why.place", { count: place });
  const left = leftOf(showing);
  if (left === null) return turn;
  const cause = isHeld
    ? t("guests:why.held", { count: seats })
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
  showings: readonly (ShowingOfHost & { label: string })[],
  timeZone: string,
  context: SignedInContext,
  mayDecide: boolean,
  came: number,
) {
  const { locale } = context;
  const t = translatorFor(locale);
  const start = startOfShowing(guest.occ);
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
    why: whyOf(guest, showing, locale),
    until:
      guest.state === "offered" && guest.offerUntil !== null
        ? t("guests:offeredUntil", {
            when: `${formatDate(guest.offerUntil, timeZone, context)} ${formatTime(guest.offerUntil, timeZone, locale)}`,
          })
        : null,
    reason: guest.reason,
    answers: guest.answers.map(({ question, answer }) => ({
      id: question.id,
      label: localized({ en: question.labelEn, fa: question.labelFa }, locale),
      text: guestAnswer(question, answer, locale),
    })),
    decisions:
      mayDecide && guest.name !== null
        ? [...offerOf(guest, showing), ...(DECISIONS[guest.state] ?? [])].map((name) => ({
            name,
            label: t(`guests:action.${name}`, {
              count: name === "offer" ? offeredTo(guest, showing) : guest.seats,
            }),
          }))
        : [],
  };
}
