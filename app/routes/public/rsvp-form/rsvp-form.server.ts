import { redirect } from "@remix-run/cloudflare";
import { showingChoices, showingMoment } from "~/components/event-page/event-showings.server";
import { eventStrip } from "~/components/hosting/event-strip.server";
import {
  guestFields,
  readGuestFields,
  typedValues,
} from "~/components/hosting/guest-fields.server";
import { inLanguageOf } from "~/i18n/addressed-language";
import { translatorFor } from "~/i18n/messages.server";
import { AppError } from "~/lib/errors";
import { redirectWithToast } from "~/lib/http/flash.server";
import { formAnswer } from "~/lib/http/form-answer.server";
import { fieldOf, readForm } from "~/lib/http/read-form.server";
import type { RequestContext } from "~/lib/http/request-context";
import { pageHead } from "~/lib/pages/page-head.server";
import { paths } from "~/lib/paths";
import { atOccurrence, getListedEvent, getOccurrence } from "~/modules/events/get-event.server";
import { firstSourceOf } from "~/modules/events/visits/visits.server";
import { askedOf } from "~/modules/hosting/answers.server";
import { formTime, isFilledIn } from "~/modules/hosting/form-time.server";
import {
  mailRegistrationLink,
  registerAccount,
  registerGuest,
} from "~/modules/hosting/register.server";
import { showingKey } from "~/modules/hosting/registration-statements.server";
import {
  chosenShowing,
  getHostedShowing,
  getHosting,
  hostedShowingsOf,
  takesForms,
} from "~/modules/hosting/showings.server";
import { normalizeEmail } from "~/modules/identity/email-address";
import { registrationToken } from "~/modules/mail/enqueue-mail.server";

/** Data of the form for a place. @throws AppError("not-found") where the event takes no RSVPs */
export async function rsvpFormLoader(context: RequestContext, id: string, request: Request) {
  const { deps, locale, calendar, signedIn } = context;
  const reader = { locale, calendar };
  const t = translatorFor(locale);
  const { searchParams } = new URL(request.url);
  const event = await getListedEvent(deps, id);
  const [showings, asked, hosting] = await Promise.all([
    hostedShowingsOf(deps, id),
    askedOf(deps, id),
    getHosting(deps, id),
  ]);
  const chosen = chosenShowing(showings, searchParams.get("at"));
  if (!chosen) throw new AppError("not-found");
  const at = event.schedule ? chosen.originalStart : null;
  const shown = event.schedule
    ? atOccurrence(event, await getOccurrence(deps.db, id, chosen.originalStart))
    : event;
  const others = showings.filter((one) => one !== chosen && takesForms(one));
  const account = signedIn?.isVerified ? signedIn : null;
  const when = (moment: number) => showingMoment(moment, event.timeZone, reader);
  return {
    head: pageHead(context, paths.rsvpForm(id), { title: t("hosting:form.title"), noindex: true }),
    event: await eventStrip(context, shown, at),
    back: { href: paths.event(id, { at }), label: t("hosting:form.back") },
    isSent: searchParams.has("sent"),
    sent: {
      title: t("hosting:sent.title"),
      lead: t("hosting:sent.lead"),
      held: t("hosting:sent.held"),
      heldText: t("hosting:sent.heldText"),
      late: t("hosting:sent.late"),
      again: { href: paths.rsvpForm(id, { at }), label: t("hosting:sent.again") },
    },
    closed: takesForms(chosen)
      ? null
      : {
          title: t(`hosting:closed.${chosen.phase as "full" | "closed" | "early" | "off"}`),
          lead: t(`hosting:closed.${chosen.phase as "full" | "closed" | "early" | "off"}Lead`, {
            count: chosen.capacity ?? 0,
            when: when(chosen.phase === "early" ? (chosen.opensAt ?? 0) : chosen.closesAt),
          }),
          again: {
            title: t("hosting:closed.again"),
            help: t("hosting:closed.againHelp"),
            email: t("hosting:form.email"),
            send: t("hosting:closed.againSend"),
            at: chosen.originalStart,
          },
          other: t("hosting:closed.other"),
          showings: showingChoices(others, event.timeZone, reader).map((choice) => ({
            ...choice,
            href: paths.rsvpForm(id, { at: choice.value }),
          })),
        },
    form: {
      title: t("hosting:form.title"),
      time: await formTime(deps, id),
      website: t("hosting:form.website"),
      showing: {
        label: t("hosting:form.evening"),
        options: showingChoices(showings, event.timeZone, reader),
        value: chosen.originalStart,
      },
      fields: guestFields(
        asked,
        {
          largest: Math.max(...showings.map(({ maxPlusOnes }) => maxPlusOnes)) + 1,
          seats: 1,
          answers: new Map(),
          name: account?.displayName ?? "",
          levelId: null,
        },
        reader,
      ),
      hasLine: chosen.hasWaitlist && chosen.capacity !== null,
      email: account
        ? { account: t("hosting:form.account", { email: account.email }), label: null }
        : { account: null, label: t("hosting:form.email") },
      login: signedIn
        ? null
        : { href: paths.login(paths.rsvpForm(id, { at })), label: t("hosting:form.login") },
      adult:
        event.ageLimit === null || event.ageLimit <= 0
          ? t("hosting:form.adult")
          : `${t("hosting:form.adult")} · ${t("hosting:form.age", { age: event.ageLimit })}`,
      privacy: t("hosting:form.privacy", { days: hosting.keptDays }),
      privacyLink: { href: paths.legal("privacy"), label: t("hosting:form.privacyLink") },
      submit: t(
        chosen.needsApproval
          ? "hosting:form.submitAsk"
          : chosen.phase === "line"
            ? "hosting:form.submitLine"
            : "hosting:form.submit",
      ),
      next: account ? null : t("hosting:form.next"),
    },
  };
}

