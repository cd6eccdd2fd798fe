import { data, redirect } from "@remix-run/cloudflare";
import { showingChoices, showingMoment } from "~/components/event-page/event-showings.server";
import { eventStrip } from "~/components/hosting/event-strip.server";
import {
  guestFields,
  levelText,
  readGuestFields,
  readGuestName,
  typedValues,
} from "~/components/hosting/guest-fields.server";
import { inLanguageOf } from "~/i18n/addressed-language";
import { type Locale, listOf, localized } from "~/i18n/locale";
import { translatorFor } from "~/i18n/messages.server";
import { DAY } from "~/lib/dates/durations";
import { AppError } from "~/lib/errors";
import { WITHOUT_REFERRER } from "~/lib/http/conditional-response.server";
import { redirectWithToast } from "~/lib/http/flash.server";
import { formAnswer } from "~/lib/http/form-answer.server";
import { fieldOf, readForm } from "~/lib/http/read-form.server";
import type { RequestContext } from "~/lib/http/request-context";
import { webUrl } from "~/lib/http/web-url";
import { pageHead } from "~/lib/pages/page-head.server";
import { paths } from "~/lib/paths";
import { answersOf, askedOf } from "~/modules/hosting/answers.server";
import { ticketCodeOf } from "~/modules/hosting/door/tickets.server";
import {
  acceptOffer,
  cancelRegistration,
  changeRegistration,
  confirmRegistration,
  eraseRegistration,
  isDecided,
  muteMessages,
} from "~/modules/hosting/guest-commands.server";
import { givePlace, takePlaceBack } from "~/modules/hosting/hand-over.server";
import { findRegistration, type OwnRegistration } from "~/modules/hosting/own-registration.server";
import { OPEN_TO_ALL } from "~/modules/hosting/registration-statements.server";
import { hostedShowingsOf, takesForms } from "~/modules/hosting/showings.server";
import { readRegistrationToken, registrationToken } from "~/modules/mail/enqueue-mail.server";
import { LIVE_STATES } from "../../../../db/schema";

/** Showings of the same event that a guest without a place is offered. */
const OTHERS = 3;

/** The id of a link's registration. @throws AppError("not-found") */
async function idOf({ deps }: Pick<RequestContext, "deps">, token: string): Promise<string> {
  const id = await readRegistrationToken(deps, token);
  if (id === null) throw new AppError("not-found");
  return id;
}

/** The registration of a link. @throws AppError("not-found") */
async function ofToken(context: Pick<RequestContext, "deps">, token: string) {
  const found = await findRegistration(context.deps, await idOf(context, token));
  if (!found) throw new AppError("not-found");
  return found;
}

/** Why a party waits, in a sentence. */
function whyText(
  { registration, showing, ahead }: OwnRegistration,
  when: (at: number) => string,
  t: ReturnType<typeof translatorFor>,
): string {
  const { capacity, left } = showing;
  if (capacity === null || left === null) return t("hosting:page.whyOrder");
  // A host holds what is free: for this party, or for another one.
  if (left === 0 && showing.taken < capacity)
    return registration.heldAt === null
      ? t("hosting:page.whyOrder")
      : t("hosting:page.whyHeld", {
          count: registration.seats,
          until: when(showing.startsAt - OPEN_TO_ALL),
        });
  if (left === 0) return t("hosting:page.why", { count: capacity });
  return left < registration.seats
    ? t("hosting:page.whyLarge", { left, count: capacity })
    : t(ahead > 0 ? "hosting:page.whyOrder" : "hosting:page.why", { count: capacity });
}

/** Headline and lead of a registration's state. */
function stateTexts(
  own: OwnRegistration,
  when: (at: number) => string,
  t: ReturnType<typeof translatorFor>,
) {
  const { registration, showing, ahead } = own;
  const seats = t("hosting:page.seats", { count: registration.seats });
  const values = {
    seats,
    count: registration.seats,
    place: ahead + 1,
    until: registration.offerUntil === null ? "" : when(registration.offerUntil),
  };
  const { state } = registration;
  if (own.isOver) return { title: t("hosting:page.over"), lead: t("hosting:page.overLead"), seats };
  const lead = own.isPaused
    ? t(state === "offered" ? "hosting:page.pausedOffer" : "hosting:page.paused")
    : state === "unconfirmed" && showing.needsApproval
      ? t("hosting:page.unconfirmedAsk", values)
      : t(`hosting:page.${state}Lead`, values);
  return { title: t(`hosting:page.${state}`, values), lead, seats };
}

