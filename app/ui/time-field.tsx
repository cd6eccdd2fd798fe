import { TextField, type TextFieldProps } from "./text-field";

/** An hour, by the browser's own picker; it writes it as its reader does and sends HH:MM. */
export function TimeField(props: Omit<TextFieldProps, "type" | "dir" | "counter">) {
  return <TextField {...props} type="time" />;
}
