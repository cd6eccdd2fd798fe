import { Textarea, TextInput } from "@mantine/core";
import { type ChangeEvent, type ReactNode, useState } from "react";
import classes from "~/components/settings/settings.module.css";
import type { SettingsFailureView, SettingsFieldView } from "~/components/settings/settings-view";
import { Icon } from "~/ui/icon";
import { useText } from "~/ui/text";

interface FieldProps {
  field: SettingsFieldView;
  failure: SettingsFailureView | undefined;
}

/** One setting: what it is and does, its control, its default, and the way back to it. */
export function SettingsField({ field, failure }: FieldProps) {
  const { t } = useText();
  const { name, label, help, warning } = field;
  const issue = failure?.issues[name];
  const isGroup = field.kind === "texts";
  const parts = (
    <>
      <div>
        {isGroup ? (
          <span id={`${name}-label`} className={classes.label}>
            {label}
          </span>
        ) : (
          <label className={classes.label} htmlFor={name}>
            {label}
          </label>
        )}
        <p id={`${name}-help`} className={classes.help}>
          {help}
        </p>
      </div>
      <div className={classes.control}>
        <Control field={field} failure={failure} />
        {issue && <Issue id={`${name}-issue`}>{issue}</Issue>}
        {warning && (
          <p className={classes.warning}>
            <Icon name="alert-triangle" size="s" />
            {warning}
          </p>
        )}
        <p className={classes.beside}>
          <span>
            {t("settings:default")} <bdi>{field.defaultValue}</bdi>
          </span>
          {field.isChanged && (
            <button
              className={classes.reset}
              type="submit"
              name="intent"
              value={`reset:${name}`}
              aria-label={t("settings:resetOne", { name: label })}
            >
              {t("settings:reset")}
            </button>
          )}
        </p>
      </div>
    </>
  );
  if (!isGroup) return <div className={classes.field}>{parts}</div>;
  return (
    <fieldset className={classes.field} aria-labelledby={`${name}-label`}>
      {parts}
    </fieldset>
  );
}

function Issue({ id, children }: { id: string; children: ReactNode }) {
  return (
    <p id={id} className={classes.issue}>
      <Icon name="alert-circle" size="s" />
      {children}
    </p>
  );
}

function Control({ field, failure }: FieldProps) {
  const { t } = useText();
  const { name, kind } = field;
  const described = [`${name}-help`, failure?.issues[name] && `${name}-issue`].filter(Boolean).join(" ");
  const input = {
    id: name,
    name,
    defaultValue: failure?.values[name] ?? field.text,
    "aria-describedby": described,
    error: Boolean(failure?.issues[name]),
    withErrorStyles: true,
    spellCheck: false,
  } as const;
  switch (kind) {
    case "switch":
      return (
        <span className={classes.switch}>
          <input
            type="checkbox"
            className="rd-tick"
            id={name}
            name={name}
            value="1"
            defaultChecked={failure ? name in failure.values : field.isOn}
            aria-describedby={described}
          />
          <span aria-hidden="true">{t("settings:on")}</span>
        </span>
      );
    case "number":
      return (
        <div className={classes.number}>
          <TextInput {...input} inputMode="numeric" dir="ltr" autoComplete="off" />
          <span className={classes.meta}>{field.unit}</span>
        </div>
      );
    case "texts":
      return <Texts field={field} failure={failure} />;
    case "color":
      return <ColorControl input={input} label={field.label} stored={field.text} />;
    default:
      return <TextInput {...input} type={kind === "email" ? "email" : "text"} dir="ltr" autoComplete="off" />;
  }
}

/** The same text in both languages. */
function Texts({ field, failure }: FieldProps) {
  const { t } = useText();
  const { name, texts, isLong, maxLength } = field;
  return (["en", "fa"] as const).map((language) => {
    const path = `${name}.${language}`;
    const issue = failure?.issues[path];
    const input = {
      id: path,
      name: path,
      lang: language,
      dir: language === "fa" ? "rtl" : "ltr",
      maxLength,
      defaultValue: failure?.values[path] ?? texts?.[language],
      error: Boolean(issue),
      "aria-describedby": [`${name}-help`, issue && `${path}-issue`].filter(Boolean).join(" "),
    } as const;
    return (
      <div key={language} className={classes.pair}>
        <label htmlFor={path}>{t(`settings:flags.language.${language}`)}</label>
        {isLong ? <Textarea {...input} rows={3} /> : <TextInput {...input} />}
        {issue && <Issue id={`${path}-issue`}>{issue}</Issue>}
      </div>
    );
  });
}

interface ColorControlProps {
  input: { id: string; name: string; defaultValue: string; error: boolean; "aria-describedby": string };
  label: string;
  /** What holds now: the chooser stays there while what is typed is no colour. */
  stored: string;
}

const COLOR = /^#[0-9A-Fa-f]{6}$/;

/** The colour in words, which is what is sent, and beside it, where a script runs, the browser's own chooser. */
function ColorControl({ input: { defaultValue, ...input }, label, stored }: ColorControlProps) {
  const { t } = useText();
  const [color, setColor] = useState(defaultValue);
  const take = (event: ChangeEvent<HTMLInputElement>) => setColor(event.currentTarget.value.toUpperCase());
  return (
    <div className={classes.color}>
      <TextInput {...input} value={color} onChange={take} dir="ltr" autoComplete="off" spellCheck={false} />
      <input
        type="color"
        className={`${classes.swatch} rd-needs-script`}
        value={COLOR.test(color) ? color : stored}
        onChange={take}
        aria-label={t("settings:chooseColor", { name: label })}
      />
    </div>
  );
}
