import { useText } from "~/ui/text";
import classes from "./event-form.module.css";
import { useEventForm } from "./form-context";

/** Takes the position of the known venue instead of typed coordinates. */
export function UseVenuePosition() {
  const { t } = useText();
  const { fields } = useEventForm();
  return (
    <label className={classes.check}>
      <input className="rd-tick" type="checkbox" name="useVenuePosition" defaultChecked={fields.useVenuePosition} />
      {t("authoring:venue.use")}
    </label>
  );
}
