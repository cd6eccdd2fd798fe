import { LastChange } from "~/components/settings/last-change";
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
import type { UxSettingsView } from "./ux-settings.server";

/** Page `/admin/ux-settings`: switches by group, read-only for moderators. */
export function UxSettingsPage({
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
