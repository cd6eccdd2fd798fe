import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import type { FormFailure } from "~/lib/http/form-failure";
import { page } from "~/lib/pages/page";
import { paths } from "~/lib/paths";
import { Link } from "~/ui/link";
import { useText } from "~/ui/text";
import { AuthForm } from "../auth-parts";
import { ConsentFields } from "../fields";
import { googleSignUpAction, googleSignUpLoader } from "./google-sign-up.server";

type Page = Awaited<ReturnType<typeof googleSignUpLoader>>;

function GoogleSignUp({ page, failure }: { page: Page; failure: FormFailure | undefined }) {
  const { t } = useText();
  const { returnTo, name, email } = page;
  return (
    <AuthForm
      title={t("auth:googleSignUp.heading")}
      lead={
        <>
          {t("auth:googleSignUp.lead")} <bdi>{email ?? name}</bdi>
        </>
      }
      failure={failure}
      submit={t("auth:signUp.submit")}
      intent="sign-up"
      after={
        <p>
          {t("auth:googleSignUp.other")}{" "}
          <Link className="rd-link" to={paths.login(returnTo)}>
            {t("auth:backToLogIn")}
          </Link>
        </p>
      }
    >
      <ConsentFields failure={failure} />
    </AuthForm>
  );
}

export const handle = page({ permission: null, budget: "page" });

export function loader({ request, context }: LoaderFunctionArgs) {
  return googleSignUpLoader(context, request);
}

export function action({ request, context }: ActionFunctionArgs) {
  return googleSignUpAction(context, request);
}

export default function GoogleSignUpRoute() {
  return (
    <GoogleSignUp page={useLoaderData<typeof loader>()} failure={useActionData<FormFailure>()} />
  );
}

export { ErrorPage as ErrorBoundary } from "~/components/error-page";
