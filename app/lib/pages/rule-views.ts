import type { FormFailure } from "../http/form-failure";
export interface Option {
  value: string;
  label: string;
}

/** The values of a rule's form, as text. */
export interface RuleFieldsView {
  key: string;
  name: string;
  trigger: string;
  audience: string;
  cities: string[];
  categories: string[];
  featuredOnly: boolean;
  channels: string[];
  timing: string;
  templateKey: string;
  capPerDay: string;
  quietFrom: string;
  quietTo: string;
  isActive: boolean;
  version: number;
}

export interface RuleChoicesView {
  triggers: Option[];
  audiences: Option[];
  channels: Option[];
  timings: Option[];
  templates: Option[];
  cities: Option[];
  categories: Option[];
}

export interface RuleRowView {
  key: string;
  name: string;
  href: string;
  sentence: string;
  isActive: boolean;
  isShipped: boolean;
  version: number;
  last: { at: string; by: string | null } | null;
  /** That another rule comes first for the readers of both; null for rules as shipped. */
  shadow: string | null;
}

/** Other rules for the same readers and events, and which one comes first. */
export interface CompetingView {
  winner: string;
  rules: { key: string; name: string; href: string; audience: string }[];
}

interface ReachedPerson {
  id: string;
  name: string;
  email: string | null;
  reason: string;
  how: string;
}

export interface TrialView {
  query: string;
  choices: { id: string; title: string; about: string; href: string }[];
  result: {
    title: string;
    about: string;
    total: string;
    shown: string | null;
    people: ReachedPerson[];
    leftOut: { reason: string; count: string }[];
    note: string | null;
  } | null;
}

export interface RulesView {
  mode: "list" | "new" | "edit" | "remove" | "trial";
  rules: RuleRowView[];
  form: RuleFieldsView;
  choices: RuleChoicesView | null;
  sentence: string;
  isShipped: boolean;
  competing: CompetingView | null;
  /** For a new rule: its competitors by trigger. */
  competingByTrigger: Partial<Record<string, CompetingView>>;
  trial: TrialView | null;
}

export interface RuleFailureView extends FormFailure {
  fields: RuleFieldsView;
  /** The confirmation question with the number of recipients, for rules that mail many users. */
  question: string | null;
}