/** Takes the form: a page that says the same for every address, or the account's own RSVP. */
export async function rsvpFormAction(context: RequestContext, id: string, request: Request) {
  const { deps, locale, calendar, signedIn, caller } = context;
  const form = await readForm(request);
  const at = fieldOf(form, "at");
  const sent = () => redirect(inLanguageOf(request, paths.rsvpForm(id, { at, sent: true })), 303);
  // The field is hidden from people.
  if (fieldOf(form, "website") !== "") return sent();
  return formAnswer(context, { values: typedValues(form) }, async () => {
    await getListedEvent(deps, id);
    if (fieldOf(form, "intent") === "again") {
      const email = normalizeEmail(fieldOf(form, "email"));
      if (email === null)
        throw new AppError("invalid", [{ path: "email", message: "errors:issue.email" }]);
      const showing = await getHostedShowing(deps, showingKey(id, at));
      await mailRegistrationLink(deps, showing, { email, locale, calendar }, caller.address);
      return redirectWithToast(request, paths.rsvpForm(id, { at }), {
        kind: "success",
        text: "hosting:closed.againDone",
      });
    }
    const [showing, asked] = await Promise.all([
      getHostedShowing(deps, showingKey(id, at)),
      askedOf(deps, id),
    ]);
    const { issues, change } = readGuestFields(asked, form);
    if (!form.has("adult")) issues.push({ path: "adult", message: "errors:issue.rsvpAdult" });
    const account = signedIn?.isVerified ? signedIn : null;
    const email = account?.email ?? normalizeEmail(fieldOf(form, "email"));
    if (email === null) issues.push({ path: "email", message: "errors:issue.email" });
    if (issues.length > 0 || email === null) throw new AppError("invalid", issues);
    const source = await firstSourceOf(deps, request, id);
    const facts = { ...change, locale, calendar, source };
    if (account) {
      const own = await registerAccount(deps, account, showing, facts);
      return redirect(inLanguageOf(request, paths.rsvp(await registrationToken(deps, own))), 303);
    }
    if (!(await isFilledIn(deps, id, fieldOf(form, "time"))))
      throw new AppError("invalid", [{ path: "", message: "errors:issue.rsvpAgain" }]);
    await registerGuest(deps, showing, { ...facts, email }, caller.address);
    return sent();
  });
}
