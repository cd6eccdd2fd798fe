import type { SettingsFailureView } from "~/routes/admin/settings-action.server";
import { Button } from "~/ui/button";
import { Card } from "~/ui/card";
import { Form } from "~/ui/form";
import { FormBar } from "~/ui/form-bar";
import { Icon } from "~/ui/icon";
import { List, ListItem } from "~/ui/list";
import { PageHead } from "~/ui/page-head";
import { Section } from "~/ui/section";
import { Tabs } from "~/ui/tabs";
import { useText } from "~/ui/text";
import { SettingsField } from "./settings-field";
import type { SettingsGroupView } from "./settings-group.server";

/** Page `/admin/platform-settings/{group}`: form and change history. */
export function SettingsGroupPage({
  page,
  failure,
}: {
  page: SettingsGroupView;
  failure: SettingsFailureView | undefined;
}) {
  const { t } = useText();
  const tabs = page.groups.map(({ href, title }) => ({ name: href, href, label: title }));
  return (
    <main id="main">
      <PageHead title={page.title} lead={page.about} />
      <Tabs
        label={t("settings:platform.title")}
        tabs={tabs}
        current={page.groups.find(({ isHere }) => isHere)?.href ?? null}
      />
      {/* Remounts after saving. A rejected form keeps its values. */}
      <Form key={`${page.group} ${page.seen}`} failure={failure}>
        <input type="hidden" name="seen" value={page.seen} />
        {/* Default button for Enter. */}
        <button
          type="submit"
          name="intent"
          value="save"
          className="rd-hidden"
          tabIndex={-1}
          aria-hidden="true"
        />
        {page.fields.map((field) => (
          <Card key={field.name}>
            <SettingsField field={field} />
          </Card>
        ))}
        <FormBar submit={t("settings:save")} intent="save" isSticky>
          {page.isChanged && (
            <Button intent="reset" variant="default">
              {t("settings:resetAll")}
            </Button>
          )}
        </FormBar>
      </Form>
      <History page={page} />
    </main>
  );
}

function History({ page: { history } }: { page: SettingsGroupView }) {
  const { t } = useText();
  return (
    <Section title={t("settings:history.title")}>
      {history.length === 0 ? (
        <p>{t("settings:history.empty")}</p>
      ) : (
        <List>
          {history.map((change) => (
            <ListItem
              key={change.id}
              title={<bdi>{change.by ?? t("settings:history.operator")}</bdi>}
              end={<time dateTime={change.at}>{change.when}</time>}
            >
              <ul>
                {change.fields.map((field) => (
                  <li key={field.name}>
                    {field.label}:{" "}
                    <del>
                      <bdi>{field.before}</bdi>
                    </del>{" "}
                    <Icon name="arrow-right" size="s" flip />{" "}
                    <ins>
                      <bdi>{field.after}</bdi>
                    </ins>
                  </li>
                ))}
              </ul>
            </ListItem>
          ))}
        </List>
      )}
    </Section>
  );
}
