import { SCHEDULE_STEP } from "~/lib/event/schedule-inputs";
import { Button } from "~/ui/button";

/** Button that changes the inputs of the schedule on the server, and shows the result. */
export function ScheduleButton({
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
      intent={`${SCHEDULE_STEP}${step}`}
      formAction={action}
      variant="default"
      size="sm"
      icon={icon}
    >
      {children}
    </Button>
  );
}
