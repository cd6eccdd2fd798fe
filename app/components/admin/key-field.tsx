import { TextInput, type TextInputProps } from "@mantine/core";

/** The key of something that staff make: Latin, of one word, and kept as it is from then on. */
export function KeyField(props: TextInputProps) {
  return <TextInput name="key" maxLength={80} dir="ltr" autoComplete="off" spellCheck={false} {...props} />;
}
