import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import type { FormFailure } from "~/lib/http/form-failure";
import { page } from "~/lib/pages/page";
import { paths } from "~/lib/paths";
import { Icon } from "~/ui/icon";
import { Link } from "~/ui/link";
import { useText } from "~/ui/text";
import { AuthForm } from "../auth-parts";
import { AuthField } from "../fields";
import { PasskeySignIn } from "../passkey-sign-in";
import { twoFactorAction, twoFactorLoader } from "./two-factor.server";

type Page = Awaited<ReturnType<typeof twoFactorLoader>>;

function TwoFactorForm({ page, failure }: { page: Page; failure: FormFailure | undefined }) {
  const { t } = useText();
  const { returnTo, isRecovery, hasPasskeys, site, codeLength } = page;
  return (
    <AuthForm
      title={t("auth:secondFactor.title")}
      lead={
        isRecovery ? t("auth:secondFactor.recoveryLead") : t("auth:secondFactor.lead", { site })
      }
      failure={failure}
      submit={t("auth:secondFactor.submit")}
      intent="log-in"
      before={hasPasskeys && <PasskeySignIn />}
      after={
        <>
          <Link className="rd-link" to={paths.loginSecondFactor(returnTo, !isRecovery)} replace>
            {t(isRecovery ? "auth:secondFactor.useApp" : "auth:secondFactor.useRecovery")}
          </Link>
          <Link className="rd-link" to={paths.login(returnTo)}>
            {t("auth:backToLogIn")}
          </Link>
        </>
      }
    >
      {isRecovery ? (
        <AuthField
          name="code"
          label={t("auth:secondFactor.recoveryCode")}
          icon={<Icon name="key" />}
          failure={failure}
          type="text"
          autoComplete="off"
          maxLength={codeLength}
        />
      ) : (
        <AuthField
          name="code"
          label={t("auth:secondFactor.code")}
          icon={<Icon name="device-mobile" />}
          failure={failure}
          type="text"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={codeLength}
        />
      )}
    </AuthForm>
  );
}

export const handle = page({ permission: null, budget: "page" });

export function loader({ request, context }: LoaderFunctionArgs) {
  return twoFactorLoader(context, request);
}

export function action({ request, context }: ActionFunctionArgs) {
  return twoFactorAction(context, request);
}

export default function TwoFactorRoute() {
  return (
    <TwoFactorForm page={useLoaderData<typeof loader>()} failure={useActionData<FormFailure>()} />
  );
}

export { ErrorPage as ErrorBoundary } from "~/components/error-page";
