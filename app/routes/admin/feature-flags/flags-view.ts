import type { FormFailure } from "~/lib/http/form-failure";

interface FlagFieldsView {
  key: string;
  description: string;
  isOn: boolean;
  percentage: string;
  roles: string[];
  languages: string[];
  version: number;
}

export interface FlagsView {
  mayChange: boolean;
  /** Keys used by the code. */
  known: string[];
  mode: "list" | "new" | "edit" | "delete";
  form: FlagFieldsView & { about: string };
  /** Whether the flag has never been stored. */
  isShipped: boolean;
  /** Localized validation messages by issue key, for checks on blur. */
  messages: Record<string, string>;
  flags: {
    key: string;
    href: string;
    description: string;
    isOn: boolean;
    share: string;
    roles: string;
    languages: string;
    last: { at: string; by: string | null } | null;
  }[];
}

export interface FlagFailureView extends FormFailure {
  fields: FlagFieldsView;
}
