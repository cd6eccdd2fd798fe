import type { FormFailure } from "~/lib/http/form-failure";
import { paths } from "~/lib/paths";
import { Link } from "~/ui/link";
import { useText } from "~/ui/text";
import { AuthForm } from "../auth-form";
import { ConsentFields } from "../sign-up-fields";
import type { googleSignUpLoader } from "./google-sign-up.server";

type Page = Awaited<ReturnType<typeof googleSignUpLoader>>;

export function GoogleSignUp({ page, failure }: { page: Page; failure: FormFailure | undefined }) {
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
