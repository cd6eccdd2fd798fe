import { localized } from "~/i18n/locale";
import { translatorFor } from "~/i18n/messages.server";
import { formatDate, USUAL_ZONE } from "~/lib/dates/dates.server";
import { redirectWithToast } from "~/lib/http/flash.server";
import { formAnswer } from "~/lib/http/form-answer.server";
import type { SignedInContext } from "~/lib/http/request-context";
import { pageHead } from "~/lib/pages/page-head.server";
import { paths } from "~/lib/paths";
import { acceptInvitation, findInvitation } from "~/modules/hosting/people.server";

/** Data of an invitation's page. GET changes nothing, because mail scanners follow links. */
export async function invitationLoader(context: SignedInContext, token: string) {
  const { deps, locale, calendar, signedIn, timeZone } = context;
  const t = translatorFor(locale);
  const found = await findInvitation(deps, token);
  return {
    head: pageHead(context, paths.hostInvitation("link"), {
      title: t("people:invitation.title"),
      description: t("people:invitation.lead"),
      noindex: true,
    }),
    /** Whether the account may accept: its address is confirmed. */
    isVerified: signedIn.isVerified,
    security: paths.accountSecurity(),
    invitation: found && {
      name: localized(found.name, locale),
      nameLang: locale === "fa" && !found.name.fa ? ("en" as const) : undefined,
      lead: t(`people:invitation.${found.subject.kind}`),
      role: t(`people:role.${found.row.role}`),
      may: t(`people:may.${found.row.role}`),
      until: t("people:until", {
        day: formatDate(found.row.expiresAt, timeZone ?? USUAL_ZONE, { locale, calendar }),
      }),
    },
  };
}

export const invitationAction = (context: SignedInContext, request: Request, token: string) =>
  formAnswer(
    context,
    { conflict: "people:invitation.owner", sentences: { "not-found": "people:invitation.over" } },
    async () => {
      const { subject, role } = await acceptInvitation(context.deps, context.signedIn, token);
      const to =
        subject.kind === "organizer"
          ? paths.myEvents()
          : role === "door"
            ? paths.eventDoors(subject.id)
            : paths.hostPage(subject.id);
      throw redirectWithToast(request, to, { kind: "success", text: "people:invitation.done" });
    },
  );
