import { useText } from "~/ui/text";
import type { CorrectionChoicesView, CorrectionTextsView } from "./ingestion-view";
import classes from "./preview.module.css";
import { StepIssue } from "./step-parts";
import wizard from "./wizard.module.css";

interface CorrectionFieldsProps {
  /** Before the names, where a form has several events. */
  prefix: string;
  texts: CorrectionTextsView;
  issues: Record<string, string>;
  choices: CorrectionChoicesView;
}

/** The inputs in which an editor mends an event. */
export function CorrectionFields({ prefix, texts, issues, choices }: CorrectionFieldsProps) {
  const { t, locale } = useText();
  const of = (name: string) => ({
    id: `${prefix}${name}`,
    name: `${prefix}${name}`,
    defaultValue: texts[name],
    "aria-invalid": issues[name] ? (true as const) : undefined,
    "aria-describedby": issues[name] ? `${prefix}${name}-issue` : undefined,
  });
  const line = (name: "title" | "titleFa" | "venue" | "address" | "tags", lang?: "en" | "fa") => (
    <div className={wizard.field} data-wide>
      <label htmlFor={`${prefix}${name}`}>{t(`ingestion:field.${name}`)}</label>
      <input {...of(name)} type="text" dir="auto" lang={lang} autoComplete="off" maxLength={500} />
      <StepIssue id={`${prefix}${name}-issue`} text={issues[name]} />
    </div>
  );
  const short = (name: "date" | "time" | "endDate" | "endTime") => (
    <div className={wizard.field}>
      <label htmlFor={`${prefix}${name}`}>{t(`ingestion:field.${name}`)}</label>
      <input
        {...of(name)}
        type="text"
        dir="ltr"
        autoComplete="off"
        maxLength={20}
        placeholder={name === "date" || name === "endDate" ? t("ingestion:field.dateForm") : t("ingestion:field.timeForm")}
      />
      <StepIssue id={`${prefix}${name}-issue`} text={issues[name]} />
    </div>
  );
  const area = (name: "description" | "descriptionFa", lang: "en" | "fa") => (
    <div className={wizard.field} data-wide>
      <label htmlFor={`${prefix}${name}`}>{t(`ingestion:field.${name}`)}</label>
      <textarea {...of(name)} rows={3} dir="auto" lang={texts[name] ? lang : locale} maxLength={20_000} />
      <StepIssue id={`${prefix}${name}-issue`} text={issues[name]} />
    </div>
  );
  return (
    <div className={classes.mending}>
      {line("title", "en")}
      {line("titleFa", "fa")}
      {short("date")}
      {short("time")}
      {short("endDate")}
      {short("endTime")}
      <div className={wizard.field}>
        <label htmlFor={`${prefix}category`}>{t("ingestion:field.category")}</label>
        <select {...of("category")}>
          <option value="">{t("ingestion:entry.noCategory")}</option>
          {choices.categories.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
        <StepIssue id={`${prefix}category-issue`} text={issues.category} />
      </div>
      <div className={wizard.field}>
        <label htmlFor={`${prefix}price`}>{t("ingestion:field.price")}</label>
        <input {...of("price")} type="text" inputMode="decimal" dir="ltr" autoComplete="off" maxLength={30} />
        <StepIssue id={`${prefix}price-issue`} text={issues.price} />
      </div>
      <div className={wizard.field}>
        <label htmlFor={`${prefix}currency`}>{t("ingestion:field.currency")}</label>
        <select {...of("currency")}>
          {choices.currencies.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
          {texts.currency && !choices.currencies.some(({ value }) => value === texts.currency) && (
            <option value={texts.currency}>{texts.currency}</option>
          )}
        </select>
        <StepIssue id={`${prefix}currency-issue`} text={issues.currency} />
      </div>
      <label className={classes.free}>
        <input type="checkbox" name={`${prefix}free`} value="1" defaultChecked={texts.free === "1"} className="rd-tick" />
        {t("ingestion:field.free")}
      </label>
      {line("venue")}
      {line("address")}
      <div className={wizard.field} data-wide>
        <label htmlFor={`${prefix}url`}>{t("ingestion:field.url")}</label>
        <input {...of("url")} type="url" dir="ltr" autoComplete="off" maxLength={2000} placeholder="https://" />
        <StepIssue id={`${prefix}url-issue`} text={issues.url} />
      </div>
      {line("tags")}
      {choices.integers.map(({ value: name, label }) => (
        <div className={wizard.field} key={name}>
          <label htmlFor={`${prefix}${name}`}>{label}</label>
          <input {...of(name)} type="text" inputMode="numeric" dir="ltr" autoComplete="off" maxLength={9} />
          <StepIssue id={`${prefix}${name}-issue`} text={issues[name]} />
        </div>
      ))}
      {area("description", "en")}
      {area("descriptionFa", "fa")}
    </div>
  );
}
