import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import type { FormFailure } from "~/lib/http/form-failure";
import { page } from "~/lib/pages/page";
import { paths } from "~/lib/paths";
import { Link } from "~/ui/link";
import { useText } from "~/ui/text";
import { AuthForm, AuthLink, AuthMessage, GoogleLink, OrLine } from "../auth-parts";
import { SignUpFields } from "../fields";
import { signUpAction, signUpLoader } from "./sign-up.server";

type Page = Awaited<ReturnType<typeof signUpLoader>>;

function SignUpForm({ page, failure }: { page: Page; failure: FormFailure | undefined }) {
  const { t } = useText();
  const { returnTo, isOpen, hasGoogle, password } = page;
  if (!isOpen)
    return (
      <AuthMessage
        kind="warning"
        title={t("auth:signUp.closedTitle")}
        text={t("auth:signUp.closed")}
      >
        <AuthLink to={paths.events()} isMain>
          {t("auth:verified.next")}
        </AuthLink>
        <AuthLink to={paths.login(returnTo)}>{t("auth:backToLogIn")}</AuthLink>
      </AuthMessage>
    );
  return (
    <AuthForm
      title={t("auth:signUp.heading")}
      lead={t("auth:signUp.lead")}
      failure={failure}
      submit={t("auth:signUp.submit")}
      intent="sign-up"
      before={
        hasGoogle && (
          <>
            <GoogleLink returnTo={returnTo} />
            <OrLine />
          </>
        )
      }
      after={
        <p>
          {t("auth:signUp.known")}{" "}
          <Link className="rd-link" to={paths.login(returnTo)}>
            {t("auth:signUp.logIn")}
          </Link>
        </p>
      }
    >
      <SignUpFields failure={failure} password={password} />
    </AuthForm>
  );
}

export const handle = page({ permission: null, budget: "page" });

export function loader({ request, context }: LoaderFunctionArgs) {
  return signUpLoader(context, request);
}

export function action({ request, context }: ActionFunctionArgs) {
  return signUpAction(context, request);
}

export default function SignUpRoute() {
  return (
    <SignUpForm page={useLoaderData<typeof loader>()} failure={useActionData<FormFailure>()} />
  );
}

export { ErrorPage as ErrorBoundary } from "~/components/error-page";
