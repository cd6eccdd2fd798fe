import { useState } from "react";
import { SCHEDULE_KINDS } from "~/lib/event/schedule-inputs";
import { Checkbox } from "~/ui/checkbox";
import { RadioCards } from "~/ui/radio-cards";
import { useText } from "~/ui/text";
import { DateTimeField } from "./date-time-field";
import formClasses from "./event-form.module.css";
import { useEventForm } from "./form-context";
import { FormSection } from "./form-fields";
import { ScheduleButton } from "./schedule-button";
import { DateRows, ExtraDates, LeftOut } from "./schedule-dates";
import { DatesResult } from "./schedule-result";
import { HoursFields, RuleFields } from "./schedule-rules";
import classes from "./schedule-section.module.css";

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
