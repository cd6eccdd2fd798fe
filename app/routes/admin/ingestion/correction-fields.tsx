import { Checkbox } from "~/ui/checkbox";
import { Select } from "~/ui/select";
import { useText } from "~/ui/text";
import { TextArea } from "~/ui/text-area";
import { TextField } from "~/ui/text-field";
import classes from "./preview.module.css";
import type { CorrectionChoicesView } from "./wizard-preview.server";

interface CorrectionFieldsProps {
  /** Prefix of the field names, for forms with several events. */
  prefix: string;
  texts: Readonly<Record<string, string>>;
  issues: Record<string, string>;
  choices: CorrectionChoicesView;
}

/** Inputs for correcting an extracted event. */
export function CorrectionFields({ prefix, texts, issues, choices }: CorrectionFieldsProps) {
  const { t, locale } = useText();
  const of = (name: string) => ({
    id: `${prefix}${name}`,
    name: `${prefix}${name}`,
    defaultValue: texts[name],
    error: issues[name],
  });
  const line = (name: "title" | "titleFa" | "venue" | "address" | "tags", lang?: "en" | "fa") => (
    <div data-wide>
      <TextField
        {...of(name)}
        label={t(`ingestion:field.${name}`)}
        dir="auto"
        lang={lang}
        autoComplete="off"
        maxLength={500}
      />
    </div>
  );
  const short = (name: "date" | "time" | "endDate" | "endTime") => (
    <TextField
      {...of(name)}
      label={t(`ingestion:field.${name}`)}
      dir="ltr"
      autoComplete="off"
      maxLength={20}
      placeholder={
        name === "date" || name === "endDate"
          ? t("ingestion:field.dateForm")
          : t("ingestion:field.timeForm")
      }
    />
  );
  const area = (name: "description" | "descriptionFa", lang: "en" | "fa") => (
    <div data-wide>
      <TextArea
        {...of(name)}
        label={t(`ingestion:field.${name}`)}
        rows={3}
        lang={texts[name] ? lang : locale}
        maxLength={20_000}
      />
    </div>
  );
  const isListed =
    !texts.currency || choices.currencies.some(({ value }) => value === texts.currency);
  return (
    <div className={classes.mending}>
      {line("title", "en")}
      {line("titleFa", "fa")}
      {short("date")}
      {short("time")}
      {short("endDate")}
      {short("endTime")}
      <div data-wide>
        <TextArea
          {...of("schedule")}
          label={t("ingestion:field.schedule")}
          help={t("ingestion:field.scheduleHelp")}
          rows={Math.min(Math.max((texts.schedule ?? "").split("\n").length, 2), 8)}
          maxLength={20_000}
        />
      </div>
      <Select
        {...of("category")}
        label={t("ingestion:field.category")}
        empty={t("ingestion:entry.noCategory")}
        options={choices.categories}
      />
      <TextField
        {...of("price")}
        label={t("ingestion:field.price")}
        inputMode="decimal"
        dir="ltr"
        autoComplete="off"
        maxLength={30}
      />
      <Select
        {...of("currency")}
        label={t("ingestion:field.currency")}
        options={
          isListed
            ? choices.currencies
            : [...choices.currencies, { value: texts.currency ?? "", label: texts.currency ?? "" }]
        }
      />
      <Checkbox
        name={`${prefix}free`}
        id={`${prefix}free`}
        label={t("ingestion:field.free")}
        defaultChecked={texts.free === "1"}
      />
      {line("venue")}
      {line("address")}
      <div data-wide>
        <TextField
          {...of("url")}
          label={t("ingestion:field.url")}
          type="url"
          dir="ltr"
          autoComplete="off"
          maxLength={2000}
          placeholder="https://"
        />
      </div>
      {line("tags")}
      {choices.facts.map(({ name, label, type, options, isOptional }) =>
        type === "choice" ? (
          <Select
            key={name}
            {...of(name)}
            label={label}
            options={options}
            empty={isOptional ? t("ingestion:entry.notStated") : undefined}
          />
        ) : (
          <TextField
            key={name}
            {...of(name)}
            label={label}
            dir="ltr"
            autoComplete="off"
            {...(type === "url"
              ? { type: "url", maxLength: 2000, placeholder: "https://" }
              : { inputMode: "numeric", maxLength: 9 })}
          />
        ),
      )}
      {area("description", "en")}
      {area("descriptionFa", "fa")}
    </div>
  );
}
