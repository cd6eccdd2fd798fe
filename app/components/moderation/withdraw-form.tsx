import { Button } from "@mantine/core";
import { useId } from "react";
import issueClasses from "../../ui/field-issue.module.css";
import { Icon } from "../../ui/icon";
import { Form } from "../../ui/link";
import { useText } from "../../ui/text";
import type { ReportView } from "./details-view";
import { type ReportedEvent, Reports } from "./reports";
import classes from "./reports.module.css";

interface WithdrawFormProps {
  reports: readonly (ReportView & ReportedEvent)[];
  isAllChosen?: boolean;
  action: string;
  /** What is wrong with the choice of accounts. */
  issue: string | undefined;
}

/** Reports with a box for each account, and the button that withdraws every report of those that are ticked. */
export function WithdrawForm({ reports, isAllChosen = false, action, issue }: WithdrawFormProps) {
  const { t } = useText();
  const id = useId();
  return (
    <Form method="post" action={action} className={classes.form} preventScrollReset>
      <fieldset aria-describedby={issue ? `${id}-issue` : `${id}-help`}>
        <legend className="rd-hidden">{t("moderation:reports.accounts")}</legend>
        <Reports reports={reports} choice={isAllChosen ? "all" : "some"} />
      </fieldset>
      {issue && (
        <p id={`${id}-issue`} className={issueClasses.issue} role="alert">
          <Icon name="alert-circle" size="s" />
          {issue}
        </p>
      )}
      <p id={`${id}-help`} className={classes.help}>
        {t("moderation:reports.withdrawHelp")}
      </p>
      <p>
        <Button type="submit" name="intent" value="withdraw" variant="default" size="sm">
          {t("moderation:reports.withdraw")}
        </Button>
      </p>
    </Form>
  );
}
