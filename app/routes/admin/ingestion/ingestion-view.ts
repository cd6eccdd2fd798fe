import type { IconName } from "~/lib/icon-names";
/** Values of the correction inputs, by name. */
export type CorrectionTextsView = Record<string, string>;

export interface ChoiceView {
  value: string;
  label: string;
}

/** Options of the correction inputs. */
export interface CorrectionChoicesView {
  categories: readonly ChoiceView[];
  currencies: readonly ChoiceView[];
  /**
   * Inputs of the event's plain facts; a closed list has options, and `empty` where none may be
   * chosen.
   */
  facts: readonly {
    name: string;
    label: string;
    type: "integer" | "url" | "choice";
    options: readonly ChoiceView[];
    isOptional: boolean;
  }[];
}

export type Grade = "error" | "doubt" | "note" | "duplicate";

/** Warning or error about an extracted event. */
export interface IssueView {
  key: string;
  /** Field name. Null if the issue concerns the whole event. */
  field: string | null;
  text: string;
  grade: Grade;
}

/** Origin of a value. */
export interface OriginView {
  field: string;
  label: string;
  key: string;
  text: string;
  confidence: string;
  isSure: boolean;
}

/** Facts of an event, localized. */
export interface FactsView {
  title: string;
  titleLang: "en" | "fa";
  otherTitle: string | null;
  description: string | null;
  category: { label: string; icon: IconName } | null;
  day: { own: string; other: string } | null;
  /** Several dates in words. */
  dates: string | null;
  until: string | null;
  time: string | null;
  price: string;
  isFree: boolean;
  venue: string | null;
  address: string;
  url: { href: string; host: string } | null;
  imageUrl: string | null;
  tags: string;
}

export interface EntryView extends FactsView {
  index: number;
  number: string;
  isTaken: boolean;
  isCorrected: boolean;
  isValid: boolean;
  duplicate: string | null;
  issues: readonly IssueView[];
  origins: readonly OriginView[];
  texts: CorrectionTextsView;
}

export interface PreviewView {
  answer: number;
  summary: string;
  sure: string;
  doubtful: string | null;
  page: number;
  pages: readonly { number: number; label: string; isCurrent: boolean }[];
  entries: readonly EntryView[];
  choices: CorrectionChoicesView;
}

/** First step: the choices, and the prompt once generated. */
export interface PromptView {
  values: { city: string; month: string; provider: string; categories: readonly string[] };
  cities: readonly {
    country: string;
    cities: readonly { slug: string; name: string; otherName: string | null }[];
  }[];
  months: readonly ChoiceView[];
  providers: readonly ChoiceView[];
  categories: readonly { value: string; label: string; icon: IconName }[];
  text: string | null;
  open: readonly { id: string; href: string; label: string; ago: string }[];
}

export interface AnswerView {
  text: string;
  kept: string | null;
  provider: string;
  /** Name of the configured model, or null. */
  model: string | null;
}

export interface StartView {
  city: string;
  month: string;
  provider: string;
  categories: string;
  count: string;
  hasSome: boolean;
  doubtful: string;
  leftOut: string;
}

export interface WizardView {
  id: string | null;
  step: 1 | 2 | 3 | 4;
  steps: readonly {
    name: string;
    number: string;
    label: string;
    href: string | null;
    isCurrent: boolean;
    isDone: boolean;
  }[];
  action: string;
  back: string | null;
  next: string | null;
  cancel: string;
  prompt: PromptView | null;
  answer: AnswerView | null;
  preview: PreviewView | null;
  start: StartView | null;
}

export interface WizardRefusalView {
  message: string | null;
  issues: Record<string, string>;
  choice: { city: string; month: string; provider: string; categories: readonly string[] } | null;
  answer: string | null;
  entries: Record<
    string,
    { texts: CorrectionTextsView; issues: Record<string, string>; isTaken: boolean }
  >;
}

export type RunStatusName = "pending" | "running" | "completed" | "failed" | "cancelled";

