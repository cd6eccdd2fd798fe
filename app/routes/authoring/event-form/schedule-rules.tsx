import { useState } from "react";
import { MONTH_PATTERNS } from "~/lib/event/schedule-inputs";
import { DateField, TimeField } from "~/ui/date-field";
import { Field } from "~/ui/field";
import { useFieldState } from "~/ui/form-context";
import { Pills } from "~/ui/pills";
import { RadioCards } from "~/ui/radio-cards";
import { Select } from "~/ui/select";
import { useText } from "~/ui/text";
import { TextField } from "~/ui/text-field";
import formClasses from "./event-form.module.css";
import { useEventForm } from "./form-context";
import { ScheduleButton } from "./schedule-button";
import classes from "./schedule-section.module.css";

const RULE_UNITS = ["daily", "weekly", "monthly", "yearly"] as const;

/** Inputs of a rule: how often, on which days, in which calendar, until when. */
export function RuleFields() {
  const { t } = useText();
  const { page, fields, changed } = useEventForm();
  const { frequency, interval, calendar, weekdays, pattern, esfand30, ends, until, count } =
    fields.when;
  const days = useFieldState("schedule.weekdays", undefined, undefined);
  return (
    <>
      <div className={formClasses.pair}>
        <TextField
          name="schedule.interval"
          label={t("authoring:when.every")}
          inputMode="numeric"
          dir="ltr"
          maxLength={2}
          defaultValue={interval}
        />
        <Select
          name="schedule.frequency"
          label={t("authoring:when.unit.label")}
          options={RULE_UNITS.map((value) => ({ value, label: t(`authoring:when.unit.${value}`) }))}
          defaultValue={frequency}
        />
      </div>
      <div data-unit="weekly">
        <Field
          id={days.id}
          label={t("authoring:when.weekdays")}
          help={t("authoring:when.weekdaysHelp")}
          error={days.error}
          isGroup
        >
          <Pills name="schedule.weekdays" options={page.weekdays} chosen={weekdays} />
        </Field>
      </div>
      <div data-unit="monthly yearly" className={formClasses.pair}>
        <Select
          name="schedule.pattern"
          label={t("authoring:when.pattern.label")}
          help={t("authoring:when.pattern.help")}
          options={MONTH_PATTERNS.map((value) => ({
            value,
            label: t(`authoring:when.pattern.${value}`),
          }))}
          defaultValue={pattern}
        />
        <Select
          name="schedule.calendar"
          label={t("authoring:when.calendar.label")}
          options={(["gregorian", "jalali"] as const).map((value) => ({
            value,
            label: t(`authoring:when.calendar.${value}`),
          }))}
          defaultValue={fields.when.kind === "rule" ? calendar : page.calendar}
        />
        <Select
          name="schedule.esfand30"
          label={t("authoring:when.esfand30.label")}
          options={(["last-day", "skip"] as const).map((value) => ({
            value,
            label: t(`authoring:when.esfand30.${value}`),
          }))}
          defaultValue={esfand30}
        />
      </div>
      <RadioCards
        name="schedule.ends"
        label={t("authoring:when.ends.label")}
        isRow
        options={(["never", "until", "count"] as const).map((value) => ({
          value,
          label: t(`authoring:when.ends.${value}`),
        }))}
        defaultValue={ends}
      />
      <div className={formClasses.pair}>
        <div data-end="until">
          <DateField
            name="schedule.until"
            label={t("authoring:when.until")}
            calendar={page.calendar}
            today={page.today}
            defaultValue={until}
            onChoose={changed}
          />
        </div>
        <div data-end="count">
          <TextField
            name="schedule.count"
            label={t("authoring:when.number")}
            inputMode="numeric"
            dir="ltr"
            maxLength={3}
            defaultValue={count}
          />
        </div>
      </div>
    </>
  );
}

/** Inputs of opening hours: first and last day, and the hours of each weekday. */
export function HoursFields({ action }: { action: string }) {
  const { t } = useText();
  const { page, fields, changed } = useEventForm();
  const { from, to } = fields.when;
  /** A press on "same hours" draws the fields anew. */
  const [{ hours, presses }, setHours] = useState({ hours: fields.when.hours, presses: 0 });
  const group = useFieldState("schedule.hours", undefined, undefined);
  return (
    <>
      <div className={formClasses.pair}>
        {(["from", "to"] as const).map((name) => (
          <DateField
            key={name}
            name={`schedule.${name}`}
            label={t(`authoring:when.${name}`)}
            calendar={page.calendar}
            today={page.today}
            defaultValue={name === "from" ? from : to}
            onChoose={changed}
          />
        ))}
      </div>
      <Field
        id={group.id}
        label={t("authoring:when.hours")}
        help={t("authoring:when.hoursHelp")}
        error={group.error}
        isGroup
      >
        <ul key={presses} className="rd-stack rd-gap-sm">
          {page.weekdays.map(({ value, label }) => {
            const open = hours[Number(value) - 1] ?? { opens: "", closes: "" };
            return (
              <li key={value} className={classes.row}>
                <TimeField
                  name={`schedule.hours.${Number(value) - 1}.opens`}
                  label={t("authoring:when.opens", { day: label })}
                  defaultValue={open.opens}
                />
                <TimeField
                  name={`schedule.hours.${Number(value) - 1}.closes`}
                  label={t("authoring:when.closes")}
                  defaultValue={open.closes}
                />
              </li>
            );
          })}
        </ul>
      </Field>
      <ScheduleButton
        step="hours"
        action={action}
        icon="copy"
        onStep={({ next }) => setHours({ hours: next.hours, presses: presses + 1 })}
      >
        {t("authoring:when.sameHours")}
      </ScheduleButton>
    </>
  );
}
