import { useState } from "react";
import { showWrittenDay } from "~/lib/dates/written-days";
import { SCHEDULE_LIMITS } from "~/modules/schedule/schedule";
import {
  type DateDetailInputs,
  extraValue,
  MONTH_PATTERNS,
  PLAIN_DETAIL_INPUTS,
  SCHEDULE_KINDS,
  SCHEDULE_STEP,
} from "~/modules/schedule/schedule-inputs";
import { Badge } from "~/ui/badge";
import { Button } from "~/ui/button";
import { Checkbox } from "~/ui/checkbox";
import { DateField } from "~/ui/date-field";
import { Field } from "~/ui/field";
import { Fold } from "~/ui/fold";
import { useFieldState } from "~/ui/form-context";
import { Icon } from "~/ui/icon";
import { Link } from "~/ui/link";
import { Pills } from "~/ui/pills";
import { RadioCards } from "~/ui/radio-cards";
import { Select } from "~/ui/select";
import { useText } from "~/ui/text";
import { TextField } from "~/ui/text-field";
import { TimeField } from "~/ui/time-field";
import { DateTimeField } from "./date-time-field";
import formClasses from "./event-form.module.css";
import type { DatesView } from "./event-form-view";
import { useEventForm } from "./form-context";
import { FormSection } from "./form-fields";
import classes from "./schedule-section.module.css";

const RULE_UNITS = ["daily", "weekly", "monthly", "yearly"] as const;
/** Inputs of what differs on a date. */
const DETAILS = ["note.en", "note.fa", "price", "ticketUrl"] as const;
const NOTE_MAX = SCHEDULE_LIMITS.note;
/** Rows for dates before the author adds more. */
const ROWS = 2;

/**
 * When the event takes place: once, on several dates, by a rule or during opening hours. All inputs are in the page; style sheets show
 * those of the chosen kind, so that it works without JavaScript.
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
          <Step step="update" action={action} icon="refresh">
            {t("authoring:when.update")}
          </Step>
          {parts.dates && <DatesResult dates={parts.dates} />}
        </div>
      </div>
    </FormSection>
  );
}

/** Button that changes the inputs of the schedule on the server, and shows the result. */
function Step({
  step,
  action,
  icon,
  children,
}: {
  step: string;
  action: string;
  icon: "plus" | "refresh" | "copy" | "x";
  children: string;
}) {
  return (
    <Button
      type="submit"
      name="intent"
      value={`${SCHEDULE_STEP}${step}`}
      formAction={action}
      variant="default"
      size="sm"
      leftSection={<Icon name={icon} size="s" />}
    >
      {children}
    </Button>
  );
}

function DateRows({ hasTime, action }: { hasTime: boolean; action: string }) {
  const { t } = useText();
  const { page, fields, changed } = useEventForm();
  const { dates } = fields.when;
  const blank = { key: "", start: "", end: "", details: null };
  const rows = [...dates, ...Array.from({ length: Math.max(0, ROWS - dates.length) }, () => blank)];
  return (
    <div className={classes.stack}>
      <ol className={classes.rows}>
        {rows.map((row, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other identity; the section is drawn anew when they change
          <li key={index} className={classes.row}>
            <input type="hidden" name={`schedule.dates.${index}.key`} value={row.key} />
            <DateField
              name={`schedule.dates.${index}.start`}
              label={t("authoring:when.date", { number: index + 1 })}
              calendar={page.calendar}
              today={page.today}
              defaultValue={row.start}
              hasTime={hasTime}
              after={rows[index - 1]?.start}
              onChoose={changed}
            />
            {hasTime && <TimeField name={`schedule.dates.${index}.end`} label={t("authoring:when.end")} defaultValue={row.end} />}
            {row.start && (
              <Step step={`remove.${index}`} action={action} icon="x">
                {t("authoring:when.remove", { number: index + 1 })}
              </Step>
            )}
            <DateDetails index={index} details={row.details ?? PLAIN_DETAIL_INPUTS} />
          </li>
        ))}
      </ol>
      <div className={classes.steps}>
        <Step step="add.1" action={action} icon="plus">
          {t("authoring:when.add.day")}
        </Step>
        <Step step="add.7" action={action} icon="plus">
          {t("authoring:when.add.week")}
        </Step>
      </div>
    </div>
  );
}

/** Overrides of a date: sold out, a note, its own price and link. Folded, since most dates have none. */
function DateDetails({ index, details }: { index: number; details: DateDetailInputs }) {
  const { t } = useText();
  const { issues } = useEventForm();
  const name = (field: string) => `schedule.dates.${index}.${field}`;
  const { status, soldOut, noteEn, noteFa, price, ticketUrl } = details;
  const isOff = status === "cancelled" || status === "postponed";
  const isFilled = isOff || soldOut || [noteEn, noteFa, price, ticketUrl].some((text) => text !== "");
  const hasIssue = Object.keys(issues).some((path) => DETAILS.some((field) => path === name(field)));
  return (
    <div className={classes.details}>
      <input type="hidden" name={name("status")} value={status} />
      <Fold title={t("authoring:when.details.title")} open={isFilled || hasIssue} isQuiet>
        <div className={classes.stack}>
          {isOff ? (
            <p>
              <Badge tone={status === "cancelled" ? "bad" : "waiting"}>{t(`events:${status}`)}</Badge>
            </p>
          ) : (
            <Checkbox name={name("soldOut")} label={t("authoring:when.details.soldOut")} defaultChecked={soldOut} />
          )}
          <div className={formClasses.pair}>
            <TextField
              name={name("note.en")}
              label={t("authoring:when.details.noteEn")}
              maxLength={NOTE_MAX}
              defaultValue={noteEn}
              dir="ltr"
            />
            <TextField
              name={name("note.fa")}
              label={t("authoring:when.details.noteFa")}
              maxLength={NOTE_MAX}
              defaultValue={noteFa}
              dir="rtl"
            />
            <TextField
              name={name("price")}
              label={t("authoring:when.details.price")}
              help={t("authoring:when.details.priceHelp")}
              inputMode="decimal"
              dir="ltr"
              maxLength={20}
              defaultValue={price}
            />
            <TextField
              name={name("ticketUrl")}
              label={t("authoring:when.details.ticketUrl")}
              inputMode="url"
              dir="ltr"
              defaultValue={ticketUrl}
            />
          </div>
        </div>
      </Fold>
    </div>
  );
}

