import { redirect } from "@remix-run/cloudflare";
import { inLanguageOf } from "~/i18n/addressed-language";
import { translatorFor } from "~/i18n/messages.server";
import { isThursdayWeekend } from "~/lib/dates/dates.server";
import { AppError } from "~/lib/errors";
import { readForm } from "~/lib/http/read-form.server";
import type { RequestContext } from "~/lib/http/request-context";
import { pageHead } from "~/lib/pages/page-head.server";
import { paths } from "~/lib/paths";
import {
  setWeekSubscription,
  weekSubscriptionOf,
} from "~/modules/discovery/weeks/subscriptions.server";
import { cityName } from "~/modules/events/present/present-event.server";

const tokenOf = (request: Request) => new URL(request.url).searchParams.get("token");

/**
 * Data of the page where an address confirms or ends its weekly picks. GET changes nothing: mail
 * scanners follow links (RFC 8058).
 */
export async function weeklyLoader(context: RequestContext, request: Request) {
  const { deps, locale } = context;
  const t = translatorFor(locale);
  const found = await weekSubscriptionOf(deps, tokenOf(request));
  const values = found && {
    city: cityName(found.city, locale),
    day: t(
      isThursdayWeekend(found.city.countryCode)
        ? "weeks:subscription.thursday"
        : "weeks:subscription.friday",
    ),
  };
  return {
    head: pageHead(context, paths.weekSubscription(), {
      title: t("weeks:subscription.title"),
      noindex: true,
    }),
    subscription:
      found && values
        ? {
            isConfirmed: found.isConfirmed,
            title: t(
              found.isConfirmed ? "weeks:subscription.on" : "weeks:subscription.confirm",
              values,
            ),
            lead: t(
              found.isConfirmed ? "weeks:subscription.onLead" : "weeks:subscription.confirmLead",
              values,
            ),
            submit: t(found.isConfirmed ? "weeks:subscription.stop" : "weeks:subscription.submit"),
            see: { href: paths.cityWeek(found.city.slug), label: t("weeks:subscription.see") },
          }
        : null,
    gone: { title: t("weeks:subscription.goneTitle"), text: t("weeks:subscription.gone") },
  };
}

export async function weeklyAction({ deps }: RequestContext, request: Request) {
  const intent = (await readForm(request)).get("intent");
  if (intent !== "confirm" && intent !== "stop") throw new AppError("bad-request");
  const token = tokenOf(request);
  if (!(await setWeekSubscription(deps, token, intent === "confirm")))
    throw new AppError("bad-request");
  return redirect(inLanguageOf(request, paths.weekSubscription(token ?? "")), 303);
}
