import type { ReactNode } from "react";
import type { TextName } from "~/lib/event/event-fields";
import type { EventFormState, InputName } from "~/lib/event/event-form-fields";
import { Badge } from "~/ui/badge";
import { Fold } from "~/ui/fold";
import { fieldIdOf } from "~/ui/form-context";
import { SubmitButton } from "~/ui/submit-button";
import { useText } from "~/ui/text";
import { TextArea } from "~/ui/text-area";
import { TextField, type TextFieldProps } from "~/ui/text-field";
import classes from "./event-form.module.css";
import type { VenueView } from "./event-form-parts.server";
import { FORM, useEventForm } from "./form-context";

/** Mark of an unconfirmed machine translation. */
export function MachineMark() {
  const { t } = useText();
  return (
    <Badge tone="waiting" icon="language">
      {t("authoring:machine.mark")}
    </Badge>
  );
}

/**
 * Fills empty fields from a selected venue: its other name, address and position. Keeps typed
 * values.
 */
function fillFromVenue(typed: string, venues: readonly VenueView[]): void {
  const venue = venues.find(({ en, fa }) => en === typed || fa === typed);
  if (!venue) return;
  const known: Record<string, string | number | null> = {
    "venue.en": venue.en,
    "venue.fa": venue.fa,
    "address.en": venue.addressEn,
    "address.fa": venue.addressFa,
    latitude: venue.latitude,
    longitude: venue.longitude,
  };
  for (const [name, value] of Object.entries(known)) {
    const field = document.getElementById(fieldIdOf(FORM, name));
    if (!(field instanceof HTMLInputElement) || field.value !== "" || value === null) continue;
    field.value = String(value);
    unfold(field);
    field.dispatchEvent(new Event("input", { bubbles: true }));
  }
}

/** Shows a field that a script has filled. */
function unfold(field: HTMLElement): void {
  const fold = field.closest("details");
  const second = field.closest(`.${classes.pair}`)?.querySelector("details");
  for (const details of [fold, second]) if (details) details.open = true;
}

type Need = "required" | "recommended" | "optional";

/** Single-line field with the form's value. */
export function PlainField({ name, ...field }: TextFieldProps & { name: InputName }) {
  const { fields } = useEventForm();
  return <TextField {...field} name={name} defaultValue={fields[name]} autoComplete="off" />;
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

/**
 * Text in both languages, each field in its own direction. On phones an empty Persian one is folded
 * by the `details` before it.
 */
export function WrittenPair({ name, english, ...rest }: WrittenPairProps) {
  const { t } = useText();
  const isOpen = useIsFilled([`${name}.fa`]);
  return (
    <div className={classes.pair}>
      <Written name={name} language="en" need={english} {...rest} />
      <details className={classes.second} open={isOpen}>
        <summary>{t(`authoring:field.${name}.fa`)}</summary>
      </details>
      <Written
        name={name}
        language="fa"
        need={english === "required" ? "recommended" : "optional"}
        {...rest}
        help={undefined}
      />
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
  const range =
    min > 0 ? t("authoring:limit.range", { min, max }) : t("authoring:limit.max", { max });
  const common = {
    name: field,
    label: t(`authoring:field.${name}.${language}`),
    need,
    help: help ? `${help} ${range}` : range,
    lang: language,
    dir: language === "fa" ? ("rtl" as const) : ("ltr" as const),
    defaultValue: fields[field],
    counter: { max },
    below: page.machineTranslated.includes(field) && page.id !== null && (
      <span className="rd-row">
        <MachineMark />
        <SubmitButton
          intent={`confirm:${field}`}
          variant="subtle"
          size="compact-sm"
          label={`${t("authoring:machine.confirm")}: ${t(`authoring:field.${field}`)}`}
        >
          {t("authoring:machine.confirm")}
        </SubmitButton>
      </span>
    ),
  };
  return isLong ? (
    <TextArea {...common} rows={7} />
  ) : (
    <TextField
      {...common}
      list={list}
      placeholder={language === "en" ? placeholder : undefined}
      autoComplete="off"
      onInput={({ currentTarget }) =>
        name === "venue" && fillFromVenue(currentTarget.value, parts.venues)
      }
    />
  );
}

/** Whether any of the fields is filled or has an issue: a part with it starts unfolded. */
export function useIsFilled(names: readonly (keyof EventFormState)[]): boolean {
  const { fields, issues } = useEventForm();
  return names.some((name) => {
    const value = fields[name];
    const isEmpty = Array.isArray(value) ? value.length === 0 : !value;
    return !isEmpty || Object.keys(issues).some((path) => path === name);
  });
}

/** Section of the form with its heading. @param isOpen folds it: initially open, or closed */
export function FormSection({
  id,
  title,
  lead,
  isOpen,
  children,
}: {
  id: string;
  title: string;
  lead?: string;
  isOpen?: boolean;
  children: ReactNode;
}) {
  const heading = <h2 id={`${id}-title`}>{title}</h2>;
  return (
    <section
      className={classes.section}
      id={id}
      aria-labelledby={`${id}-title`}
      data-folds={isOpen === undefined ? undefined : ""}
    >
      {isOpen === undefined ? (
        <>
          <header>
            {heading}
            {lead && <p>{lead}</p>}
          </header>
          {children}
        </>
      ) : (
        <Fold title={heading} open={isOpen}>
          <div className={classes.folded}>
            {lead && <p className={classes.note}>{lead}</p>}
            {children}
          </div>
        </Fold>
      )}
    </section>
  );
}