/** Who comes, as far as the host and they show it; empty otherwise. */
function comingText({ coming }: OwnRegistration, locale: Locale): string {
  if (!coming) return "";
  const count = translatorFor(locale)("hosting:form.person", { count: coming.people });
  return [
    count,
    listOf(
      locale,
      coming.names.map((name) => `\u2068${name}\u2069`),
    ),
  ]
    .filter(Boolean)
    .join(" · ");
}

/** The buttons of a state: each posts its intent. */
function buttonsOf(
  { registration: { state, seats }, isOpenToAll, isPaused }: OwnRegistration,
  t: ReturnType<typeof translatorFor>,
) {
  if (isPaused) return [];
  const some = (count: number) => t("hosting:page.seats", { count });
  const fewer = Array.from({ length: seats - 1 }, (_, at) => ({
    intent: `accept ${seats - 1 - at}`,
    label: t("hosting:page.takeFewer", { seats: some(seats - 1 - at) }),
    isMain: false,
  }));
  const take = [
    {
      intent: `accept ${seats}`,
      label: t("hosting:page.take", { seats: some(seats) }),
      isMain: true,
    },
    ...fewer,
  ];
  if (state === "unconfirmed")
    return [
      { intent: "confirm", label: t("hosting:page.confirm", { seats: some(seats) }), isMain: true },
    ];
  if (state === "offered") return take;
  return state === "waitlisted" && isOpenToAll ? take : [];
}

/** What ends a registration, in its state: the button's words, and what follows. */
function endOf(
  { state, seats }: OwnRegistration["registration"],
  t: ReturnType<typeof translatorFor>,
) {
  const count = t("hosting:page.seats", { count: seats });
  if (state === "unconfirmed") return { title: null, label: t("hosting:page.notMe"), help: null };
  if (state === "offered") return { title: null, label: t("hosting:page.pass"), help: null };
  if (state === "requested") return { title: null, label: t("hosting:page.withdraw"), help: null };
  if (state === "waitlisted") return { title: null, label: t("hosting:page.leave"), help: null };
  if (state !== "going") return null;
  return {
    title: t("hosting:page.cant"),
    label: t("hosting:page.free", { seats: count }),
    help: t("hosting:page.cantHelp"),
  };
}

/** Places of a party with links of their own, and whether it may have more; null without both. */
async function handOverView(
  { deps, locale, origin }: Pick<RequestContext, "deps" | "locale" | "origin">,
  { registration, handed, isOver }: OwnRegistration,
) {
  const { state, seats, broughtBy } = registration;
  const mayHandOver = state === "going" && seats > 1 && broughtBy === null && !isOver;
  if (!mayHandOver && handed.length === 0) return null;
  const t = translatorFor(locale);
  return {
    title: t("hosting:page.handOver"),
    form: mayHandOver
      ? {
          help: t("hosting:page.handOverHelp"),
          name: t("hosting:page.handOverName"),
          make: t("hosting:page.handOverMake"),
        }
      : null,
    handed: t("hosting:page.handed"),
    handedHelp: t("hosting:page.handedHelp"),
    takeBack: t("hosting:page.takeBack"),
    places: await Promise.all(
      handed.map(async ({ id, name }) => ({
        id,
        name: name ?? "",
        link: origin + paths.rsvp(await registrationToken(deps, id)),
        takeBackOf:
          state === "going" && !isOver
            ? t("hosting:page.takeBackOf", { name: `\u2068${name ?? ""}\u2069` })
            : null,
      })),
    ),
  };
}

