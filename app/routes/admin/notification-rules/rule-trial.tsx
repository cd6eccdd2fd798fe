import { Button, TextInput } from "@mantine/core";
import admin from "~/components/admin/admin-page.module.css";
import { Scroller } from "~/components/admin/scroller";
import classes from "~/components/admin-notifications/admin-notifications.module.css";
import settings from "~/components/settings/settings.module.css";
import type { RulesView, TrialView } from "~/lib/pages/rule-views";
import { paths } from "~/lib/paths";
import { Icon } from "~/ui/icon";
import { Form, Link } from "~/ui/link";
import { useText } from "~/ui/text";
import { CompetingRules } from "./competing-rules";

/** Who a rule would reach now, about an event that somebody chooses. Nothing is sent. */
export function RuleTrial({ page: { form, sentence, trial, competing } }: { page: RulesView }) {
  const { t } = useText();
  if (!trial) return null;
  return (
    <main id="main">
      <header className={admin.head}>
        <h1>{t("admin-news:trial.title")}</h1>
        <p>{t("admin-news:trial.lead")}</p>
      </header>
      <p className={classes.sentence}>{sentence}</p>
      <CompetingRules competing={competing} />
      <Form className={classes.search} role="search">
        <input type="hidden" name="rule" value={form.key} />
        <input type="hidden" name="try" value="1" />
        <TextInput label={t("admin-news:trial.event")} name="q" type="search" dir="auto" defaultValue={trial.query} maxLength={100} />
        <Button type="submit" variant="default">
          {t("admin-news:trial.find")}
        </Button>
      </Form>
      {trial.choices.length > 0 && (
        <ul className={classes.events}>
          {trial.choices.map(({ id, title, about, href }) => (
            <li key={id}>
              <Link className="rd-link" to={href} dir="auto">
                {title}
              </Link>
              <span>{about}</span>
            </li>
          ))}
        </ul>
      )}
      {trial.query !== "" && trial.choices.length === 0 && !trial.result && <p className={admin.empty}>{t("admin-news:trial.nothing")}</p>}
      {trial.result && <Outcome result={trial.result} />}
      <p className={admin.pages}>
        <Link className="rd-link" to={paths.adminNotificationRules({ rule: form.key })}>
          {t("admin-news:trial.back")}
        </Link>
      </p>
    </main>
  );
}

function Outcome({ result }: { result: NonNullable<TrialView["result"]> }) {
  const { t } = useText();
  return (
    <section aria-labelledby="trial-result" className={classes.outcome}>
      <h2 id="trial-result">
        <bdi>{result.title}</bdi>
      </h2>
      <p className={classes.meta}>{result.about}</p>
      {result.note && (
        <p className={settings.notice}>
          <Icon name="info-circle" />
          {result.note}
        </p>
      )}
      <p>
        <strong>{result.total}</strong> {result.shown}
      </p>
      {result.people.length > 0 && (
        <Scroller label={t("admin-news:trial.people")} className={admin.scroller}>
          <table className={admin.table} data-stacked>
            <thead>
              <tr>
                <th scope="col">{t("admin-news:trial.person")}</th>
                <th scope="col">{t("admin-news:trial.why")}</th>
                <th scope="col">{t("admin-news:trial.how")}</th>
              </tr>
            </thead>
            <tbody>
              {result.people.map(({ id, name, email, reason, how }) => (
                <tr key={id}>
                  <th scope="row">
                    <bdi>{name}</bdi>
                    {email && <p className={settings.about}>{email}</p>}
                  </th>
                  <td data-label={t("admin-news:trial.why")}>{reason}</td>
                  <td data-label={t("admin-news:trial.how")}>{how}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </Scroller>
      )}
      {result.leftOut.length > 0 && (
        <>
          <h3>{t("admin-news:trial.leftOut")}</h3>
          <ul className={classes.leftOut}>
            {result.leftOut.map(({ reason, count }) => (
              <li key={reason}>
                <strong>{count}</strong> {reason}
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}
