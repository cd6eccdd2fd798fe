import { type ChoicesName, EVENT_FIELDS, type TraitKey } from "~/modules/events/event-fields";
import { Field } from "~/ui/field";
import { useFieldState } from "~/ui/form-context";
import { Icon } from "~/ui/icon";
import { Pills } from "~/ui/pills";
import { Select } from "~/ui/select";
import { useText } from "~/ui/text";
import classes from "./event-form.module.css";
import { useEventForm } from "./form-context";
import { FormSection, PlainField } from "./form-fields";

/** Checkboxes of a closed list, proposed ones first. */
function Choices({ name }: { name: ChoicesName }) {
  const { t } = useText();
  const { page, fields } = useEventForm();
  const { id, error } = useFieldState(name, undefined, undefined);
  const options = EVENT_FIELDS[name].options.map((key: TraitKey) => ({ value: key, label: t(`events:trait.${key}`) }));
  const proposed = options.filter(({ value }) => page.proposals.includes(value));
  const chosen = fields[name];
  return (
    <Field id={id} label={t(`authoring:field.${name}`)} help={t(`authoring:about.${name}`)} error={error} isGroup>
      {proposed.length > 0 && (
        <Pills
          name={name}
          options={proposed}
          chosen={chosen}
          legend={
            <>
              <Icon name="sparkles" size="s" /> {t("authoring:suggested")}
            </>
          }
        />
      )}
      <Pills name={name} options={options.filter((option) => !proposed.includes(option))} chosen={chosen} />
    </Field>
  );
}

/** Practical facts that visitors filter by: features, ages of children, accessibility and language. */
export function PracticalSection() {
  const { t } = useText();
  const { fields } = useEventForm();
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
      <Select
        name="eventLanguage"
        label={t("authoring:field.eventLanguage")}
        help={t("authoring:about.eventLanguage")}
        empty={t("authoring:notStated")}
        options={EVENT_FIELDS.eventLanguage.options.map((key) => ({ value: key, label: t(`events:eventLanguage.${key}`) }))}
        defaultValue={fields.eventLanguage}
      />
    </FormSection>
  );
}
