import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import type { FormFailure } from "~/lib/http/form-failure";
import { page } from "~/lib/pages/page";
import { paths } from "~/lib/paths";
import { useText } from "~/ui/text";
import { LinkByMail, LinkSent } from "../link-by-mail";
import { forgotPasswordAction, forgotPasswordLoader } from "./forgot-password.server";

type Page = Awaited<ReturnType<typeof forgotPasswordLoader>>;

function ForgotPassword({ page, failure }: { page: Page; failure: FormFailure | undefined }) {
  const { t } = useText();
  const { isSent } = page;
  if (isSent) return <LinkSent text={t("auth:forgot.sent")} again={paths.forgotPassword()} />;
  return (
    <LinkByMail
      title={t("auth:forgot.title")}
      lead={t("auth:forgot.lead")}
      submit={t("auth:forgot.submit")}
      failure={failure}
    />
  );
}

export const handle = page({ permission: null, budget: "page" });

export function loader({ request, context }: LoaderFunctionArgs) {
  return forgotPasswordLoader(context, request);
}

export function action({ request, context }: ActionFunctionArgs) {
  return forgotPasswordAction(context, request);
}

export default function ForgotPasswordRoute() {
  return (
    <ForgotPassword page={useLoaderData<typeof loader>()} failure={useActionData<FormFailure>()} />
  );
}

export { ErrorPage as ErrorBoundary } from "~/components/error-page";
