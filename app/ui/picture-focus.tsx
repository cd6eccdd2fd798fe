import box from "./box.module.css";
import { Field, type FieldBase, useField } from "./field";
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
export function PictureFocus(props: PictureFocusProps) {
  const { name, submitted, frame, rest } = useField(props);
  const { src, options, defaultValue } = rest;
  return (
    <Field {...frame} isGroup>
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
