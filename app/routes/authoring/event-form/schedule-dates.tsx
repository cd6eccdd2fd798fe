import { useRef, useState } from "react";
import { showWrittenDay } from "~/lib/dates/written-days";
import { SCHEDULE_LIMITS } from "~/lib/event/schedule";
import {
  type DateDetailInputs,
  type DateInputs,
  extraValue,
  PLAIN_DETAIL_INPUTS,
} from "~/lib/event/schedule-inputs";
import { Badge } from "~/ui/badge";
import { Checkbox } from "~/ui/checkbox";
import { DateField, TimeField } from "~/ui/date-field";
import { Fold } from "~/ui/fold";
import { useText } from "~/ui/text";
import { TextField } from "~/ui/text-field";
import formClasses from "./event-form.module.css";
import { useEventForm } from "./form-context";
import { ScheduleButton, type ScheduleStep } from "./schedule-button";
import classes from "./schedule-section.module.css";

/** Inputs of a date's overrides. */
const DETAILS = ["note.en", "note.fa", "price", "ticketUrl"] as const;
const NOTE_MAX = SCHEDULE_LIMITS.note;
/** Rows for dates before the author adds more. */
const ROWS = 2;

const BLANK: DateInputs = { key: "", start: "", end: "", details: null };

/** Rows of the form: buttons add and remove some, the inputs of the others keep what is typed. */
function useDateRows(dates: readonly DateInputs[]) {
  const count = useRef(Math.max(dates.length, ROWS));
  const [rows, setRows] = useState(() =>
    Array.from({ length: count.current }, (_, id) => ({ id, ...(dates[id] ?? BLANK) })),
  );
  const withAdded = ({ next, typed, form }: ScheduleStep) =>
    setRows([
      ...rows.filter(
        (_, index) => String(form.get(`schedule.dates.${index}.start`) ?? "").trim() !== "",
      ),
      ...next.dates.slice(typed.dates.length).map((row) => ({ id: count.current++, ...row })),
    ]);
  const without = (id: number) => () => setRows(rows.filter((row) => row.id !== id));
  return { rows, withAdded, without };
}

/** One row for each of several dates, with its overrides. */
export function DateRows({ hasTime, action }: { hasTime: boolean; action: string }) {
  const { t } = useText();
  const { page, fields, changed } = useEventForm();
  const { rows, withAdded, without } = useDateRows(fields.when.dates);
  return (
    <div className={classes.stack}>
      <ol className="rd-stack rd-gap-sm">
        {rows.map((row, index) => (
          <li key={row.id} className={classes.row}>
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
            {hasTime && (
              <TimeField
                name={`schedule.dates.${index}.end`}
                label={t("authoring:when.end")}
                defaultValue={row.end}
              />
            )}
            {(row.start || rows.length > ROWS) && (
              <ScheduleButton
                step={`remove.${index}`}
                action={action}
                icon="x"
                onStep={without(row.id)}
              >
                {t("authoring:when.remove", { number: index + 1 })}
              </ScheduleButton>
            )}
            <DateDetails index={index} details={row.details ?? PLAIN_DETAIL_INPUTS} />
          </li>
        ))}
      </ol>
      <div className={`${classes.add} rd-row`}>
        <TextField
          name="schedule.add"
          label={t("authoring:when.add.count")}
          inputMode="numeric"
          dir="ltr"
          maxLength={3}
          size="sm"
          defaultValue="1"
        />
        <ScheduleButton step="add.1" action={action} icon="plus" onStep={withAdded}>
          {t("authoring:when.add.day")}
        </ScheduleButton>
        <ScheduleButton step="add.7" action={action} icon="plus" onStep={withAdded}>
          {t("authoring:when.add.week")}
        </ScheduleButton>
      </div>
    </div>
  );
}

/**
 * Overrides of a date: sold out, a note, its own price and link. Folded, since most dates have
 * none.
 */
function DateDetails({ index, details }: { index: number; details: DateDetailInputs }) {
  const { t } = useText();
  const { issues } = useEventForm();
  const name = (field: string) => `schedule.dates.${index}.${field}`;
  const { status, soldOut, noteEn, noteFa, price, ticketUrl } = details;
  const isOff = status === "cancelled" || status === "postponed";
  const isFilled =
    isOff || soldOut || [noteEn, noteFa, price, ticketUrl].some((text) => text !== "");
  const hasIssue = Object.keys(issues).some((path) =>
    DETAILS.some((field) => path === name(field)),
  );
  return (
    <div className={classes.details}>
      <input type="hidden" name={name("status")} value={status} />
      <Fold title={t("authoring:when.details.title")} open={isFilled || hasIssue} isQuiet>
        <div className={classes.stack}>
          {isOff ? (
            <p>
              <Badge tone={status === "cancelled" ? "bad" : "waiting"}>
                {t(`events:${status}`)}
              </Badge>
            </p>
          ) : (
            <Checkbox
              name={name("soldOut")}
              label={t("authoring:when.details.soldOut")}
              defaultChecked={soldOut}
            />
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

/** Days that a rule or a run leaves out. */
export function LeftOut() {
  const { t } = useText();
  const { page, fields, issues, changed } = useEventForm();
  const { dropped, drop } = fields.when;
  return (
    <Fold
      title={t("authoring:when.leftOut")}
      open={dropped.length > 0 || Boolean(issues["schedule.drop"])}
    >
      <div className={classes.stack}>
        {dropped.map((key) => (
          <Checkbox
            key={key}
            name="schedule.dropped"
            value={key}
            label={showWrittenDay(key.slice(0, 10), page.calendar)}
            defaultChecked
          />
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
export function ExtraDates({ hasTime, action }: { hasTime: boolean; action: string }) {
  const { t } = useText();
  const { page, fields, issues, changed } = useEventForm();
  const { extras, extraStart, extraEnd } = fields.when;
  return (
    <Fold
      title={t("authoring:when.extra.title")}
      open={extras.length > 0 || Boolean(issues["schedule.extraStart"])}
    >
      <div className={classes.stack}>
        {extras.map((extra) => (
          <Checkbox
            key={extra.key}
            name="schedule.extras"
            value={extraValue(extra)}
            label={showWrittenDay(
              hasTime ? extra.start.replace("T", " ") : extra.start.slice(0, 10),
              page.calendar,
            )}
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
          {hasTime && (
            <TimeField
              name="schedule.extraEnd"
              label={t("authoring:when.end")}
              defaultValue={extraEnd}
            />
          )}
          <ScheduleButton step="update" action={action} icon="plus">
            {t("authoring:when.extra.add")}
          </ScheduleButton>
        </div>
      </div>
    </Fold>
  );
}
