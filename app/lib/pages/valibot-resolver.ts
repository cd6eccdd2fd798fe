import * as v from "valibot";

/** The default message of an invalid value. */
const ANY = "errors:issue.value";

/**
 * A schema as the `validate` of @mantine/form: the first issue of each field, as a sentence.
 * @param says the sentences by their keys, in the reader's language: the server's, so that both tell the same
 */
export function valibotResolver(schema: v.GenericSchema, says: Readonly<Record<string, string>>) {
  return (values: unknown): Record<string, string> => {
    const { issues = [] } = v.safeParse(schema, values);
    const errors: Record<string, string> = {};
    for (const issue of issues) errors[v.getDotPath(issue) ?? ""] ??= says[issue.message] ?? says[ANY] ?? ANY;
    return errors;
  };
}
