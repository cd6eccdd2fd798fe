import { Checkbox } from "../../ui/checkbox";
import { RadioCards } from "../../ui/radio-cards";
import { Select } from "../../ui/select";
import { TextField } from "../../ui/text-field";
import type { GuestFieldsView } from "./guest-fields.server";

/** Party, price, answers and what the guest shares. */
export function GuestFields({
  fields: { people, levels, name, questions, ticks },
  ticked = {},
  hasLine,
  children,
}: {
  fields: GuestFieldsView;
  ticked?: Partial<Record<keyof GuestFieldsView["ticks"], boolean>>;
  /** Whether places may come free for them later. */
  hasLine: boolean;
  children?: React.ReactNode;
}) {
  return (
    <>
      <Select
        name="seats"
        label={people.label}
        help={people.help}
        options={people.options}
        defaultValue={people.value}
      />
      {levels && (
        <RadioCards
          name="level"
          label={levels.label}
          help={levels.help}
          options={levels.options}
          defaultValue={levels.value}
        />
      )}
      <TextField
        name="name"
        label={name.label}
        defaultValue={name.value}
        autoComplete="name"
        need="required"
      />
      {children}
      {questions.map((question) =>
        question.kind === "text" ? (
          <TextField
            key={question.name}
            name={question.name}
            label={question.label}
            defaultValue={question.value}
            {...(question.isRequired && { need: "required" as const })}
          />
        ) : (
          <Select
            key={question.name}
            name={question.name}
            label={question.label}
            options={question.options}
            empty={question.empty}
            defaultValue={question.value}
            {...(question.isRequired && { need: "required" as const })}
          />
        ),
      )}
      {hasLine && people.options.length > 1 && (
        <Checkbox name="takesFewer" label={ticks.takesFewer} defaultChecked={ticked.takesFewer} />
      )}
      <Checkbox name="sharesEmail" label={ticks.sharesEmail} defaultChecked={ticked.sharesEmail} />
      <Checkbox name="sharesName" label={ticks.sharesName} defaultChecked={ticked.sharesName} />
    </>
  );
}
