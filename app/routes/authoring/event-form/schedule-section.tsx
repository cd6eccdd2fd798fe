import { useState } from "react";
import { SCHEDULE_KINDS } from "~/lib/event/schedule-inputs";
import { Checkbox } from "~/ui/checkbox";
import { DateField } from "~/ui/date-field";
import { Icon } from "~/ui/icon";
import { Link } from "~/ui/link";
import { RadioCards } from "~/ui/radio-cards";
import { useText } from "~/ui/text";
import formClasses from "./event-form.module.css";
import { useEventForm } from "./form-context";
import { FormSection } from "./form-fields";
import type { DatesView } from "./present-dates.server";
import { ScheduleButton } from "./schedule-button";
import { DateRows, ExtraDates, LeftOut } from "./schedule-dates";
import { HoursFields, RuleFields } from "./schedule-rules";
import classes from "./schedule-section.module.css";

interface DateTimeFieldProps {
  name: "startsAt" | "endsAt";
  /** False for all-day events. */
  hasTime: boolean;
  /** Wall time whose day is the default. An end takes the day of its start. */
  after?: string;
  onChoose?: (wallTime: string) => void;
}

/** Start or end of an event, in the city's time zone. */
function DateTimeField({ name, hasTime, after, onChoose }: DateTimeFieldProps) {
  const { t } = useText();
  const { page, fields, changed } = useEventForm();
  return (
    <DateField
      name={name}
      label={t(`authoring:field.${name}`)}
      need="required"
      help={t("authoring:when.help")}
      calendar={page.calendar}
      today={page.today}
      defaultValue={fields[name]}
      hasTime={hasTime}
      after={after}
      onChoose={(wallTime) => {
        onChoose?.(wallTime);
        changed();
      }}
    />
  );
}

/** The dates in words and as a calendar. Live: it follows the inputs. */
function DatesResult({ dates }: { dates: DatesView }) {
  const { t } = useText();
  return (
    <div className={classes.result}>
      <div role="status">
        <p className={classes.sentence}>{dates.sentence}</p>
        <p className="rd-quiet">{dates.count}</p>
      </div>
      <div className={classes.months}>
        {dates.months.map(({ label, weekdays, weeks }) => (
          <table key={label} className={classes.month}>
            <caption>{label}</caption>
            <thead>
              <tr>
                {weekdays.map(({ short, long }) => (
                  <th key={long} scope="col" abbr={long}>
                    {short}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {weeks.map((week, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: weeks of a month have no other identity
                <tr key={index}>
                  {week.map((cell, day) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: so do their days
                    <td key={day} data-mark={cell?.mark ?? undefined}>
                      {cell?.label ? (
                        <span>
                          <span aria-hidden="true">{cell.number}</span>
                          <span className="rd-hidden">{cell.label}</span>
                        </span>
                      ) : (
                        cell?.number
                      )}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        ))}
      </div>
      <ul className={classes.legend}>
        {dates.legend.map(({ mark, label }) => (
          <li key={mark} data-mark={mark}>
            {label}
          </li>
        ))}
      </ul>
      {dates.clashes.map(({ key, when, title, href }) => (
        <p key={key} className={`${classes.clash} rd-row`}>
          <Icon name="alert-circle" size="s" />
          {t("authoring:when.clash", { when })}{" "}
          <Link className="rd-link" to={href}>
            <bdi>{title}</bdi>
          </Link>
        </p>
      ))}
    </div>
  );
}

/**
 * When the event takes place: once, on several dates, by a rule or during opening hours. All inputs
 * are in the page; style sheets show those of the chosen kind, so that it works without JavaScript.
 */
export function WhenSection({ action }: { action: string }) {
  const { t } = useText();
  const { fields, parts } = useEventForm();
  const [isAllDay, setAllDay] = useState(fields.allDay);
  const [start, setStart] = useState(fields.startsAt);
  const { kind } = fields.when;
  return (
    <FormSection id="when" title={t("authoring:section.when")}>
      <input type="hidden" name="schedule" value={fields.schedule} />
      <div className={classes.kinds} data-kind={kind || "once"}>
        <RadioCards
          name="schedule.kind"
          label={t("authoring:when.kinds")}
          isLabelHidden
          isRow
          options={SCHEDULE_KINDS.map((value) => ({
            value,
            label: t(`authoring:when.kind.${value}`),
            help: t(`authoring:when.kindHelp.${value}`),
          }))}
          defaultValue={kind || "once"}
        />
        <div data-not-for="openingHours">
          <Checkbox
            name="allDay"
            label={t("authoring:allDay")}
            help={t("authoring:allDayHelp")}
            defaultChecked={fields.allDay}
            onChange={(event) => setAllDay(event.target.checked)}
          />
        </div>
        <div data-not-for="dates openingHours" className={formClasses.pair}>
          <DateTimeField name="startsAt" hasTime={!isAllDay} onChoose={setStart} />
          <DateTimeField name="endsAt" hasTime={!isAllDay} after={start} />
        </div>
        <div data-for="dates">
          <DateRows hasTime={!isAllDay} action={action} />
        </div>
        <div data-for="rule" className={classes.stack}>
          <RuleFields />
        </div>
        <div data-for="openingHours" className={classes.stack}>
          <HoursFields action={action} />
        </div>
        <div data-for="rule openingHours" className={classes.stack}>
          <LeftOut />
          <ExtraDates hasTime={!isAllDay} action={action} />
        </div>
        <div data-not-for="once" className={classes.stack}>
          <ScheduleButton step="update" action={action} icon="refresh">
            {t("authoring:when.update")}
          </ScheduleButton>
          {parts.dates && <DatesResult dates={parts.dates} />}
        </div>
      </div>
    </FormSection>
  );
}
