import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { page } from "~/lib/pages/page";
import { Link } from "~/ui/link";
import { useText } from "~/ui/text";
import { AuthForm } from "../auth-parts";
import { keepAccountAction, keepAccountLoader } from "./keep-account.server";

type Page = Awaited<ReturnType<typeof keepAccountLoader>>;

function KeepAccount({ page }: { page: Page }) {
  const { t } = useText();
  const { returnTo, date } = page;
  return (
    <AuthForm
      title={t("auth:keepAccount.title")}
      lead={t("auth:keepAccount.lead", { date })}
      failure={undefined}
      submit={t("auth:keepAccount.keep")}
      intent="keep"
      after={
        <Link className="rd-link" to={returnTo}>
          {t("auth:keepAccount.later")}
        </Link>
      }
    />
  );
}

export const handle = page({ permission: "account:manage", budget: "page" });

export function loader({ request, context }: LoaderFunctionArgs) {
  return keepAccountLoader(context, request);
}

export function action({ request, context }: ActionFunctionArgs) {
  return keepAccountAction(context, request);
}

export default function KeepAccountRoute() {
  return <KeepAccount page={useLoaderData<typeof loader>()} />;
}

export { ErrorPage as ErrorBoundary } from "~/components/error-page";