/** Data of a registration's page. GET changes nothing: mail scanners open links. */
export async function rsvpLoader(context: RequestContext, token: string) {
  const { deps, locale, calendar } = context;
  const reader = { locale, calendar };
  const t = translatorFor(locale);
  const own = await ofToken(context, token);
  const { registration, showing, event } = own;
  const when = (at: number) => showingMoment(at, event.timeZone, reader);
  const [asked, answers] = await Promise.all([
    askedOf(deps, event.id),
    answersOf(deps, registration.id),
  ]);
  const isLive = LIVE_STATES.some((live) => live === registration.state) && !own.isOver;
  const mayChange =
    isLive && registration.state !== "offered" && showing.startsAt > deps.clock.now();
  const isFixed = showing.needsApproval && isDecided(registration);
  const online = event.attendance === "in-person" ? null : webUrl(event.onlineUrl);
  const level = asked.levels.find(({ id }) => id === registration.levelId);
  const others = isLive
    ? []
    : (await hostedShowingsOf(deps, event.id)).filter(takesForms).slice(0, OTHERS);
  const at = event.schedule ? showing.originalStart : null;
  return data(
    {
      head: pageHead(context, "/rsvp", { title: t("hosting:page.title"), noindex: true }),
      event: await eventStrip(context, event, at),
      state: registration.state,
      ...stateTexts(own, when, t),
      why:
        isLive && registration.state === "waitlisted" && !own.isPaused
          ? whyText(own, when, t)
          : null,
      openToAll:
        registration.state === "waitlisted" && own.isOpenToAll && !own.isPaused
          ? t("hosting:page.takeNow")
          : null,
      reason: registration.changeReason
        ? t("hosting:page.reason", { reason: `\u2068${registration.changeReason}\u2069` })
        : null,
      buttons: buttonsOf(own, t),
      end: isLive ? endOf(registration, t) : null,
      facts: [
        {
          term: t("hosting:page.eventName"),
          text: localized({ en: event.titleEn, fa: event.titleFa }, locale),
        },
        { term: t("hosting:page.when"), text: when(showing.startsAt) },
        { term: t("hosting:page.name"), text: registration.name ?? "" },
        { term: t("hosting:page.broughtBy"), text: own.broughtBy?.name ?? "" },
        {
          term: t("hosting:page.party"),
          text: t("hosting:form.person", { count: registration.seats }),
        },
        { term: t("hosting:page.who"), text: comingText(own, locale) },
        ...(level
          ? [
              {
                term: t("hosting:page.level"),
                text: [
                  `${t("hosting:form.person", { count: registration.seats })} × ${levelText(level, reader).name}`,
                  levelText(level, reader).price,
                ].join(" · "),
              },
            ]
          : []),
        ...asked.questions.flatMap((question) => {
          const answer = answers.get(question.id);
          if (answer === undefined) return [];
          const choice = question.choices[Number(answer)];
          const text =
            question.kind === "choice" && choice
              ? localized(choice, locale)
              : question.kind === "yes-no"
                ? t(answer === "yes" ? "hosting:form.yes" : "hosting:form.no")
                : answer;
          return [
            { term: localized({ en: question.labelEn, fa: question.labelFa }, locale), text },
          ];
        }),
      ].filter(({ text }) => text !== ""),
      ticket:
        registration.state === "going"
          ? {
              href: paths.ticket(await ticketCodeOf(deps, registration)),
              label: t("hosting:page.ticket"),
            }
          : null,
      online:
        registration.state === "going" && event.endsAt > deps.clock.now() && online
          ? { href: online.href, label: t("pages:event.online.join") }
          : null,
      calendar:
        registration.state === "going"
          ? { href: paths.eventIcs(event.id, { at }), label: t("hosting:page.calendar") }
          : null,
      change: mayChange
        ? {
            title: t("hosting:page.change"),
            help: [
              registration.state === "going" && t("hosting:page.changeHelp"),
              isFixed && t("hosting:page.changeFixed"),
            ]
              .filter(Boolean)
              .join(" "),
            save: t("hosting:page.save"),
            hasLine: registration.state === "waitlisted" || registration.state === "requested",
            ticked: {
              takesFewer: registration.takesFewer,
              sharesEmail: registration.sharesEmail,
              sharesName: registration.sharesName,
            },
            fields: guestFields(
              asked,
              {
                largest:
                  registration.broughtBy === null && !isFixed
                    ? Math.max(showing.maxPlusOnes + 1 - own.handed.length, registration.seats)
                    : registration.seats,
                seats: registration.seats,
                answers,
                name: registration.name ?? "",
                levelId: registration.levelId,
              },
              reader,
            ),
          }
        : null,
      news:
        isLive && own.broughtBy
          ? own.broughtBy.isTold
            ? t("hosting:page.broughtByNews", { name: `\u2068${own.broughtBy.name}\u2069` })
            : t("hosting:page.broughtByNobody")
          : null,
      handOver: await handOverView(context, own),
      others: {
        title: t("hosting:page.again"),
        showings: showingChoices(others, event.timeZone, reader).map((choice) => ({
          ...choice,
          href: paths.rsvpForm(event.id, { at: choice.value }),
        })),
      },
      messages: isLive
        ? {
            title: t("hosting:page.messages"),
            help: t(
              registration.mutesMessages ? "hosting:page.messagesOff" : "hosting:page.messagesOn",
            ),
            intent: registration.mutesMessages ? ("unmute" as const) : ("mute" as const),
            label: t(registration.mutesMessages ? "hosting:page.unmute" : "hosting:page.mute"),
            report: { href: paths.reportEvent(event.id), label: t("hosting:page.report") },
          }
        : null,
      mine: {
        title: t("hosting:page.data"),
        help: t("hosting:page.dataHelp", { when: when(showing.endsAt + own.keptDays * DAY) }),
        export: { href: paths.rsvpData(token), label: t("hosting:page.export") },
        erase: t("hosting:page.erase"),
        eraseHelp: t("hosting:page.eraseHelp"),
      },
    },
    { headers: WITHOUT_REFERRER },
  );
}

