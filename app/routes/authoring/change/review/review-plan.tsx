import { useNavigation } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { Button } from "~/ui/button";
import { Icon } from "~/ui/icon";
import { Form, Link } from "~/ui/link";
import { useText } from "~/ui/text";
import { Audience, PlanHead } from "../change-plan";
import classes from "../change-plan.module.css";
import type { PlanFailure, PlanReviewPage } from "../change-plan-view";
import { PlanNotice } from "../plan-notice";

/** Review of a change: what changes, and who receives which message. */
export function ReviewPlan({ page, failure }: { page: PlanReviewPage; failure: PlanFailure | undefined }) {
  const { t } = useText();
  const isSending = useNavigation().state === "submitting";
  const summary = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (failure) summary.current?.focus();
  }, [failure]);
  return (
    <main id="main" className={`rd-wrap ${classes.page}`}>
      <PlanHead event={page.event} title={t("authoring:plan.review.title")} />
      <div className={classes.columns}>
        <Form method="post" className={classes.form}>
          {failure && (
            <div ref={summary} className={classes.summary} role="alert" tabIndex={-1}>
              <Icon name="alert-circle" />
              <p>{Object.values(failure.issues).join(" ")}</p>
            </div>
          )}
          {page.fields.map(({ name, value }) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          <p className={classes.chosen}>
            <Icon name={page.plan.icon} size="l" />
            <b>{page.plan.label}</b>
          </p>
          <p className={classes.note} data-bad={page.plan.name === "cancel" || undefined}>
            {page.plan.name === "cancel" ? <Icon name="ban" /> : <Icon name="info-circle" />}
            <span>{page.consequence}</span>
          </p>
          {page.clash && (
            <div className={classes.note} data-warn role="note">
              <Icon name="alert-triangle" />
              <p>
                <b>{page.clash.text}</b>
                <br />
                <Link className="rd-link" to={page.clash.href} target="_blank">
                  <bdi>{page.clash.title}</bdi>
                </Link>
                <br />
                {page.clash.when}
              </p>
            </div>
          )}
          <Audience audience={page.audience} />
          <div className={classes.bar}>
            <Button
              type="submit"
              name="intent"
              value="confirm"
              size="lg"
              className={page.plan.name === "cancel" ? classes.stop : undefined}
              loading={isSending}
            >
              {page.send}
            </Button>
            <Button component={Link} to={page.back} variant="default" size="lg">
              {t("authoring:plan.review.back")}
            </Button>
          </div>
          <p className={classes.help}>{t("authoring:plan.undoHelp")}</p>
        </Form>
        <section className={classes.aside}>
          <h2 className={classes.sub}>{t("authoring:plan.theyGet")}</h2>
          <PlanNotice notice={page.notice} />
        </section>
      </div>
    </main>
  );
}
