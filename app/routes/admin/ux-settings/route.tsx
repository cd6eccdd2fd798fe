import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { LastChange } from "~/components/settings/last-change";
import { page } from "~/lib/pages/page";
import type { SettingsFailureView } from "~/routes/admin/settings-action.server";
import { Alert } from "~/ui/alert";
import { Button } from "~/ui/button";
import { Card, CardGrid } from "~/ui/card";
import { FieldSet } from "~/ui/field";
import { Form } from "~/ui/form";
import { FormBar } from "~/ui/form-bar";
import { PageHead } from "~/ui/page-head";
import { Switch } from "~/ui/switch";
import { useText } from "~/ui/text";
import { type UxSettingsView, uxSettingsAction, uxSettingsLoader } from "./ux-settings.server";

/** Page `/admin/ux-settings`: switches by group, read-only for moderators. */
function UxSettingsPage({
  page,
  failure,
}: {
  page: UxSettingsView;
  failure: SettingsFailureView | undefined;
}) {
  const { t } = useText();
  return (
    <main id="main">
      <PageHead title={t("settings:ux.title")} lead={t("settings:ux.lead")} />
      <Form key={page.seen} failure={failure} isWide>
        {!page.mayChange && <Alert icon="lock">{t("settings:readOnly")}</Alert>}
        <input type="hidden" name="seen" value={page.seen} />
        <CardGrid isWide>
          {page.groups.map(({ group, title, switches }) => (
            <Card key={group} title={title}>
              <FieldSet legend={title} isLegendHidden isDisabled={!page.mayChange}>
                {switches.map(({ name, label, help, isOn }) => (
                  <Switch key={name} name={name} label={label} help={help} defaultChecked={isOn} />
                ))}
              </FieldSet>
            </Card>
          ))}
        </CardGrid>
        {page.mayChange && (
          <FormBar
            submit={t("settings:save")}
            intent="save"
            note={page.last && <LastChange last={page.last} />}
          >
            <Button intent="reset" variant="default">
              {t("settings:ux.allOn")}
            </Button>
          </FormBar>
        )}
      </Form>
    </main>
  );
}

export const handle = page({
  permission: "ux-settings:read",
  crumb: "common:crumb.ux-settings",
  nav: { group: "system", text: "admin:nav.uxSettings", icon: "wand" },
  budget: "staff",
});

export function loader({ context }: LoaderFunctionArgs) {
  return uxSettingsLoader(context);
}

export function action({ request, context }: ActionFunctionArgs) {
  return uxSettingsAction(context, request);
}

export default function UxSettingsRoute() {
  return (
    <UxSettingsPage
      page={useLoaderData<typeof loader>()}
      failure={useActionData<SettingsFailureView>()}
    />
  );
}

export { ErrorPage as ErrorBoundary } from "~/components/error-page";
