import { type ReactNode, useState } from "react";
import type { TextName } from "~/modules/events/event-fields";
import type { InputName } from "~/modules/events/event-form-fields";
import { Icon } from "~/ui/icon";
import { useText } from "~/ui/text";
import classes from "./event-form.module.css";
import { fillFromVenue } from "./fill-from-venue";
import { fieldIdOf, useEventForm } from "./form-context";

type Need = "required" | "recommended" | "optional";

interface ShellProps {
  name: string;
  label: string;
  need?: Need;
  help?: ReactNode;
  end?: ReactNode;
  children: ReactNode;
}

/** Label above, help and error below. */
export function FieldShell({ name, label, need, help, end, children }: ShellProps) {
  const { t } = useText();
  const { issues } = useEventForm();
  const id = fieldIdOf(name);
  const issue = issues[name];
  return (
    <div className={classes.field}>
      <p className={classes.label}>
        <label htmlFor={id}>{label}</label>
        {need && <small data-need={need}>{t(`authoring:${need}`)}</small>}
      </p>
      <div className={classes.input} data-invalid={issue ? true : undefined}>
        {children}
      </div>
      <div className={classes.below}>
        {help && (
          <p id={`${id}-help`} className={classes.help}>
            {help}
          </p>
        )}
        {end}
      </div>
      <FieldIssue name={name} />
    </div>
  );
}

/** Error of a field, if any. */
export function FieldIssue({ name }: { name: string }) {
  const issue = useEventForm().issues[name];
  if (!issue) return null;
  return (
    <p id={`${fieldIdOf(name)}-issue`} className={classes.issue}>
      <Icon name="alert-circle" size="s" />
      {issue}
    </p>
  );
}

/** Common props of the form's inputs. */
export function useInputProps(name: string, { hasHelp = false, isRequired = false } = {}) {
  const { issues } = useEventForm();
  const id = fieldIdOf(name);
  const isInvalid = issues[name] !== undefined;
  return {
    id,
    name,
    "aria-required": isRequired || undefined,
    "aria-invalid": isInvalid || undefined,
    "aria-describedby": [hasHelp && `${id}-help`, isInvalid && `${id}-issue`].filter(Boolean).join(" ") || undefined,
  };
}

interface PlainFieldProps {
  name: InputName;
  label: string;
  need?: Need;
  help?: string;
  type?: "text" | "url" | "datetime-local";
  inputMode?: "decimal" | "numeric" | "url";
  dir?: "ltr" | "auto";
  placeholder?: string;
  maxLength?: number;
}

/** Single-line field. */
export function PlainField({ name, label, need, help, ...input }: PlainFieldProps) {
  const { fields } = useEventForm();
  const props = useInputProps(name, { hasHelp: help !== undefined, isRequired: need === "required" });
  return (
    <FieldShell name={name} label={label} need={need} help={help}>
      <input {...input} {...props} defaultValue={fields[name]} autoComplete="off" />
    </FieldShell>
  );
}

interface WrittenPairProps {
  name: TextName;
  english: Need;
  /** Multi-line field. */
  isLong?: boolean;
  /** Id of the `datalist` for both fields. */
  list?: string;
  placeholder?: string;
  help?: string;
}

/** Text in both languages, each field in its own direction. */
export function WrittenPair({ name, english, ...rest }: WrittenPairProps) {
  return (
    <div className={classes.pair}>
      <Written name={name} language="en" need={english} {...rest} />
      <Written name={name} language="fa" need={english === "required" ? "recommended" : "optional"} {...rest} help={undefined} />
    </div>
  );
}

function Written({
  name,
  language,
  need,
  isLong,
  list,
  placeholder,
  help,
}: Omit<WrittenPairProps, "english"> & { language: "en" | "fa"; need: Need }) {
  const { t } = useText();
  const { fields, page, parts } = useEventForm();
  const field = `${name}.${language}` as const;
  const { min, max } = page.limits[name];
  const [length, setLength] = useState<number>([...fields[field]].length);
  const range = min > 0 ? t("authoring:limit.range", { min, max }) : t("authoring:limit.max", { max });
  const props = useInputProps(field, { hasHelp: true, isRequired: need === "required" });
  const common = {
    ...props,
    lang: language,
    dir: language === "fa" ? ("rtl" as const) : ("ltr" as const),
    defaultValue: fields[field],
    placeholder: language === "en" ? placeholder : undefined,
    onInput: ({ currentTarget }: React.FormEvent<HTMLInputElement | HTMLTextAreaElement>) => {
      setLength([...currentTarget.value].length);
      if (name === "venue") fillFromVenue(currentTarget.value, parts.venues);
    },
  };
  return (
    <FieldShell
      name={field}
      label={t(`authoring:field.${name}.${language}`)}
      need={need}
      help={help ? `${help} ${range}` : range}
      end={
        <small className={`${classes.count} rd-needs-script`} data-over={length > max || undefined}>
          {t("authoring:limit.count", { count: length, max })}
        </small>
      }
    >
      {isLong ? <textarea {...common} rows={7} /> : <input {...common} list={list} autoComplete="off" />}
    </FieldShell>
  );
}

/** Section of the form with its heading. */
export function FormSection({ id, title, lead, children }: { id: string; title: string; lead?: string; children: ReactNode }) {
  return (
    <section className={classes.section} id={id} aria-labelledby={`${id}-title`}>
      <header>
        <h2 id={`${id}-title`}>{title}</h2>
        {lead && <p>{lead}</p>}
      </header>
      {children}
    </section>
  );
}
