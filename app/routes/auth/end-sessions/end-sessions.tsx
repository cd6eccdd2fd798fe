import { paths } from "~/lib/paths";
import { useText } from "~/ui/text";
import { AuthForm } from "../auth-form";
import { AuthMessage } from "../auth-message";
import { AuthLink } from "../auth-parts";
import type { endSessionsLoader } from "./end-sessions.server";

type Page = Awaited<ReturnType<typeof endSessionsLoader>>;

export function EndSessions({ page }: { page: Page }) {
  const { t } = useText();
  const { state } = page;
  if (state === "ask")
    return (
      <AuthForm
        title={t("auth:endSessions.title")}
        lead={t("auth:endSessions.lead")}
        failure={undefined}
        submit={t("auth:endSessions.submit")}
        intent="end-sessions"
      />
    );
  return (
    <AuthMessage
      kind={state === "done" ? "done" : "warning"}
      title={t(state === "done" ? "auth:endSessions.doneTitle" : "auth:endSessions.badTitle")}
      text={t(state === "done" ? "auth:endSessions.done" : "auth:endSessions.bad")}
    >
      <AuthLink to={paths.forgotPassword()} isMain>
        {t("auth:reset.title")}
      </AuthLink>
      <AuthLink to={paths.login()}>{t("auth:backToLogIn")}</AuthLink>
    </AuthMessage>
  );
}
