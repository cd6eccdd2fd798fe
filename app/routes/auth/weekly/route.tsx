import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { WITHOUT_REFERRER } from "~/lib/http/conditional-response.server";
import { page } from "~/lib/pages/page";
import { AuthForm, AuthLink, AuthMessage } from "~/routes/auth/auth-parts";
import { weeklyAction, weeklyLoader } from "~/routes/auth/weekly/weekly.server";

export const handle = page({ permission: null, budget: "page" });

export async function loader({ request, context }: LoaderFunctionArgs) {
  const page = await weeklyLoader(context, request);
  return data(page, { headers: WITHOUT_REFERRER, status: page.subscription === null ? 404 : 200 });
}

export function action({ request, context }: ActionFunctionArgs) {
  return weeklyAction(context, request);
}

export default function WeeklyRoute() {
  const { subscription, gone } = useLoaderData<typeof loader>();
  if (subscription === null) return <AuthMessage kind="warning" {...gone} />;
  const { isConfirmed, title, lead, submit, see } = subscription;
  return (
    <AuthForm
      title={title}
      lead={lead}
      failure={undefined}
      submit={submit}
      intent={isConfirmed ? "stop" : "confirm"}
      after={<AuthLink to={see.href}>{see.label}</AuthLink>}
    />
  );
}

export { ErrorPage as ErrorBoundary } from "~/components/error-page";
