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
  /** The keys that the code asks for. */
  known: string[];
  mode: "list" | "new" | "edit" | "delete";
  form: FlagFieldsView & { about: string };
  /** Whether nobody has said anything of it yet. */
  isShipped: boolean;
  /** What its fields say on being left, by the keys of the issues. */
  says: Record<string, string>;
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
