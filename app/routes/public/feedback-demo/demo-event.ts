import * as v from "valibot";
import type en from "~/locales/en/feedback.json";

type Issue = keyof typeof en.form.issues;

const issue = (name: Issue) => name;

/**
 * Schema of the demo form: the required event fields, with the default limits (decisions.md §7).
 */
const DemoEvent = v.object({
  titleEn: v.pipe(
    v.string(),
    v.trim(),
    v.nonEmpty(issue("titleRequired")),
    v.minLength(5, issue("titleShort")),
    v.maxLength(140, issue("titleLong")),
  ),
  venueEn: v.pipe(
    v.string(),
    v.trim(),
    v.nonEmpty(issue("venueRequired")),
    v.minLength(2, issue("venueShort")),
    v.maxLength(120, issue("venueLong")),
  ),
  email: v.union([v.literal(""), v.pipe(v.string(), v.trim(), v.email(issue("email")))]),
});

type DemoField = keyof v.InferInput<typeof DemoEvent>;
const DEMO_FIELDS = ["titleEn", "venueEn", "email"] as const satisfies readonly DemoField[];

/** Typed values and one error per field. */
export interface DemoAnswer {
  values: Record<DemoField, string>;
  issues: Partial<Record<DemoField, Issue>>;
}

/** Validates the submitted form. */
export function checkDemoEvent(form: FormData): DemoAnswer {
  const values = Object.fromEntries(
    DEMO_FIELDS.map((name) => [name, String(form.get(name) ?? "")]),
  ) as DemoAnswer["values"];
  const result = v.safeParse(DemoEvent, values);
  const { nested = {} } = result.success ? {} : v.flatten<typeof DemoEvent>(result.issues);
  return {
    values,
    issues: Object.fromEntries(
      DEMO_FIELDS.flatMap((name) => (nested[name] ? [[name, nested[name][0] as Issue]] : [])),
    ),
  };
}