export interface RunView {
  id: string;
  shortId: string;
  href: string;
  source: string;
  city: string;
  month: string;
  status: RunStatusName;
  statusLabel: string;
  events: string;
  duration: string;
  created: string;
  isActive: boolean;
  progress: { done: number; all: number; text: string };
  may: { cancel: boolean; retry: boolean; delete: boolean };
}

/** Link to a list, with its count. */
export interface CountedLinkView {
  status: string;
  label: string;
  count: string | null;
  href: string;
}

export interface RunListView {
  tab: "active" | "history";
  tabs: readonly { name: string; label: string; count: string | null; href: string }[];
  stats: readonly { name: string; label: string; value: string }[];
  lists: readonly CountedLinkView[];
  query: { q: string; status: string; rows: number };
  statuses: readonly ChoiceView[];
  rowChoices: readonly { value: number; label: string }[];
  runs: readonly (RunView & { deleteHref: string })[];
  here: string;
  start: string | null;
  previous: string | null;
  next: string | null;
  total: string | null;
  deletion: { id: string; question: string; text: string } | null;
}

export type LogLevel = "info" | "warn" | "error" | "debug";

export interface LogLineView {
  id: string;
  level: LogLevel;
  levelLabel: string;
  at: string;
  time: string;
  text: string;
}

export interface LogView {
  lines: readonly LogLineView[];
  level: string;
  levels: readonly ChoiceView[];
  updatesHref: string;
  text: string;
  csv: string;
}

/** Changes of a run since the last poll. */
export interface RunUpdate
  extends Pick<RunView, "status" | "statusLabel" | "duration" | "progress" | "isActive"> {
  lines: readonly LogLineView[];
}

export type Tone = "plain" | "primary" | "info" | "good" | "waiting" | "bad";

export interface CandidateView extends FactsView {
  id: string;
  href: string;
  version: number;
  number: string;
  statusLabel: string;
  tone: Tone;
  isOpen: boolean;
  city: string;
  run: { href: string; label: string };
  event: string | null;
  reason: string | null;
  hasPicture: boolean;
  findings: readonly IssueView[];
}

export interface CandidateListView {
  candidates: readonly CandidateView[];
  action: string;
  start: string | null;
  previous: string | null;
  next: string | null;
  total: string | null;
  reasonMax: number;
  bulkMax: string;
}

/** Results of a bulk decision. */
export interface CandidatesAnswerView {
  message: string | null;
  reason: string | null;
  reasonIssue: string | null;
  checked: readonly string[];
  results: {
    summary: string;
    refused: readonly { id: string; title: string; href: string; text: string }[];
  } | null;
}

export interface RunDetailView {
  run: RunView & {
    provider: string;
    categories: string;
    started: string;
    completed: string;
    attempt: string;
    lastError: string | null;
    /** `href` is null if there was no answer or it has been deleted. */
    answer: { href: string | null; kept: string };
  };
  isDeleting: boolean;
  deletion: { question: string; text: string };
  deleteHref: string;
  log: LogView;
  filters: readonly (CountedLinkView & { isCurrent: boolean })[];
  list: CandidateListView;
  here: string;
}

export interface CandidatesView {
  filters: readonly (CountedLinkView & { isCurrent: boolean })[];
  list: CandidateListView;
}

export interface DuplicateView extends FactsView {
  id: string;
  kind: "event" | "candidate";
  /** Whether it is older than the candidate in view. By default the older one is kept. */
  isEarlier: boolean;
  kindLabel: string;
  href: string;
  version: number;
  similarity: string;
}

export interface CandidateDetailView {
  candidate: CandidateView;
  picture: string | null;
  texts: CorrectionTextsView;
  choices: CorrectionChoicesView;
  origins: readonly OriginView[];
  duplicates: readonly DuplicateView[];
  /** URL of the candidate or event it was merged into, or null. */
  mergedInto: string | null;
  mergeFields: readonly { name: string; label: string }[];
  decided: string | null;
  action: string;
  back: string;
  duplicateReason: string;
  reasonMax: number;
}

export interface CandidateRefusalView {
  message: string | null;
  issues: Record<string, string>;
  texts: CorrectionTextsView | null;
  reason: string | null;
}
