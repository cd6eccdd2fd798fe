import type { Locale } from "../../i18n/locale";
import type { FormFailure } from "../http/form-failure";

export interface TemplateRowView {
  key: string;
  name: string;
  kind: string;
  href: string;
  isActive: boolean;
  isShipped: boolean;
  version: number;
  last: { at: string; by: string | null } | null;
}

/** The values of a template's form, as text. */
export interface TemplateFieldsView {
  key: string;
  name: string;
  description: string;
  kind: string;
  isActive: boolean;
  version: number;
  subject: Record<Locale, string>;
  html: Record<Locale, string>;
  text: Record<Locale, string>;
  windowDays: string;
  citiesOf: "reader" | "listed";
  cities: string[];
  categoriesOf: "reader" | "all" | "listed";
  categories: string[];
  featuredOnly: boolean;
  limit: string;
  order: string;
}

interface Choice {
  value: string;
  label: string;
}

export interface TemplatesView {
  mode: "list" | "new" | "edit" | "remove";
  templates: TemplateRowView[];
  form: TemplateFieldsView;
  isShipped: boolean;
  listsEvents: boolean;
  choices: { kinds: Choice[]; cities: Choice[]; categories: Choice[]; events: Choice[] } | null;
  /** As Liquid code, with descriptions. */
  variables: { code: string; text: string }[];
  versions: { version: number; label: string; at: string; by: string | null; isNow: boolean }[];
}

export interface TemplateFailureView extends FormFailure {
  fields: TemplateFieldsView;
}
