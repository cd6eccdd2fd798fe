import { Button } from "@mantine/core";
import admin from "~/components/admin/admin-page.module.css";
import classes from "~/components/settings/settings.module.css";
import type { SettingsFailureView, SettingsGroupView } from "~/components/settings/settings-view";
import { Icon } from "~/ui/icon";
import { Form, Link } from "~/ui/link";
import { useText } from "~/ui/text";
import { SettingsField } from "./settings-field";

/** /admin/platform-settings/{group}: its form, and below it who changed what. */
export function SettingsGroupPage({ page, failure }: { page: SettingsGroupView; failure: SettingsFailureView | undefined }) {
  const { t } = useText();
  return (
    <main id="main">
      <header className={admin.head}>
        <h1>{page.title}</h1>
        <p>{page.about}</p>
      </header>
      <div className={classes.layout}>
        <nav aria-label={t("settings:platform.title")}>
          <ul className={classes.groups}>
            {page.groups.map(({ href, title, isHere }) => (
              <li key={href}>
                <Link to={href} aria-current={isHere ? "page" : undefined}>
                  {title}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        <div>
          {/* What was saved is shown anew; what was refused stays as it was typed. */}
          <Form key={`${page.group} ${page.seen}`} method="post" className={classes.form} preventScrollReset noValidate>
            {failure && (
              <div className={classes.summary} role="alert">
                <Icon name="alert-circle" />
                <p>{failure.message}</p>
              </div>
            )}
            <input type="hidden" name="seen" value={page.seen} />
            {/* Enter saves: the first button of a form is what it presses. */}
            <button type="submit" name="intent" value="save" className="rd-hidden" tabIndex={-1} aria-hidden="true" />
            <div className={admin.panel}>
              {page.fields.map((field) => (
                <SettingsField key={field.name} field={field} failure={failure} />
              ))}
            </div>
            <div className={classes.actions}>
              <Button type="submit" name="intent" value="save">
                {t("settings:save")}
              </Button>
              {page.isChanged && (
                <Button type="submit" name="intent" value="reset" variant="default">
                  {t("settings:resetAll")}
                </Button>
              )}
            </div>
          </Form>
          <History page={page} />
        </div>
      </div>
    </main>
  );
}

function History({ page: { history } }: { page: SettingsGroupView }) {
  const { t } = useText();
  return (
    <section className={classes.history} aria-labelledby="history">
      <h2 id="history">{t("settings:history.title")}</h2>
      {history.length === 0 ? (
        <p className={classes.meta}>{t("settings:history.empty")}</p>
      ) : (
        <ol>
          {history.map((change) => (
            <li key={change.id} className={classes.change}>
              <p className={classes.meta}>
                <bdi>{change.by ?? t("settings:history.operator")}</bdi> · <time dateTime={change.at}>{change.when}</time>
              </p>
              <ul>
                {change.fields.map((field) => (
                  <li key={field.name}>
                    {field.label}:{" "}
                    <del>
                      <bdi>{field.before}</bdi>
                    </del>{" "}
                    <Icon name="arrow-right" size="s" flip className={classes.arrow} />{" "}
                    <ins>
                      <bdi>{field.after}</bdi>
                    </ins>
                  </li>
                ))}
              </ul>
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}
