import box from "./box.module.css";
import { Field, type FieldBase } from "./field";
import { useFieldState } from "./form-context";
import classes from "./picture-focus.module.css";

interface PictureFocusProps extends FieldBase {
  /** URL of the picture, or null for an empty grid. */
  src: string | null;
  /** Nine positions, row by row from the top left. */
  options: readonly { value: string; label: string }[];
  defaultValue: string;
}

/**
 * Choice of the part of a picture that stays visible when it is cropped: nine radio buttons over
 * it.
 */
export function PictureFocus({
  name,
  label,
  id: ownId,
  error: ownError,
  src,
  options,
  defaultValue,
  ...field
}: PictureFocusProps) {
  const { id, error, submitted } = useFieldState(name, ownId, ownError);
  return (
    <Field {...field} id={id} label={label} error={error} isGroup>
      {/* Left is left in a picture, in both directions. */}
      <div className={classes.grid} dir="ltr">
        {src && <img src={src} alt="" />}
        {options.map((option) => (
          <label key={option.value} title={option.label}>
            <input
              className={box.box}
              type="radio"
              name={name}
              value={option.value}
              defaultChecked={option.value === (submitted ?? defaultValue)}
            />
            <span className="rd-hidden">{option.label}</span>
          </label>
        ))}
      </div>
    </Field>
  );
}