function RuleFields() {
  const { t } = useText();
  const { page, fields, changed } = useEventForm();
  const { frequency, interval, calendar, weekdays, pattern, esfand30, ends, until, count } = fields.when;
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
        <Field id={days.id} label={t("authoring:when.weekdays")} help={t("authoring:when.weekdaysHelp")} error={days.error} isGroup>
          <Pills name="schedule.weekdays" options={page.weekdays} chosen={weekdays} />
        </Field>
      </div>
      <div data-unit="monthly yearly" className={formClasses.pair}>
        <Select
          name="schedule.pattern"
          label={t("authoring:when.pattern.label")}
          help={t("authoring:when.pattern.help")}
          options={MONTH_PATTERNS.map((value) => ({ value, label: t(`authoring:when.pattern.${value}`) }))}
          defaultValue={pattern}
        />
        <Select
          name="schedule.calendar"
          label={t("authoring:when.calendar.label")}
          options={(["gregorian", "jalali"] as const).map((value) => ({ value, label: t(`authoring:when.calendar.${value}`) }))}
          defaultValue={fields.when.kind === "rule" ? calendar : page.calendar}
        />
        <Select
          name="schedule.esfand30"
          label={t("authoring:when.esfand30.label")}
          options={(["last-day", "skip"] as const).map((value) => ({ value, label: t(`authoring:when.esfand30.${value}`) }))}
          defaultValue={esfand30}
        />
      </div>
      <RadioCards
        name="schedule.ends"
        label={t("authoring:when.ends.label")}
        isRow
        options={(["never", "until", "count"] as const).map((value) => ({ value, label: t(`authoring:when.ends.${value}`) }))}
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

function HoursFields({ action }: { action: string }) {
  const { t } = useText();
  const { page, fields, changed } = useEventForm();
  const { from, to, hours } = fields.when;
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
      <Field id={group.id} label={t("authoring:when.hours")} help={t("authoring:when.hoursHelp")} error={group.error} isGroup>
        <ul className={classes.rows}>
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
      <Step step="hours" action={action} icon="copy">
        {t("authoring:when.sameHours")}
      </Step>
    </>
  );
}

/** Days that a rule or a run leaves out. */
function LeftOut() {
  const { t } = useText();
  const { page, fields, issues, changed } = useEventForm();
  const { dropped, drop } = fields.when;
  return (
    <Fold title={t("authoring:when.leftOut")} open={dropped.length > 0 || Boolean(issues["schedule.drop"])}>
      <div className={classes.stack}>
        {dropped.map((key) => (
          <Checkbox key={key} name="schedule.dropped" value={key} label={showWrittenDay(key.slice(0, 10), page.calendar)} defaultChecked />
        ))}
        <DateField
          name="schedule.drop"
          label={t("authoring:when.leaveOut")}
          calendar={page.calendar}
          today={page.today}
          defaultValue={drop}
          onChoose={changed}
        />
      </div>
    </Fold>
  );
}

/** Single dates beside a rule or a run. */
function ExtraDates({ hasTime, action }: { hasTime: boolean; action: string }) {
  const { t } = useText();
  const { page, fields, issues, changed } = useEventForm();
  const { extras, extraStart, extraEnd } = fields.when;
  return (
    <Fold title={t("authoring:when.extra.title")} open={extras.length > 0 || Boolean(issues["schedule.extraStart"])}>
      <div className={classes.stack}>
        {extras.map((extra) => (
          <Checkbox
            key={extra.key}
            name="schedule.extras"
            value={extraValue(extra)}
            label={showWrittenDay(hasTime ? extra.start.replace("T", " ") : extra.start.slice(0, 10), page.calendar)}
            defaultChecked
          />
        ))}
        <div className={classes.row}>
          <DateField
            name="schedule.extraStart"
            label={t("authoring:when.extra.date")}
            calendar={page.calendar}
            today={page.today}
            defaultValue={extraStart}
            hasTime={hasTime}
            onChoose={changed}
          />
          {hasTime && <TimeField name="schedule.extraEnd" label={t("authoring:when.end")} defaultValue={extraEnd} />}
          <Step step="update" action={action} icon="plus">
            {t("authoring:when.extra.add")}
          </Step>
        </div>
      </div>
    </Fold>
  );
}

/** The dates in words and as a calendar. Live: it follows the inputs. */
function DatesResult({ dates }: { dates: DatesView }) {
  const { t } = useText();
  return (
    <div className={classes.result}>
      <div role="status">
        <p className={classes.sentence}>{dates.sentence}</p>
        <p className={classes.count}>{dates.count}</p>
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
        <p key={key} className={classes.clash}>
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
