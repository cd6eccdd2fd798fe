import type { FormFailure } from "~/lib/http/form-failure";
import { Alert } from "~/ui/alert";
import { DateField } from "~/ui/date-field";
import { Form } from "~/ui/form";
import { FormBar } from "~/ui/form-bar";
import { Link } from "~/ui/link";
import { RadioCards } from "~/ui/radio-cards";
import { useText } from "~/ui/text";
import { TextArea } from "~/ui/text-area";
import classes from "./change-plan.module.css";
import type { PlanPage } from "./change-plan.server";
import { PlanDate, PlanDates } from "./plan-dates";
import { PlanNotice, TimeBox } from "./plan-notice";
import { UndoClock } from "./undo-clock";

/**
 * Page `/events/{id}/change`: cancel, postpone, move or reinstate an event, with a message to those
 * who saved it.
 */
export function ChangePlan({
  page,
  failure,
}: {
  page: PlanPage;
  failure: FormFailure | undefined;
}) {
  const { t } = useText();
  const { last } = page;
  const waiting = last?.waiting;
  return (
    <main id="main" className={`rd-wrap ${classes.page}`}>
      {waiting && <UndoClock key={last.id} last={waiting} />}
      <PlanHead event={page.event} title={t("authoring:plan.title")} />
      {waiting ? (
        <section className={classes.sent}>
          <h2 className={classes.sub}>{t("authoring:plan.theyGet")}</h2>
          <PlanNotice notice={waiting.notice} />
        </section>
      ) : (
        <>
          {last && <Alert icon="history">{last.history}</Alert>}
          {page.dates ? (
            <PlanDates dates={page.dates} />
          ) : page.plans.length > 0 ? (
            <PlanForm
              key={page.fields.at}
              page={page}
              failure={failure ?? page.failure ?? undefined}
            />
          ) : (
            <Alert>{t("authoring:plan.none")}</Alert>
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

function PlanForm({ page, failure }: { page: PlanPage; failure: FormFailure | undefined }) {
  const { t } = useText();
  const { fields, calendar, today, limits, date } = page;
  const dates = { calendar, today, hasTime: !page.allDay };
  return (
    <>
      {date && <PlanDate date={date} at={fields.at} />}
      <Form name="plan" keeps={`plan ${fields.at}`} failure={failure} className={classes.form}>
        {date && (
          <>
            <input type="hidden" name="at" value={fields.at} />
            {date.scopes.length > 1 ? (
              <RadioCards
                name="scope"
                label={t("authoring:plan.scope.label")}
                isRow
                defaultValue={fields.scope}
                options={date.scopes}
              />
            ) : (
              <input type="hidden" name="scope" value="one" />
            )}
          </>
        )}
        <RadioCards
          name="plan"
          label={t("authoring:plan.legend")}
          isLabelHidden={!date}
          isRow
          defaultValue={fields.plan}
          options={page.plans.map(({ name, icon, label, help }) => ({
            value: name,
            icon,
            label,
            help,
          }))}
        />
        <div className={classes.move} data-plan="move">
          <TimeBox label={t("authoring:plan.now")} time={page.now} />
          <div className={classes.row}>
            <DateField
              {...dates}
              name="startsAt"
              label={t("authoring:plan.starts", { city: page.city })}
              help={t("authoring:plan.startsHelp")}
              defaultValue={fields.startsAt}
            />
            <DateField
              {...dates}
              name="endsAt"
              label={t("authoring:plan.ends")}
              help={t("authoring:plan.endsHelp")}
              defaultValue={fields.endsAt}
            />
          </div>
        </div>
        {page.plans
          .filter(({ name }) => name !== "move")
          .map(({ name, consequence }) => (
            <div key={name} data-plan={name}>
              <Consequence plan={name}>{consequence}</Consequence>
            </div>
          ))}
        <TextArea
          name="message"
          label={t("authoring:plan.message")}
          help={t("authoring:plan.messageHelp", limits)}
          need="required"
          defaultValue={fields.message}
          rows={4}
          counter={limits}
          below={(edit) => <Reasons plans={page.plans} edit={edit} />}
        />
        {page.audiences.map(({ scope, ...audience }) => (
          <div key={scope} data-scope={scope && page.audiences.length > 1 ? scope : undefined}>
            <Audience audience={audience} />
          </div>
        ))}
        <FormBar
          submit={t("authoring:plan.toReview")}
          intent="review"
          cancel={{ href: page.event.href, label: t("authoring:plan.leave") }}
          note={t("authoring:plan.undoHelp")}
        />
      </Form>
    </>
  );
}

export function Consequence({
  plan,
  children,
}: {
  plan: PlanPage["plans"][number]["name"];
  children: string;
}) {
  return (
    <Alert tone={plan === "cancel" ? "bad" : "info"} {...(plan === "cancel" && { icon: "ban" })}>
      {children}
    </Alert>
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

function Reasons({
  plans,
  edit,
}: {
  plans: PlanPage["plans"];
  edit: (change: (text: string) => string) => void;
}) {
  const { t } = useText();
  if (plans.every(({ name }) => name === "reinstate")) return null;
  return (
    <fieldset
      className={`${classes.reasons} rd-needs-script`}
      aria-label={t("authoring:plan.reasons")}
    >
      {(Object.keys(REASONS) as (keyof typeof REASONS)[]).map((name) => (
        <button
          key={name}
          type="button"
          className="rd-chip"
          data-reason={REASONS[name]}
          onClick={() => {
            const sentence = t(`authoring:plan.reason.${name}.text`);
            edit((text) =>
              text.includes(sentence) ? text : `${text.trimEnd()} ${sentence}`.trimStart(),
            );
          }}
        >
          {t(`authoring:plan.reason.${name}.label`)}
        </button>
      ))}
    </fieldset>
  );
}

/** Number of people to notify, by channel. */
export function Audience({ audience }: { audience: Omit<PlanPage["audiences"][number], "scope"> }) {
  return (
    <Alert icon="users-group" title={audience.people}>
      {audience.detail}
    </Alert>
  );
}
