import { Link } from "~/ui/link";
import { useText } from "~/ui/text";
import { AuthForm } from "../auth-form";
import type { keepAccountLoader } from "./keep-account.server";

type Page = Awaited<ReturnType<typeof keepAccountLoader>>;

export function KeepAccount({ page }: { page: Page }) {
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
