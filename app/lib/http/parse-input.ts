import * as v from "valibot";
import { AppError } from "../errors";

/** Parses form fields by a schema. @throws AppError("invalid") with an issue for each field */
export function parseInput<S extends v.GenericSchema>(schema: S, input: unknown): v.InferOutput<S> {
  const result = v.safeParse(schema, input);
  if (result.success) return result.output;
  throw new AppError(
    "invalid",
    result.issues.map((issue) => ({
      path: String(issue.path?.[0]?.key ?? ""),
      // Our messages are keys; the library's are English.
      message: issue.message.startsWith("errors:") ? issue.message : "errors:issue.value",
    })),
  );
}
