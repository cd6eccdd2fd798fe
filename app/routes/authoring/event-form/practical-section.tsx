import type { TextKey } from "~/i18n/translate";
import { EVENT_FIELDS, type NameOfType, type TraitKey } from "~/lib/event/event-fields";
import type { ChoicesName } from "~/lib/event/field-groups";
import { Checkbox } from "~/ui/checkbox";
import { Field } from "~/ui/field";
import { Fold } from "~/ui/fold";
import { useFieldState } from "~/ui/form-context";
import { Icon } from "~/ui/icon";
import { Pills } from "~/ui/pills";
import { Select } from "~/ui/select";
import { useText } from "~/ui/text";
import classes from "./event-form.module.css";
import { useEventForm } from "./form-context";
import { FormSection, PlainField, useIsFilled } from "./form-fields";

/** Checkboxes of a closed list, proposed ones first. */
function Choices({ name }: { name: ChoicesName }) {
  const { t } = useText();
  const { page, fields } = useEventForm();
  const { id, error } = useFieldState(name, undefined, undefined);
  const options = EVENT_FIELDS[name].options.map((key: TraitKey) => ({
    value: key,
    label: t(`events:trait.${key}`),
  }));
  const proposed = options.filter(({ value }) => page.proposals.includes(value));
  const chosen = fields[name];
  return (
    <Field
      id={id}
      label={t(`authoring:field.${name}`)}
      help={t(`authoring:about.${name}`)}
      error={error}
      isGroup
    >
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
      <Pills
        name={name}
        options={options.filter((option) => !proposed.includes(option))}
        chosen={chosen}
      />
    </Field>
  );
}

type PlacedChoice = Extract<
  NameOfType<"choice">,
  "attendance" | "onlineUrlFor" | "refundPolicy" | "eventLanguage"
>;

/** One key of a closed list; the empty option is for fields without a first key. */
function Choice({ name }: { name: PlacedChoice }) {
  const { t } = useText();
  const { fields } = useEventForm();
  const field = EVENT_FIELDS[name];
  return (
    <Select
      name={name}
      label={t(`authoring:field.${name}`)}
      help={t(`authoring:about.${name}`)}
      empty={"initial" in field ? undefined : t("authoring:notStated")}
      options={field.options.map((key) => ({
        value: key,
        label: t(`events:${name}.${key}` as TextKey),
      }))}
      defaultValue={fields[name]}
    />
  );
}

/** A web address of the event. */
function Address({ name }: { name: "onlineUrl" | "waitlistUrl" }) {
  const { t } = useText();
  const { page } = useEventForm();
  return (
    <PlainField
      name={name}
      label={t(`authoring:field.${name}`)}
      help={t(`authoring:about.${name}`)}
      type="url"
      inputMode="url"
      dir="ltr"
      maxLength={page.limits.url}
    />
  );
}

/** Whether anything is filled in of taking part online. */
function useIsOnline(): boolean {
  const { fields, issues } = useEventForm();
  return (
    useIsFilled(["onlineUrl"]) ||
    fields.attendance !== "in-person" ||
    issues.attendance !== undefined
  );
}

const ENTRY = ["doorsBefore", "refundPolicy", "soldOut", "waitlistUrl"] as const;

/** Whether one can take part online, and by which link. */
function OnlinePart() {
  const { t } = useText();
  const isOpen = useIsOnline();
  return (
    <Fold title={t("authoring:section.online")} open={isOpen}>
      <div className="rd-stack">
        <Choice name="attendance" />
        <Address name="onlineUrl" />
        <Choice name="onlineUrlFor" />
      </div>
    </Fold>
  );
}

/** Doors, refunds and the waiting list. */
function EntryPart() {
  const { t } = useText();
  const { fields } = useEventForm();
  const isOpen = useIsFilled(ENTRY);
  return (
    <Fold title={t("authoring:section.entry")} open={isOpen}>
      <div className="rd-stack">
        <PlainField
          name="doorsBefore"
          label={t("authoring:field.doorsBefore")}
          help={t("authoring:about.doorsBefore")}
          inputMode="numeric"
          dir="ltr"
          maxLength={3}
        />
        <Choice name="refundPolicy" />
        <Checkbox
          name="soldOut"
          label={t("authoring:field.soldOut")}
          help={t("authoring:about.soldOut")}
          defaultChecked={fields.soldOut}
        />
        <Address name="waitlistUrl" />
      </div>
    </Fold>
  );
}

/**
 * Practical facts that visitors filter by: features, ages of children, accessibility, language, and
 * how people take part and get in.
 */
export function PracticalSection() {
  const { t } = useText();
  const { page } = useEventForm();
  const isOnline = useIsOnline();
  const isFilled = useIsFilled([
    ...ENTRY,
    "traits",
    "childAgeFrom",
    "childAgeTo",
    "accessibility",
    "eventLanguage",
  ]);
  return (
    <FormSection
      id="practical"
      title={t("authoring:section.practical")}
      lead={t("authoring:section.practicalLead")}
      isOpen={isOnline || isFilled || page.proposals.length > 0}
    >
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
      <Choice name="eventLanguage" />
      <OnlinePart />
      <EntryPart />
    </FormSection>
  );
}
