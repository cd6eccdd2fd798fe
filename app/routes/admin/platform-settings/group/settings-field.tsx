import { Alert } from "~/ui/alert";
import { Button } from "~/ui/button";
import { Field } from "~/ui/field";
import { ActionBar } from "~/ui/form-bar";
import { useFieldState } from "~/ui/form-context";
import { ColorField } from "~/ui/swatches";
import { Switch } from "~/ui/switch";
import { useText } from "~/ui/text";
import { TextArea } from "~/ui/text-area";
import { TextField } from "~/ui/text-field";
import type { SettingsFieldView } from "./settings-group.server";

interface FieldProps {
  field: SettingsFieldView;
}

/** A setting: control, help, default and reset button. */
export function SettingsField({ field }: FieldProps) {
  const { t } = useText();
  const { name, label, warning } = field;
  return (
    <>
      <Control field={field} />
      {warning && <Alert tone="waiting">{warning}</Alert>}
      <ActionBar
        note={
          <>
            {t("settings:default")} <bdi>{field.defaultValue}</bdi>
          </>
        }
      >
        {field.isChanged && (
          <Button
            size="compact-sm"
            variant="default"
            intent={`reset:${name}`}
            aria-label={t("settings:resetOne", { name: label })}
          >
            {t("settings:reset")}
          </Button>
        )}
      </ActionBar>
    </>
  );
}

function Control({ field }: FieldProps) {
  const { t } = useText();
  const { name, label, help, kind, text } = field;
  const common = { name, label, help };
  const typed = {
    ...common,
    defaultValue: text,
    dir: "ltr",
    autoComplete: "off",
    spellCheck: false,
  } as const;
  switch (kind) {
    case "switch":
      return <Switch {...common} defaultChecked={field.isOn} />;
    case "number":
      return <TextField {...typed} inputMode="numeric" unit={field.unit} />;
    case "texts":
      return <Texts field={field} />;
    case "color":
      return (
        <ColorField
          {...common}
          defaultValue={text}
          chooseLabel={t("settings:chooseColor", { name: label })}
        />
      );
    default:
      return <TextField {...typed} type={kind === "email" ? "email" : "text"} />;
  }
}

/** Text fields in both languages. */
function Texts({ field: { name, label, help, texts, isLong, maxLength } }: FieldProps) {
  const { t } = useText();
  const { id, error } = useFieldState(name, undefined, undefined);
  return (
    <Field id={id} label={label} help={help} error={error} isGroup>
      {(["en", "fa"] as const).map((language) => {
        const input = {
          name: `${name}.${language}`,
          label: t(`settings:flags.language.${language}`),
          lang: language,
          dir: language === "fa" ? "rtl" : "ltr",
          maxLength,
          defaultValue: texts?.[language],
        };
        return isLong ? (
          <TextArea key={language} {...input} rows={3} />
        ) : (
          <TextField key={language} {...input} />
        );
      })}
    </Field>
  );
}
