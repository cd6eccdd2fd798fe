import { TextField, type TextFieldProps } from "./text-field";

/** Native time field. Shows the reader's format and submits HH:MM. */
export function TimeField(props: Omit<TextFieldProps, "type" | "dir" | "counter">) {
  return <TextField {...props} type="time" />;
}
