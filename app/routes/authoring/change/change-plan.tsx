import { useEffect, useRef } from "react";
import { Button } from "~/ui/button";
import { Field, TextAreaField } from "~/ui/fields";
import { Icon } from "~/ui/icon";
import { Form, Link } from "~/ui/link";
import { useText } from "~/ui/text";
import classes from "./change-plan.module.css";
import type { PlanFailure, PlanPage } from "./change-plan-view";
import { PlanNotice, TimeBox } from "./plan-notice";
import { UndoClock } from "./undo-clock";

/** Page `/events/{id}/change`: cancel, postpone, move or reinstate an event, with a message to those who saved it. */
export function ChangePlan({ page, failure }: { page: PlanPage; failure: PlanFailure | undefined }) {
  const { t } = useText();
  const { last } = page;
  const isWaiting = last !== null && last.left > 0;
  return (
    <main id="main" className={`rd-wrap ${classes.page}`}>
      {isWaiting && <UndoClock key={last.id} last={last} />}
      <PlanHead event={page.event} title={t("authoring:plan.title")} />
      {isWaiting ? (
        <section className={classes.sent}>
          <h2 className={classes.sub}>{t("authoring:plan.theyGet")}</h2>
          <PlanNotice notice={last.notice} />
        </section>
      ) : (
        <>
          {last && (
            <p className={classes.note}>
              <Icon name="history" />
              <span>{last.history}</span>
            </p>
          )}
          {page.plans.length > 0 ? (
            <PlanForm page={page} failure={failure ?? page.failure ?? undefined} />
          ) : (
            <p className={classes.note}>{t("authoring:plan.none")}</p>
          )}
        </>
      )}
    </main>
  );
}

export function PlanHead({ event, title }: { event: PlanPage["event"]; title: string }) {
  return (
    <header className={classes.head}>
      <h1>{title}</h1>
      <p>
        <Link to={event.href}>
          <bdi lang={event.titleLang}>{event.title}</bdi>
        </Link>
      </p>
    </header>
  );
}

function PlanForm({ page, failure }: { page: PlanPage; failure: PlanFailure | undefined }) {
  const { t } = useText();
  const fields = failure?.fields ?? page.fields;
  const issues = failure?.issues ?? {};
  const summary = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (failure) summary.current?.focus();
  }, [failure]);
  return (
    <Form method="post" className={classes.form} noValidate>
      {Object.keys(issues).length > 0 && (
        <div ref={summary} className={classes.summary} role="alert" tabIndex={-1}>
          <Icon name="alert-circle" />
          <ul>
            {Object.entries(issues).map(([name, issue]) => (
              <li key={name}>
                <a href={`#plan-${name}`}>{issue}</a>
              </li>
            ))}
          </ul>
        </div>
      )}
      <fieldset className={classes.kinds} aria-describedby={issues.plan && "plan-plan-issue"}>
        <legend className="rd-hidden">{t("authoring:plan.legend")}</legend>
        {page.plans.map(({ name, icon, label, help }, index) => (
          <label key={name}>
            <input id={index === 0 ? "plan-plan" : undefined} type="radio" name="plan" value={name} defaultChecked={fields.plan === name} />
            <Icon name={icon} />
            <span>
              <b>{label}</b>
              <small>{help}</small>
            </span>
          </label>
        ))}
      </fieldset>
      <Issue name="plan" issue={issues.plan} />
      <div className={classes.move} data-plan="move">
        <div className={classes.times}>
          <TimeBox label={t("authoring:plan.now")} time={page.now} />
        </div>
        <div className={classes.row}>
          <Field
            form="plan"
            name="startsAt"
            label={t("authoring:plan.starts", { city: page.city })}
            help={page.isTyped ? t("authoring:when.typed") : t("authoring:plan.startsHelp")}
            value={fields.startsAt}
            error={issues.startsAt}
            autoComplete="off"
            {...typeOf(page)}
          />
          <Field
            form="plan"
            name="endsAt"
            label={t("authoring:plan.ends")}
            help={t("authoring:plan.endsHelp")}
            value={fields.endsAt}
            error={issues.endsAt}
            autoComplete="off"
            {...typeOf(page)}
          />
        </div>
      </div>
      {page.plans
        .filter(({ name }) => name !== "move")
        .map(({ name }) => (
          <p key={name} className={classes.note} data-plan={name}>
            {name === "cancel" ? <Icon name="ban" /> : <Icon name="info-circle" />}
            <span>{t(`authoring:plan.consequence.${name}`)}</span>
          </p>
        ))}
      <TextAreaField
        form="plan"
        name="message"
        label={t("authoring:plan.message")}
        help={t("authoring:plan.messageHelp", page.limits)}
        value={fields.message}
        error={issues.message}
        rows={4}
        limits={page.limits}
        counted={(count) => t("kit:count", { length: count, max: page.limits.max })}
        beside={(edit) => <Reasons plans={page.plans} edit={edit} />}
      />
      <Audience audience={page.audience} />
      <div className={classes.bar}>
        <Button type="submit" name="intent" value="review" size="lg">
          {t("authoring:plan.toReview")}
        </Button>
        <Button component={Link} to={page.event.href} variant="default" size="lg">
          {t("authoring:plan.leave")}
        </Button>
      </div>
      <p className={classes.help}>{t("authoring:plan.undoHelp")}</p>
    </Form>
  );
}

/** Plans that each reason fits. A selected reason fills in the message (needs JavaScript). */
const REASONS = {
  illness: "move postpone cancel",
  venue: "move postpone cancel",
  weather: "move postpone cancel",
  tickets: "move postpone",
  refunds: "postpone cancel",
} as const;

function Reasons({ plans, edit }: { plans: PlanPage["plans"]; edit: (change: (text: string) => string) => void }) {
  const { t } = useText();
  if (plans.every(({ name }) => name === "reinstate")) return null;
  return (
    <fieldset className={`${classes.reasons} rd-needs-script`} aria-label={t("authoring:plan.reasons")}>
      {(Object.keys(REASONS) as (keyof typeof REASONS)[]).map((name) => (
        <button
          key={name}
          type="button"
          data-reason={REASONS[name]}
          onClick={() => {
            const sentence = t(`authoring:plan.reason.${name}.text`);
            edit((text) => (text.includes(sentence) ? text : `${text.trimEnd()} ${sentence}`.trimStart()));
          }}
        >
          {t(`authoring:plan.reason.${name}.label`)}
        </button>
      ))}
    </fieldset>
  );
}

const typeOf = ({ isTyped, allDay }: PlanPage) =>
  isTyped ? ({ type: "text", maxLength: 40 } as const) : ({ type: allDay ? "date" : "datetime-local" } as const);

function Issue({ name, issue }: { name: string; issue: string | undefined }) {
  if (!issue) return null;
  return (
    <p id={`plan-${name}-issue`} className={classes.issue}>
      <Icon name="alert-circle" size="s" />
      {issue}
    </p>
  );
}

/** Number of people to notify, by channel. */
export function Audience({ audience }: { audience: PlanPage["audience"] }) {
  return (
    <div className={classes.who}>
      <Icon name="users-group" size="l" />
      <p>
        <b>{audience.people}</b>
        <span>{audience.detail}</span>
      </p>
    </div>
  );
}
