import { useId } from "react";
import { Button } from "../../ui/button";
import { Field } from "../../ui/field";
import { Form } from "../../ui/link";
import { useText } from "../../ui/text";
import type { ReportView } from "./case-view";
import { type ReportedEvent, Reports } from "./reports";
import classes from "./reports.module.css";

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
