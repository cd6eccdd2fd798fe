import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import type { FormFailure } from "~/lib/http/form-failure";
import { page } from "~/lib/pages/page";
import { paths } from "~/lib/paths";
import { Link } from "~/ui/link";
import { useText } from "~/ui/text";
import {
  AuthForm,
  GoogleLink,
  LegalLine,
  LoginLinkOffer,
  OrLine,
  SessionEnded,
} from "../auth-parts";
import { AuthPasswordField, EmailField } from "../fields";
import { PasskeySignIn } from "../passkey-sign-in";
import { loginAction, loginLoader } from "./login.server";

type Page = Awaited<ReturnType<typeof loginLoader>>;

function LoginForm({ page, failure }: { page: Page; failure: FormFailure | undefined }) {
  const { t } = useText();
  const { returnTo, lead, hasEnded, isAgain, hasPasskeys, hasGoogle, hasSignUp } = page;
  return (
    <AuthForm
      title={t("auth:logIn.heading")}
      lead={t(`auth:logIn.${lead}`)}
      failure={failure}
      submit={t("auth:logIn.submit")}
      intent="log-in"
      before={
        <>
          {hasEnded && <SessionEnded />}
          {failure?.isLimited && (
            <LoginLinkOffer email={failure.values.email ?? ""} returnTo={returnTo} />
          )}
          {hasPasskeys && <PasskeySignIn />}
          {hasGoogle && <GoogleLink returnTo={returnTo} isAgain={isAgain} />}
          {(hasPasskeys || hasGoogle) && <OrLine />}
        </>
      }
      after={
        <>
          {hasSignUp && (
            <p>
              {t("auth:logIn.new")}{" "}
              <Link className="rd-link" to={paths.signUp(returnTo)}>
                {t("auth:logIn.signUp")}
              </Link>
            </p>
          )}
          <LegalLine />
        </>
      }
    >
      <EmailField failure={failure} takesPasskeys />
      <AuthPasswordField
        label={t("auth:field.password")}
        failure={failure}
        autoComplete="current-password"
        aside={
          <Link className="rd-link rd-press" to={paths.forgotPassword()}>
            {t("auth:logIn.forgot")}
          </Link>
        }
      />
    </AuthForm>
  );
}

export const handle = page({ permission: null, budget: "page" });

export function loader({ request, context }: LoaderFunctionArgs) {
  return loginLoader(context, request);
}

export function action({ request, context }: ActionFunctionArgs) {
  return loginAction(context, request);
}

export default function LoginRoute() {
  return <LoginForm page={useLoaderData<typeof loader>()} failure={useActionData<FormFailure>()} />;
}

export { ErrorPage as ErrorBoundary } from "~/components/error-page";
