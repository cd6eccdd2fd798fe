import { useId } from "react";
import { Button } from "../../ui/button";
import { Checkbox } from "../../ui/checkbox";
import { Field } from "../../ui/field";
import { Form, Link } from "../../ui/link";
import { useText } from "../../ui/text";
import { StatusBadge } from "../status-badge/status-badge";
import type { EventStatusName, ReportView } from "./case-view";
import classes from "./reports.module.css";

/** Event of a report, for lists that span events. */
interface ReportedEvent {
  title?: string;
  titleLang?: "en" | undefined;
  status?: EventStatusName;
  statusLabel?: string;
  details?: string;
}

interface ReportsProps {
  reports: readonly (ReportView & ReportedEvent)[];
  /** Adds a checkbox per reporting account; `all` checks them. */
  choice?: "all" | "some";
}

/** Reports with their reasons, times and weights. */
export function Reports({ reports, choice }: ReportsProps) {
  const { t } = useText();
  return (
    <ul className={classes.reports}>
      {reports.map((report) => (
        <li key={report.key} data-uncounted={report.isCounted ? undefined : true}>
          {report.details && report.status && (
            <p className={`${classes.event} rd-row`}>
              <Link
                className="rd-link"
                to={report.details}
                preventScrollReset
                dir="auto"
                lang={report.titleLang}
              >
                {report.title}
              </Link>
              <StatusBadge status={report.status}>{report.statusLabel}</StatusBadge>
            </p>
          )}
          <div className={`${classes.reason} rd-row`}>
            <b>{report.reason}</b> ·{" "}
            {choice ? (
              <Checkbox
                name="account"
                value={report.account}
                id={`account-${report.key}`}
                defaultChecked={choice === "all"}
                label={<bdi>{report.who}</bdi>}
                aria-label={t("moderation:reports.choose", { name: report.who })}
              />
            ) : (
              <bdi>{report.who}</bdi>
            )}{" "}
            · <time dateTime={report.at}>{report.ago}</time>
          </div>
          {report.note && <p dir="auto">{report.note}</p>}
          <p className={classes.weight}>{report.weight}</p>
        </li>
      ))}
    </ul>
  );
}

interface WithdrawFormProps {
  reports: readonly (ReportView & ReportedEvent)[];
  isAllChosen?: boolean;
  action: string;
  /** Error of the account selection. */
  issue: string | undefined;
}

/** Form that withdraws all reports of the selected accounts. */
export function WithdrawForm({ reports, isAllChosen = false, action, issue }: WithdrawFormProps) {
  const { t } = useText();
  const id = useId();
  return (
    <Form method="post" action={action} className={classes.form} preventScrollReset>
      <Field
        id={id}
        label={t("moderation:reports.accounts")}
        isLabelHidden
        help={t("moderation:reports.withdrawHelp")}
        error={issue}
        isGroup
      >
        <Reports reports={reports} choice={isAllChosen ? "all" : "some"} />
      </Field>
      <Button intent="withdraw" variant="default" size="sm">
        {t("moderation:reports.withdraw")}
      </Button>
    </Form>
  );
}
