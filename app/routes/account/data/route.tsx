import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { ConfirmField } from "~/components/account/confirm-field";
import { type FormFailure, failureOfForm } from "~/lib/http/form-failure";
import { requireAccount } from "~/lib/http/request-context";
import { page } from "~/lib/pages/page";
import { paths } from "~/lib/paths";
import { dataAction } from "~/routes/account/data/data.server";
import { Button } from "~/ui/button";
import { Form } from "~/ui/form";
import { FormBar } from "~/ui/form-bar";
import { PageHead } from "~/ui/page-head";
import { Section } from "~/ui/section";
import { useText } from "~/ui/text";
import { TextField } from "~/ui/text-field";
import { type AccountDataView, dataLoader } from "./data.server";
import own from "./data-settings.module.css";

/** Page `/account/data`: export and deletion. */
function DataSettings({
  page,
  failure,
}: {
  page: AccountDataView;
  failure: FormFailure | undefined;
}) {
  const { t } = useText();
  return (
    <main id="main">
      <PageHead title={t("account:data.title")} lead={t("account:data.lead")} />
      <Section isBeside title={t("account:data.exportTitle")} lead={t("account:data.exportLead")}>
        <div>
          <Button
            component="a"
            href={paths.accountExport()}
            download
            variant="default"
            icon="download"
          >
            {t("account:data.export")}
          </Button>
        </div>
      </Section>
      <Section isBeside title={t("account:data.deleteTitle")} lead={t("account:data.deleteLead")}>
        {!page.canDelete ? (
          <p>{t("account:data.owner")}</p>
        ) : page.deletion ? (
          <>
            <p>{t("account:data.pending", { date: page.deletion })}</p>
            <Form>
              <FormBar submit={t("account:banner.keep")} intent="keep" />
            </Form>
          </>
        ) : (
          <DeleteForm page={page} failure={failureOfForm(failure, "delete")} />
        )}
      </Section>
    </main>
  );
}

function DeleteForm({
  page,
  failure,
}: {
  page: AccountDataView;
  failure: FormFailure | undefined;
}) {
  const { t } = useText();
  return (
    <>
      <ol className={own.steps}>
        <li>{t("account:data.steps.now")}</li>
        <li>{t("account:data.steps.until", { date: page.deletionDate })}</li>
        <li>{t("account:data.steps.then")}</li>
      </ol>
      <Form name="delete" failure={failure}>
        <ConfirmField confirmation={page.confirmation} />
        <TextField
          name="confirmation"
          label={t("account:data.confirmation", { word: t("account:data.word") })}
          autoComplete="off"
          dir="auto"
        />
        <FormBar submit={t("account:data.submit")} intent="delete" danger />
      </Form>
    </>
  );
}

export const handle = page({
  permission: "account:manage",
  crumb: "common:crumb.data",
  budget: "page",
});

export function loader({ context }: LoaderFunctionArgs) {
  return dataLoader(requireAccount(context));
}

export async function action({ request, context }: ActionFunctionArgs) {
  const answer = await dataAction(requireAccount(context), request);
  if (answer instanceof Response) throw answer;
  return answer;
}

export default function AccountData() {
  return (
    <DataSettings page={useLoaderData<typeof loader>()} failure={useActionData<typeof action>()} />
  );
}

export { ErrorPage as ErrorBoundary } from "~/components/error-page";
