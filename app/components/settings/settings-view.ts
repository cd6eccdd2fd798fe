/** Settings field as rendered by its form. */
export interface SettingsFieldView {
  name: string;
  kind: "switch" | "number" | "texts" | "email" | "color" | "picture" | "handle";
  isLong: boolean;
  label: string;
  help: string;
  isOn: boolean;
  text: string;
  texts: { en: string; fa: string } | null;
  min?: number;
  max?: number;
  unit: string;
  maxLength: number | undefined;
  /** Localized default value. */
  defaultValue: string;
  isChanged: boolean;
  warning: string | null;
}

export interface SettingsGroupView {
  group: string;
  title: string;
  about: string;
  seen: string;
  fields: SettingsFieldView[];
  isChanged: boolean;
  history: {
    id: string;
    at: string;
    when: string;
    by: string | null;
    fields: { name: string; label: string; before: string; after: string }[];
  }[];
  groups: { href: string; title: string; isHere: boolean }[];
}

/** A rejected form: messages and the submitted values. */
export interface SettingsFailureView {
  message: string;
  issues: Record<string, string>;
  values: Record<string, string>;
}

export interface UxSettingsView {
  seen: string;
  mayChange: boolean;
  last: { at: string; by: string | null } | null;
  groups: {
    group: string;
    title: string;
    switches: { name: string; label: string; help: string; isOn: boolean }[];
  }[];
}
