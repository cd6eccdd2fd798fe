import { Button } from "@mantine/core";
import classes from "~/components/account/account.module.css";
import { AccountForm, AccountPage, ConfirmField, failureOfForm, Section, SubmitButton } from "~/components/account/account-parts";
import type { AccountDataView, FailedFormView } from "~/components/account/account-view";
import { paths } from "~/lib/paths";
import { Field } from "~/ui/fields";
import { Icon } from "~/ui/icon";
import { Form } from "~/ui/link";
import { useText } from "~/ui/text";

/** /account/data: taking everything along, and leaving. */
export function DataSettings({ page, failure }: { page: AccountDataView; failure: FailedFormView | undefined }) {
  const { t } = useText();
  return (
    <AccountPage title={t("account:data.title")} lead={t("account:data.lead")}>
      <Section title={t("account:data.exportTitle")} lead={t("account:data.exportLead")}>
        <div>
          <Button component="a" href={paths.accountExport()} download variant="default" leftSection={<Icon name="download" />}>
            {t("account:data.export")}
          </Button>
        </div>
      </Section>
      <Section title={t("account:data.deleteTitle")} lead={t("account:data.deleteLead")}>
        {!page.canDelete ? (
          <p className={classes.note}>{t("account:data.owner")}</p>
        ) : page.deletion ? (
          <>
            <p>{t("account:data.pending", { date: page.deletion })}</p>
            <Form method="post" preventScrollReset>
              <SubmitButton intent="keep">{t("account:banner.keep")}</SubmitButton>
            </Form>
          </>
        ) : (
          <DeleteForm page={page} failure={failureOfForm(failure, "delete")} />
        )}
      </Section>
    </AccountPage>
  );
}

function DeleteForm({ page, failure }: { page: AccountDataView; failure: FailedFormView | undefined }) {
  const { t } = useText();
  return (
    <>
      <ol className={classes.steps}>
        <li>{t("account:data.steps.now")}</li>
        <li>{t("account:data.steps.until", { date: page.wouldGo })}</li>
        <li>{t("account:data.steps.then")}</li>
      </ol>
      <AccountForm name="delete" failure={failure} submit={t("account:data.submit")} intent="delete" danger>
        <ConfirmField form="delete" confirmation={page.confirmation} failure={failure} />
        <Field
          form="delete"
          name="confirmation"
          label={t("account:data.confirmation", { word: t("account:data.word") })}
          autoComplete="off"
          dir="auto"
          failure={failure}
        />
      </AccountForm>
    </>
  );
}
