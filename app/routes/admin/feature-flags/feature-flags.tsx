import { Button } from "@mantine/core";
import admin from "~/components/admin/admin-page.module.css";
import type { FieldChecks } from "~/components/admin/use-checked-form";
import classes from "~/components/settings/settings.module.css";
import { Last } from "~/components/settings/settings-groups";
import { paths } from "~/lib/paths";
import { Badge } from "~/ui/badge";
import { Icon } from "~/ui/icon";
import { Form, Link } from "~/ui/link";
import { useText } from "~/ui/text";
import { FlagForm } from "./flag-form";
import type { FlagFailureView, FlagsView } from "./flags-view";

interface FeatureFlagsProps extends Pick<FieldChecks, "schema"> {
  page: FlagsView;
  failure: FlagFailureView | undefined;
}

/** /admin/feature-flags: the list, or one of them. */
export function FeatureFlags({ page, failure, schema }: FeatureFlagsProps) {
  switch (page.mode) {
    case "new":
    case "edit":
      return <FlagForm page={page} failure={failure} schema={schema} key={`${page.form.key} ${page.form.version}`} />;
    case "delete":
      return <FlagDeletion page={page} />;
    default:
      return <FlagList page={page} />;
  }
}

function FlagList({ page }: { page: FlagsView }) {
  const { t } = useText();
  return (
    <main id="main">
      <header className={admin.head}>
        <h1>{t("settings:flags.title")}</h1>
        {page.mayChange && (
          <Button component={Link} to={paths.adminFeatureFlags({ new: 1 })} leftSection={<Icon name="plus" />}>
            {t("settings:flags.new")}
          </Button>
        )}
        <p>{t("settings:flags.lead")}</p>
      </header>
      {!page.mayChange && (
        <p className={classes.notice}>
          <Icon name="lock" />
          {t("settings:readOnly")}
        </p>
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls by keyboard */}
      <section className={admin.scroller} tabIndex={0} aria-label={t("settings:flags.title")}>
        <table className={admin.table} data-stacked>
          <thead>
            <tr>
              <th scope="col">{t("settings:flags.key")}</th>
              <th scope="col">{t("settings:flags.state")}</th>
              <th scope="col">{t("settings:flags.share")}</th>
              <th scope="col">{t("settings:flags.roles")}</th>
              <th scope="col">{t("settings:flags.languages")}</th>
              <th scope="col">{t("settings:flags.last")}</th>
            </tr>
          </thead>
          <tbody>
            {page.flags.map((flag) => (
              <tr key={flag.key}>
                <th scope="row">
                  <Link className={`rd-link ${classes.key}`} to={flag.href} dir="ltr">
                    {flag.key}
                  </Link>
                  {flag.description && (
                    <p className={classes.about} dir="auto">
                      {flag.description}
                    </p>
                  )}
                </th>
                <td data-label={t("settings:flags.state")}>
                  <Badge tone={flag.isOn ? "good" : undefined}>
                    {flag.isOn ? <Icon name="circle-check" size="s" /> : <Icon name="circle-x" size="s" />}
                    {t(flag.isOn ? "settings:on" : "settings:off")}
                  </Badge>
                </td>
                <td data-numeric data-label={t("settings:flags.share")}>
                  {flag.share}
                </td>
                <td data-label={t("settings:flags.roles")}>{flag.roles}</td>
                <td data-label={t("settings:flags.languages")}>{flag.languages}</td>
                <td data-label={t("settings:flags.last")}>
                  {flag.last ? <Last last={flag.last} /> : <span className={classes.meta}>{t("settings:asShipped")}</span>}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </main>
  );
}

function FlagDeletion({ page: { form } }: { page: FlagsView }) {
  const { t } = useText();
  return (
    <main id="main">
      <header className={admin.head}>
        <h1>{t("settings:flags.deleteTitle")}</h1>
      </header>
      <Form method="post" action={paths.adminFeatureFlags()} className={`${admin.panel} ${classes.dialog}`}>
        <input type="hidden" name="key" value={form.key} />
        <p className={classes.key} dir="ltr">
          {form.key}
        </p>
        <p>{t("settings:flags.deleteText")}</p>
        <div className={classes.actions}>
          <Button type="submit" name="intent" value="delete" color="red">
            {t("settings:flags.delete")}
          </Button>
          <Link className="rd-link" to={paths.adminFeatureFlags({ flag: form.key })}>
            {t("settings:cancel")}
          </Link>
        </div>
      </Form>
    </main>
  );
}
