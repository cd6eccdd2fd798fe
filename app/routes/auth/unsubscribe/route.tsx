import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { inLanguageOf } from "~/i18n/addressed-language";
import { translatorFor } from "~/i18n/messages.server";
import { AppError } from "~/lib/errors";
import { WITHOUT_REFERRER } from "~/lib/http/page-headers.server";
import { readForm } from "~/lib/http/read-form.server";
import { pageHead } from "~/lib/pages/page-head.server";
import { paths } from "~/lib/paths";
import { setSubscription, subscriptionOf } from "~/modules/notifications/unsubscribe.server";
import { Unsubscribe } from "~/routes/auth/unsubscribe/unsubscribe";

const tokenOf = (request: Request) => new URL(request.url).searchParams.get("token");

/** Shows what the link would end and asks: scanners of mail follow links, and must change nothing (RFC 8058). */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const subscription = await subscriptionOf(context.deps, tokenOf(request));
  return data(
    {
      list: subscription?.list ?? null,
      isOn: subscription?.isOn ?? false,
      head: pageHead(context, paths.unsubscribe(), {
        title: translatorFor(context.locale)("auth:unsubscribe.title"),
        description: translatorFor(context.locale)("auth:unsubscribe.description"),
        noindex: true,
      }),
    },
    { headers: WITHOUT_REFERRER, status: subscription ? 200 : 400 },
  );
}

export async function action({ request, context }: ActionFunctionArgs) {
  const intent = (await readForm(request)).get("intent");
  if (intent !== "unsubscribe" && intent !== "subscribe") throw new AppError("bad-request");
  const token = tokenOf(request);
  if (!(await setSubscription(context.deps, token, intent === "subscribe"))) throw new AppError("bad-request");
  return redirect(inLanguageOf(request, paths.unsubscribe(token ?? "")), 303);
}

export default function UnsubscribePage() {
  const { list, isOn } = useLoaderData<typeof loader>();
  return <Unsubscribe list={list} isOn={isOn} />;
}

export { ErrorPage as ErrorBoundary } from "~/components/error-page";
