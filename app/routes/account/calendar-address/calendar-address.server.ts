import { calendarAddresses } from "~/components/follow/follow-list.server";
import { translatorFor } from "~/i18n/messages.server";
import type { TextKey } from "~/i18n/translate";
import { formatDate, USUAL_ZONE } from "~/lib/dates/dates.server";
import { formatAgo } from "~/lib/dates/written-times.server";
import { AppError } from "~/lib/errors";
import { redirectWithToast } from "~/lib/http/flash.server";
import { readForm } from "~/lib/http/read-form.server";
import type { SignedInContext } from "~/lib/http/request-context";
import { pageHead } from "~/lib/pages/page-head.server";
import { verificationNotice } from "~/lib/pages/viewer.server";
import { paths } from "~/lib/paths";
import {
  findPrivateCalendar,
  renewPrivateCalendar,
  revokePrivateCalendar,
} from "~/modules/syndication/feeds/private-calendar.server";

/** Data of `/account/calendar`: the private feed, if any. */
export async function calendarAddressLoader(context: SignedInContext) {
  const { deps, locale, calendar, origin, seo, signedIn } = context;
  const t = translatorFor(locale);
  const found = await findPrivateCalendar(deps, signedIn);
  const zone = context.timeZone ?? USUAL_ZONE;
  return {
    head: pageHead({ origin, locale, seo }, paths.accountCalendar(), {
      title: t("account:calendar.title"),
      description: t("account:calendar.lead"),
      noindex: true,
    }),
    verification: verificationNotice(signedIn, "access:make", locale),
    feed: found && {
      address: found.token && calendarAddresses(`${origin}${paths.privateCalendar(found.token)}`),
      made: t("account:calendar.made", {
        date: formatDate(found.createdAt, zone, { locale, calendar }, { weekday: false }),
      }),
      read:
        found.lastReadAt === null
          ? t("account:calendar.readNever")
          : t("account:calendar.read", {
              ago: formatAgo(found.lastReadAt, deps.clock.now(), context, zone),
            }),
    },
  };
}

/** Actions of `/account/calendar`. @throws AppError("bad-request") for an unknown intent */
export async function calendarAddressAction(
  { deps, signedIn }: SignedInContext,
  request: Request,
): Promise<Response> {
  const form = await readForm(request);
  const back = (text: TextKey<"account">) =>
    redirectWithToast(request, paths.accountCalendar(), { kind: "success", text });
  switch (form.get("intent")) {
    case "make":
      // Idempotent: a second click keeps the feed made by the first one.
      if (!(await findPrivateCalendar(deps, signedIn))) await renewPrivateCalendar(deps, signedIn);
      return back("account:calendar.saidMade");
    case "renew":
      await renewPrivateCalendar(deps, signedIn);
      return back("account:calendar.saidRenewed");
    case "revoke":
      await revokePrivateCalendar(deps, signedIn);
      return back("account:calendar.saidRevoked");
    default:
      throw new AppError("bad-request");
  }
}
