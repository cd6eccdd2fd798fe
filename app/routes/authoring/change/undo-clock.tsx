import { useSecondsLeft } from "~/components/use-seconds-left";
import { Button } from "~/ui/button";
import { Icon } from "~/ui/icon";
import { Form } from "~/ui/link";
import { useText } from "~/ui/text";
import classes from "./change-plan.module.css";
import type { PlanPage } from "./change-plan.server";

/** Time left to undo a change. JavaScript counts it down; without it the number is static. */
export function UndoClock({
  last,
}: {
  last: NonNullable<NonNullable<PlanPage["last"]>["waiting"]>;
}) {
  const { t } = useText();
  const left = useSecondsLeft(last.left);
  return (
    <div className={classes.clock}>
      <b
        className={classes.ring}
        role="timer"
        aria-label={t("authoring:plan.left", { count: left })}
      >
        <span aria-hidden="true">{t("authoring:plan.seconds", { count: left })}</span>
      </b>
      <div role="status">
        <b>{last.done}</b>
        <p>{last.next}</p>
        <ol className={classes.steps}>
          <li data-done>{t("authoring:plan.step.page")}</li>
          <li>{t("authoring:plan.step.notices")}</li>
          <li>{t("authoring:plan.step.calendars")}</li>
        </ol>
      </div>
      <Form method="post">
        <Button
          intent="undo"
          variant="default"
          size="lg"
          leftSection={<Icon name="arrow-back-up" size="s" />}
        >
          {t("authoring:plan.undo")}
        </Button>
      </Form>
    </div>
  );
}
