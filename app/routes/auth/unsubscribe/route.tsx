import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { ErrorPage } from "~/components/error-page";
import { inLanguageOf } from "~/i18n/addressed-language";
import { translatorFor } from "~/i18n/messages.server";
import { AppError } from "~/lib/errors";
import { privatePage, WITHOUT_REFERRER } from "~/lib/http/private-page.server";
import { readForm } from "~/lib/http/read-form.server";
import { metaTags } from "~/lib/pages/meta-tags";
import { pageHead } from "~/lib/pages/page-head.server";
import { paths } from "~/lib/paths";
import { setSubscription, subscriptionOf } from "~/modules/notifications/unsubscribe.server";
import { Unsubscribe } from "~/routes/auth/unsubscribe/unsubscribe";

export const meta: MetaFunction<typeof loader> = ({ data, location }) => metaTags(data?.head, location);

export const headers = privatePage;

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

export function ErrorBoundary() {
  return <ErrorPage />;
}
