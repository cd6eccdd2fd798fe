import { SCHEDULE_STEP, type ScheduleInputs, scheduleInputsOf } from "~/lib/event/schedule-inputs";
import { stepSchedule } from "~/lib/event/step-schedule";
import { Button } from "~/ui/button";
import { useEventForm } from "./form-context";

/** The schedule of a form after a press, and as it was typed. */
export interface ScheduleStep {
  next: ScheduleInputs;
  typed: ScheduleInputs;
  form: FormData;
}

const textOf = (form: FormData, name: string): string => String(form.get(name) ?? "");

/**
 * Button that changes the inputs of the schedule. The server answers it with the changed form; with
 * JavaScript and `onStep` the browser changes the inputs at once.
 */
export function ScheduleButton({
  step,
  action,
  icon,
  onStep,
  children,
}: {
  step: string;
  action: string;
  icon: "plus" | "refresh" | "copy" | "x";
  onStep?: (step: ScheduleStep) => void;
  children: string;
}) {
  const { changed } = useEventForm();
  return (
    <Button
      intent={`${SCHEDULE_STEP}${step}`}
      formAction={action}
      variant="default"
      size="sm"
      icon={icon}
      onClick={
        onStep &&
        ((event) => {
          const element = event.currentTarget.form;
          if (!element) return;
          event.preventDefault();
          const form = new FormData(element);
          const typed = scheduleInputsOf(form);
          const first = { startsAt: textOf(form, "startsAt"), endsAt: textOf(form, "endsAt") };
          onStep({ next: stepSchedule(typed, step, first), typed, form });
          changed();
        })
      }
    >
      {children}
    </Button>
  );
}
