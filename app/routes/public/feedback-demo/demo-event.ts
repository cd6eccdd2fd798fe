import * as v from "valibot";
import type en from "~/locales/en/feedback.json";

type Issue = keyof typeof en.form.issues;

const issue = (name: Issue) => name;

/** The form of the feedback page: what an event needs at least, within the default limits (decisions.md §7). */
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

/** What was typed, and what is wrong with it: one sentence a field. */
export interface DemoAnswer {
  values: Record<DemoField, string>;
  issues: Partial<Record<DemoField, Issue>>;
}

/** Checks the form as it was sent. */
export function checkDemoEvent(form: FormData): DemoAnswer {
  const values = Object.fromEntries(DEMO_FIELDS.map((name) => [name, String(form.get(name) ?? "")])) as DemoAnswer["values"];
  const result = v.safeParse(DemoEvent, values);
  const { nested = {} } = result.success ? {} : v.flatten<typeof DemoEvent>(result.issues);
  return {
    values,
    issues: Object.fromEntries(DEMO_FIELDS.flatMap((name) => (nested[name] ? [[name, nested[name][0] as Issue]] : []))),
  };
}
