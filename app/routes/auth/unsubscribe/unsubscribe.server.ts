import type { AppLoadContext } from "@remix-run/cloudflare";
import { redirect } from "@remix-run/cloudflare";
import { inLanguageOf } from "~/i18n/addressed-language";
import { localized } from "~/i18n/locale";
import { translatorFor } from "~/i18n/messages.server";
import { AppError } from "~/lib/errors";
import { readForm } from "~/lib/http/read-form.server";
import { pageHead } from "~/lib/pages/page-head.server";
import { paths } from "~/lib/paths";
import { isFollowList, type Unsubscribed } from "~/modules/mail/enqueue-mail.server";
import { setSubscription, subscriptionOf } from "~/modules/notifications/unsubscribe.server";

const tokenOf = (request: Request) => new URL(request.url).searchParams.get("token");

/** Texts of the page for a list; follows have their own names. */
const listName = (list: Unsubscribed): Exclude<Unsubscribed, `follow:${string}`> | "follow" =>
  isFollowList(list) ? "follow" : list;

/**
 * Data of the confirmation page. GET changes nothing, because mail scanners follow links (RFC
 * 8058).
 */
export async function unsubscribeLoader(context: AppLoadContext, request: Request) {
  const subscription = await subscriptionOf(context.deps, tokenOf(request));
  const isAsked = subscription?.hasAccount && subscription.isOn;
  const title = translatorFor(context.locale)(
    `auth:unsubscribe.${!subscription ? "badTitle" : isAsked ? "title" : "doneTitle"}`,
  );
  return {
    title,
    list: subscription && listName(subscription.list),
    name: subscription?.follow ? localized(subscription.follow, context.locale) : "",
    isOn: subscription?.isOn ?? false,
    hasAccount: subscription?.hasAccount ?? false,
    head: pageHead(context, paths.unsubscribe(), {
      title,
      description: translatorFor(context.locale)("auth:unsubscribe.description"),
      noindex: true,
    }),
  };
}

export async function unsubscribeAction(context: AppLoadContext, request: Request) {
  const intent = (await readForm(request)).get("intent");
  if (intent !== "unsubscribe" && intent !== "subscribe") throw new AppError("bad-request");
  const token = tokenOf(request);
  if (!(await setSubscription(context.deps, token, intent === "subscribe")))
    throw new AppError("bad-request");
  return redirect(inLanguageOf(request, paths.unsubscribe(token ?? "")), 303);
}
