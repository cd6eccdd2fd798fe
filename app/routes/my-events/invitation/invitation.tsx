import type { FormFailure } from "~/lib/http/form-failure";
import { Alert } from "~/ui/alert";
import { Fact, Facts } from "~/ui/facts";
import { Form } from "~/ui/form";
import { FormBar } from "~/ui/form-bar";
import { Link } from "~/ui/link";
import { PageHead } from "~/ui/page-head";
import { useText } from "~/ui/text";
import type { invitationLoader } from "./invitation.server";

type Page = Awaited<ReturnType<typeof invitationLoader>>;

/** Page of an invitation to help a host: what it is for, and the button that accepts it. */
export function Invitation({ page, failure }: { page: Page; failure: FormFailure | undefined }) {
  const { t } = useText();
  const { invitation } = page;
  if (!invitation)
    return (
      <main id="main">
        <PageHead title={t("people:invitation.title")} />
        <Alert tone="waiting">{t("people:invitation.over")}</Alert>
      </main>
    );
  return (
    <main id="main">
      <PageHead title={t("people:invitation.title")} lead={invitation.lead} />
      <Facts>
        <Fact term={t("people:invitation.for")}>
          <bdi lang={invitation.nameLang}>{invitation.name}</bdi>
        </Fact>
        <Fact term={t("people:roleLabel")}>{invitation.role}</Fact>
        <Fact term={t("people:invitation.may")}>{invitation.may}</Fact>
        <Fact term={t("people:invitation.open")}>{invitation.until}</Fact>
      </Facts>
      {page.isVerified ? (
        <Form failure={failure}>
          <FormBar submit={t("people:invitation.accept")} intent="accept" />
        </Form>
      ) : (
        <Alert tone="waiting">
          {t("people:invitation.unverified")}{" "}
          <Link to={page.security}>{t("people:invitation.verify")}</Link>
        </Alert>
      )}
    </main>
  );
}
