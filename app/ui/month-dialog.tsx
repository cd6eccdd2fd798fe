import { forwardRef, type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import type { CalendarSystem } from "../lib/dates/dates.server";
import classes from "./date-picker.module.css";
import { Icon } from "./icon";
import { monthGridOf, moved, type Step } from "./month-grid";
import { useText } from "./text";
import { useDialogEntry } from "./use-history-entry";

interface MonthDialogProps {
  /** Initially focused day, YYYY-MM-DD. */
  day: string;
  chosen: string;
  today: string;
  calendar: CalendarSystem;
  onCalendar: (calendar: CalendarSystem) => void;
  onChoose: (day: string) => void;
}

/** Month picker for one calendar (WAI-ARIA APG, date picker dialog). */
export const MonthDialog = forwardRef<HTMLDialogElement, MonthDialogProps>(function MonthDialog(
  { day, chosen, today, calendar, onCalendar, onChoose },
  forwarded,
) {
  const { t, locale } = useText();
  const id = useId();
  const grid = useRef<HTMLTableElement>(null);
  const own = useRef<HTMLDialogElement | null>(null);
  const ref = useDialogEntry(own, forwarded);
  const [focused, setFocused] = useState(day);
  /**
   * Whether the focus follows the selected day: after key presses only, so that clicked buttons
   * keep it.
   */
  const follows = useRef(false);
  const month = monthGridOf(focused, calendar, locale);

  useEffect(() => setFocused(day), [day]);
  useEffect(() => {
    if (!follows.current) return;
    follows.current = false;
    grid.current?.querySelector<HTMLButtonElement>('button[tabindex="0"]')?.focus();
  });

  const go = (step: Step) => setFocused(moved(focused, step, calendar, locale));
  const onKeyDown = (event: KeyboardEvent) => {
    const step = stepOf(event, locale === "fa");
    if (!step) return;
    event.preventDefault();
    follows.current = true;
    go(step);
  };
  return (
    <dialog
      ref={ref}
      className={classes.dialog}
      aria-label={t("kit:date.dialog")}
      // Keeps input events from the surrounding form.
      onInput={(event) => event.stopPropagation()}
    >
      <div className={classes.head}>
        <button
          type="button"
          aria-label={t("kit:date.previous")}
          onClick={() => go({ months: -1 })}
        >
          <Icon name="chevron-left" flip />
        </button>
        <h2 id={`${id}-month`} aria-live="polite">
          {month.label}
        </h2>
        <button type="button" aria-label={t("kit:date.next")} onClick={() => go({ months: 1 })}>
          <Icon name="chevron-right" flip />
        </button>
      </div>
      <table
        ref={grid}
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table with keyboard navigation is a grid
        role="grid"
        className={classes.grid}
        aria-labelledby={`${id}-month`}
        onKeyDown={onKeyDown}
      >
        <thead>
          <tr>
            {month.weekdays.map(({ short, long }) => (
              <th key={long} scope="col" abbr={long}>
                {short}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {month.weeks.map((week) => (
            <tr key={week.find(Boolean)?.day}>
              {week.map((cell, index) =>
                cell ? (
                  // biome-ignore lint/a11y/useAriaPropsSupportedByRole: a cell of a grid is a gridcell (HTML-AAM)
                  <td
                    key={cell.day}
                    aria-selected={cell.day === chosen}
                    data-today={cell.day === today || undefined}
                  >
                    <button
                      type="button"
                      tabIndex={cell.day === focused ? 0 : -1}
                      aria-label={cell.label}
                      aria-current={cell.day === today ? "date" : undefined}
                      onClick={() => onChoose(cell.day)}
                    >
                      {cell.number}
                    </button>
                  </td>
                ) : (
                  // biome-ignore lint/suspicious/noArrayIndexKey: empty cells have no identity
                  <td key={index} />
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
      <div className={classes.foot}>
        <fieldset>
          <legend className="rd-hidden">{t("kit:date.calendar")}</legend>
          {(["jalali", "gregorian"] as const).map((system) => (
            <button
              key={system}
              type="button"
              aria-pressed={calendar === system}
              onClick={() => onCalendar(system)}
            >
              {t(`kit:date.${system}`)}
            </button>
          ))}
        </fieldset>
        <button type="button" onClick={() => own.current?.close()}>
          {t("common:close")}
        </button>
      </div>
      <p className="rd-hidden">{t("kit:date.keys")}</p>
    </dialog>
  );
});

/** Step of a key. Arrow keys are mirrored in right-to-left pages. */
function stepOf({ key, shiftKey }: KeyboardEvent, isRtl: boolean): Step | null {
  const forward = isRtl ? -1 : 1;
  switch (key) {
    case "ArrowRight":
      return { days: forward };
    case "ArrowLeft":
      return { days: -forward };
    case "ArrowDown":
      return { days: 7 };
    case "ArrowUp":
      return { days: -7 };
    case "Home":
      return { week: "start" };
    case "End":
      return { week: "end" };
    case "PageDown":
      return shiftKey ? { years: 1 } : { months: 1 };
    case "PageUp":
      return shiftKey ? { years: -1 } : { months: -1 };
    default:
      return null;
  }
}
