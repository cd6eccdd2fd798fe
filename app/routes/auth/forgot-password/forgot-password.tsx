import type { FormFailure } from "~/lib/http/form-failure";
import { paths } from "~/lib/paths";
import { useText } from "~/ui/text";
import { LinkByMail, LinkSent } from "../link-by-mail";
import type { forgotPasswordLoader } from "./forgot-password.server";

type Page = Awaited<ReturnType<typeof forgotPasswordLoader>>;

export function ForgotPassword({
  page,
  failure,
}: {
  page: Page;
  failure: FormFailure | undefined;
}) {
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
