import { inLanguageOf } from "~/i18n/addressed-language";
import { localized } from "~/i18n/locale";
import { translatorFor } from "~/i18n/messages.server";
import { formatDate, formatTime, USUAL_ZONE } from "~/lib/dates/dates.server";
import { AppError } from "~/lib/errors";
import { redirectWithToast } from "~/lib/http/flash.server";
import { formAnswer } from "~/lib/http/form-answer.server";
import { parseInput } from "~/lib/http/parse-input";
import { fieldOf, readForm } from "~/lib/http/read-form.server";
import type { SignedInContext } from "~/lib/http/request-context";
import { pageHead } from "~/lib/pages/page-head.server";
import { paths } from "~/lib/paths";
import type { HostedSubject } from "~/modules/hosting/host-access.server";
import {
  changePersonRole,
  InvitationInput,
  inviteHost,
  peopleForHost,
  removePerson,
  withdrawInvitation,
} from "~/modules/hosting/people.server";
import { GIVEN_ROLES } from "../../../../db/schema/index";
import { hostHead } from "../host-head.server";

const pathOf = ({ kind, id }: HostedSubject) =>
  kind === "event" ? paths.eventPeople(id) : paths.hostPeople(id);

/**
 * Data of the page of an event's or an organizer's people. @throws AppError("not-found"),
 * AppError("forbidden") for all but its owner
 */
export async function peopleLoader(context: SignedInContext, subject: HostedSubject) {
  const { deps, locale, calendar, signedIn, timeZone } = context;
  const t = translatorFor(locale);
  const { name, people, invitations, changes } = await peopleForHost(deps, signedIn, subject);
  const of = subject.kind === "event" ? await hostHead(context, subject.id, "people") : null;
  const zone = timeZone ?? USUAL_ZONE;
  const day = (at: number) => formatDate(at, zone, { locale, calendar }, { weekday: false });
  return {
    head: pageHead(context, pathOf(subject), {
      title: t("people:title"),
      description: t(`people:lead.${subject.kind}`),
      noindex: true,
    }),
    /** Null on the page of an organizer. */
    of,
    lead: t(`people:lead.${subject.kind}`),
    name: localized(name, locale),
    nameLang: locale === "fa" && !name.fa ? ("en" as const) : undefined,
    roles: GIVEN_ROLES.map((role) => ({
      value: role,
      label: t(`people:role.${role}`),
      help: t(`people:may.${role}`),
    })),
    people: people.map(({ createdAt, ...person }) => ({
      ...person,
      since: t("people:since", { day: day(createdAt) }),
    })),
    invitations: invitations.map(({ expiresAt, role, ...invitation }) => ({
      ...invitation,
      role: t(`people:role.${role}`),
      until: t("people:until", { day: day(expiresAt) }),
    })),
    changes: changes.map(({ action, at, name: who }, index) => ({
      key: `${at} ${index}`,
      text: t(`people:did.${action}`, {
        who: who ?? t(action === "guests-read" ? "people:staff" : "people:gone"),
      }),
      when: `${day(at)}${locale === "fa" ? "، " : ", "}${formatTime(at, zone, locale)}`,
    })),
  };
}

/** The forms of the page: an invitation and its end, another role, and the end of one. */
export async function peopleAction(
  context: SignedInContext,
  request: Request,
  subject: HostedSubject,
) {
  const { deps, signedIn, locale } = context;
  const form = await readForm(request);
  const intent = fieldOf(form, "intent");
  const id = fieldOf(form, "id");
  const done = async (text: "invited" | "changed" | "removed" | "withdrawn"): Promise<never> => {
    throw await redirectWithToast(request, inLanguageOf(request, pathOf(subject)), {
      kind: "success",
      text: `people:done.${text}`,
    });
  };
  if (intent === "invite") {
    const values = { email: fieldOf(form, "email"), role: fieldOf(form, "role") };
    return formAnswer(context, { form: "invite", values, conflict: "people:full" }, async () => {
      await inviteHost(deps, signedIn, subject, parseInput(InvitationInput, values), locale);
      return done("invited");
    });
  }
  if (intent === "change") {
    const role = GIVEN_ROLES.find((name) => name === fieldOf(form, "role"));
    if (!role) throw new AppError("bad-request");
    await changePersonRole(deps, signedIn, id, role);
    return done("changed");
  }
  if (intent === "remove") {
    await removePerson(deps, signedIn, id);
    return done("removed");
  }
  if (intent !== "withdraw") throw new AppError("bad-request");
  await withdrawInvitation(deps, signedIn, id);
  return done("withdrawn");
}
