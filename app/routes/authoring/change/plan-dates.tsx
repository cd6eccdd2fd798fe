import { Badge } from "~/ui/badge";
import { Fold } from "~/ui/fold";
import { Form } from "~/ui/form";
import { Icon } from "~/ui/icon";
import { Link } from "~/ui/link";
import { SubmitButton } from "~/ui/submit-button";
import { useText } from "~/ui/text";
import type { PlanPage } from "./change-plan.server";
import classes from "./plan-dates.module.css";

type Dates = NonNullable<PlanPage["dates"]>;

/** The first step of a series: the date that changes. */
export function PlanDates({ dates }: { dates: Dates }) {
  const { t } = useText();
  return (
    <section className={classes.dates}>
      <h2>{t("authoring:plan.which")}</h2>
      <p className="rd-quiet">{t("authoring:plan.whichHelp")}</p>
      <Months months={dates.months} />
      {dates.later.length > 0 && (
        <Fold title={t("authoring:plan.later")}>
          <Months months={dates.later} />
        </Fold>
      )}
      <p>
        <Link className={classes.all} to={dates.all.href}>
          <Icon name="calendar-event" />
          {dates.all.label}
        </Link>
      </p>
    </section>
  );
}

function Months({ months }: { months: Dates["months"] }) {
  return months.map((month) => (
    <section key={month.key} className={classes.month}>
      <h3>{month.label}</h3>
      <ol>
        {month.dates.map((date) => (
          <li key={date.at}>
            <Link
              className={classes.date}
              to={date.href}
              aria-label={[date.label, date.state].filter(Boolean).join(", ")}
            >
              <span data-status={date.status}>
                <small>{date.weekday}</small> <b>{date.day}</b>
              </span>
              {date.time && <span>{date.time}</span>}
              {date.state && <small>{date.state}</small>}
            </Link>
          </li>
        ))}
      </ol>
    </section>
  ));
}

/** The chosen date: its state, another one instead, and whether it is sold out. */
export function PlanDate({ date, at }: { date: NonNullable<PlanPage["date"]>; at: string }) {
  const { t } = useText();
  return (
    <section className={classes.chosen} aria-label={t("authoring:plan.chosen")}>
      <div>
        <h2>{date.label}</h2>
        <p className="rd-row rd-gap-sm">
          {date.state && (
            <Badge tone={date.status === "cancelled" ? "bad" : "waiting"}>{date.state}</Badge>
          )}
          {date.others && (
            <Link className="rd-link" to={date.others}>
              {t("authoring:plan.another")}
            </Link>
          )}
        </p>
      </div>
      {date.sale && (
        <Form name="sale" className={classes.sale}>
          <input type="hidden" name="at" value={at} />
          <SubmitButton intent={date.sale.intent} variant="default">
            {date.sale.label}
          </SubmitButton>
          <p className="rd-quiet">{date.sale.help}</p>
        </Form>
      )}
    </section>
  );
}
