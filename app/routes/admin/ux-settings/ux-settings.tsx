import { Button } from "@mantine/core";
import admin from "~/components/admin/admin-page.module.css";
import classes from "~/components/settings/settings.module.css";
import { Last } from "~/components/settings/settings-groups";
import type { SettingsFailureView, UxSettingsView } from "~/components/settings/settings-view";
import { Icon } from "~/ui/icon";
import { Form } from "~/ui/link";
import { useText } from "~/ui/text";

/** /admin/ux-settings: switches by group. Who may not change them sees them. */
export function UxSettingsPage({ page, failure }: { page: UxSettingsView; failure: SettingsFailureView | undefined }) {
  const { t } = useText();
  return (
    <main id="main">
      <header className={admin.head}>
        <h1>{t("settings:ux.title")}</h1>
        <p>{t("settings:ux.lead")}</p>
      </header>
      <Form key={page.seen} method="post" className={classes.form} preventScrollReset>
        {failure && (
          <div className={classes.summary} role="alert">
            <Icon name="alert-circle" />
            <p>{failure.message}</p>
          </div>
        )}
        {!page.mayChange && (
          <p className={classes.notice}>
            <Icon name="lock" />
            {t("settings:readOnly")}
          </p>
        )}
        <input type="hidden" name="seen" value={page.seen} />
        <div className={classes.switches}>
          {page.groups.map(({ group, title, switches }) => (
            <fieldset key={group} className={admin.panel} disabled={!page.mayChange}>
              <legend>{title}</legend>
              {switches.map(({ name, label, help, isOn }) => (
                <div key={name} className={classes.toggle}>
                  <label className={classes.switch}>
                    <input
                      type="checkbox"
                      className="rd-tick"
                      name={name}
                      value="1"
                      defaultChecked={failure ? name in failure.values : isOn}
                      aria-describedby={`${name}-help`}
                    />
                    {label}
                  </label>
                  <p id={`${name}-help`} className={classes.help}>
                    {help}
                  </p>
                </div>
              ))}
            </fieldset>
          ))}
        </div>
        {page.mayChange && (
          <div className={classes.actions}>
            <Button type="submit" name="intent" value="save">
              {t("settings:save")}
            </Button>
            <Button type="submit" name="intent" value="reset" variant="default">
              {t("settings:ux.allOn")}
            </Button>
          </div>
        )}
        {page.last && <Last last={page.last} />}
      </Form>
    </main>
  );
}