/** Places as a button names them. @throws AppError("bad-request") */
function seatsIn(text: string | undefined): number {
  if (!/^[1-9]\d?$/.test(text ?? "")) throw new AppError("bad-request");
  return Number(text);
}

/** What a guest does with the link. */
export async function rsvpAction(context: RequestContext, token: string, request: Request) {
  const { deps } = context;
  const form = await readForm(request);
  const intent = fieldOf(form, "intent");
  const back = () => redirect(inLanguageOf(request, paths.rsvp(token)), 303);
  return formAnswer(
    context,
    {
      form: intent === "change" || intent === "hand-over" ? intent : "act",
      values: typedValues(form),
    },
    async () => {
      const [verb, count] = intent.split(" ");
      if (verb === "confirm") {
        await confirmRegistration(deps, await idOf(context, token), context.signedIn !== null);
        return back();
      }
      const { registration } = await ofToken(context, token);
      const { id } = registration;
      if (verb === "accept") await acceptOffer(deps, id, seatsIn(count));
      else if (verb === "mute" || verb === "unmute") await muteMessages(deps, id, verb === "mute");
      else if (verb === "hand-over") {
        const { name, issues } = readGuestName(form);
        if (issues.length > 0) throw new AppError("invalid", issues);
        await givePlace(deps, id, name);
        return redirect(`${inLanguageOf(request, paths.rsvp(token))}#hand-over`, 303);
      } else if (verb === "take-back") await takePlaceBack(deps, id, count ?? "");
      else if (verb === "end") await cancelRegistration(deps, id);
      else if (verb === "erase") {
        const { eventId } = registration;
        await eraseRegistration(deps, id);
        return redirectWithToast(request, paths.event(eventId), {
          kind: "success",
          text: "hosting:page.erasedNow",
        });
      } else if (verb === "change") {
        const asked = await askedOf(deps, registration.eventId);
        const { issues, change } = readGuestFields(asked, form);
        if (issues.length > 0) throw new AppError("invalid", issues);
        await changeRegistration(deps, id, change);
        return redirectWithToast(request, paths.rsvp(token), {
          kind: "success",
          text: "hosting:page.saved",
        });
      } else throw new AppError("bad-request");
      return back();
    },
  );
}

/** A guest's data as a file. */
export async function rsvpDataFile(context: RequestContext, token: string): Promise<Response> {
  const { registration, event } = await ofToken(context, token);
  const answers = await answersOf(context.deps, registration.id);
  const { mailbox: _mailbox, userId: _user, changedBy: _by, ...own } = registration;
  return Response.json(
    {
      event: { id: event.id, titleEn: event.titleEn, titleFa: event.titleFa },
      registration: own,
      answers: Object.fromEntries(answers),
    },
    {
      headers: {
        ...WITHOUT_REFERRER,
        "Cache-Control": "private, no-store",
        "Content-Disposition": 'attachment; filename="rsvp.json"',
      },
    },
  );
}
