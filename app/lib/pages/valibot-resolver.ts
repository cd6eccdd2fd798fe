import * as v from "valibot";

/** The default message of an invalid value. */
const ANY = "errors:issue.value";

/**
 * A schema as the `validate` of @mantine/form: the first issue of each field as a message.
 * @param messages messages by key, in the reader's language, the same as the server's
 */
export function valibotResolver(
  schema: v.GenericSchema,
  messages: Readonly<Record<string, string>>,
) {
  return (values: unknown): Record<string, string> => {
    const { issues = [] } = v.safeParse(schema, values);
    const errors: Record<string, string> = {};
    for (const issue of issues)
      errors[v.getDotPath(issue) ?? ""] ??= messages[issue.message] ?? messages[ANY] ?? ANY;
    return errors;
  };
}
