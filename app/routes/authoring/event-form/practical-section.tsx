import { type ChoicesName, EVENT_FIELDS, type TraitKey } from "~/modules/events/event-fields";
import { Icon } from "~/ui/icon";
import { useText } from "~/ui/text";
import classes from "./event-form.module.css";
import { fieldIdOf, useEventForm } from "./form-context";
import { FieldIssue, FieldShell, FormSection, PlainField, useInputProps } from "./form-fields";

/** Checkboxes of a closed list. */
function Choices({ name }: { name: ChoicesName }) {
  const { t } = useText();
  const { page, fields, issues } = useEventForm();
  const id = fieldIdOf(name);
  const { options } = EVENT_FIELDS[name];
  const isProposed = (key: TraitKey) => page.proposals.includes(key);
  const ticks = (keys: readonly TraitKey[]) =>
    keys.map((key) => (
      <label key={key}>
        <input className="rd-tick" type="checkbox" name={name} value={key} defaultChecked={fields[name].includes(key)} />
        {t(`events:trait.${key}`)}
      </label>
    ));
  return (
    <fieldset
      id={id}
      tabIndex={-1}
      className={classes.choices}
      aria-describedby={[`${id}-help`, issues[name] && `${id}-issue`].filter(Boolean).join(" ")}
    >
      <legend className={classes.label}>{t(`authoring:field.${name}`)}</legend>
      <p id={`${id}-help`} className={classes.help}>
        {t(`authoring:about.${name}`)}
      </p>
      {options.some(isProposed) && (
        <fieldset className={classes.categories}>
          <legend className={classes.help}>
            <Icon name="sparkles" size="s" /> {t("authoring:suggested")}
          </legend>
          {ticks(options.filter(isProposed))}
        </fieldset>
      )}
      <div className={classes.categories}>{ticks(options.filter((key) => !isProposed(key)))}</div>
      <FieldIssue name={name} />
    </fieldset>
  );
}

/** Practical facts that visitors filter by: features, ages of children, accessibility and language. */
export function PracticalSection() {
  const { t } = useText();
  const { fields } = useEventForm();
  const language = useInputProps("eventLanguage", { hasHelp: true });
  return (
    <FormSection id="practical" title={t("authoring:section.practical")} lead={t("authoring:section.practicalLead")}>
      <Choices name="traits" />
      <div className={classes.pair}>
        {(["childAgeFrom", "childAgeTo"] as const).map((name) => (
          <PlainField
            key={name}
            name={name}
            label={t(`authoring:field.${name}`)}
            help={t(`authoring:about.${name}`)}
            inputMode="numeric"
            dir="ltr"
            maxLength={2}
          />
        ))}
      </div>
      <Choices name="accessibility" />
      <FieldShell name="eventLanguage" label={t("authoring:field.eventLanguage")} help={t("authoring:about.eventLanguage")}>
        <select {...language} defaultValue={fields.eventLanguage}>
          <option value="">{t("authoring:notStated")}</option>
          {EVENT_FIELDS.eventLanguage.options.map((key) => (
            <option key={key} value={key}>
              {t(`events:eventLanguage.${key}`)}
            </option>
          ))}
        </select>
      </FieldShell>
    </FormSection>
  );
}
