import type { DiffPart } from "../../lib/text/word-diff";

export type EventStatusName = "draft" | "pending" | "approved" | "rejected" | "flagged";

/** One of what waits, in the list. */
export interface QueueRowView {
  id: string;
  href: string;
  isOpen: boolean;
  title: string;
  titleLang: "en" | undefined;
  cover: string;
  /** Which part of the picture is seen where not all of it is. */
  focus: string;
  creator: string | null;
  /** Who else changed it while it waits. */
  editedBy: string | null;
  city: string;
  kind: "new" | "edit";
  isDuplicate: boolean;
  wait: string;
  since: string;
}

export interface HistoryView {
  key: string;
  what: string;
  who: string;
  reason: string | null;
  ago: string;
  when: string;
  at: string;
}

interface SideView {
  parts: DiffPart[];
  image: string | null;
}

export interface ChangeView {
  name: string;
  label: string;
  lang?: "en" | "fa";
  before: SideView;
  after: SideView;
}

export interface WrittenView {
  texts: { name: string; label: string; en: string | null; fa: string | null }[];
  facts: { name: string; label: string; text: string; href?: string | null; image?: string | null }[];
}

/** What may be the same event as what is being decided on, and why. */
export interface PossibleDuplicateView {
  id: string;
  version: number;
  href: string;
  title: string;
  when: string;
  status: EventStatusName;
  statusLabel: string;
  relation: string;
  reasons: string;
}

/** What a merge can take along, and with which reason a duplicate is rejected. */
export interface MergeView {
  fields: { name: string; label: string }[];
  reason: string;
}

/** What staff have said of an event to each other. */
export interface NotesView {
  entries: { id: string; author: string; body: string; isOwn: boolean; ago: string; when: string; at: string }[];
  /** By which names colleagues are called, each with its @. */
  handles: string[];
  max: number;
}

/** Why a note was refused, and what was typed. */
export interface NoteFailureView {
  event: string;
  issue: string;
  body: string;
}

/** What is being decided on. */
export interface CaseView {
  isOpen: true;
  id: string;
  kind: "new" | "edit";
  kindLabel: string;
  version: number;
  title: string;
  titleLang: "en" | undefined;
  cover: string;
  /** Which part of the picture is seen where not all of it is. */
  focus: string;
  when: string;
  where: string;
  saved: string | null;
  creator: { name: string; href: string; standing: string; history: string } | null;
  /** The person other than the creator who made the edit, or changed the event while it waits. */
  editedBy: string | null;
  page: string;
  edit: string;
  warning: string | null;
  changes: ChangeView[] | null;
  written: WrittenView | null;
  duplicates: PossibleDuplicateView[];
  history: HistoryView[];
  notes: NotesView;
  presets: { name: string; label: string; text: string; href: string }[];
  /** Null where it cannot be merged or rejected as a whole. */
  merge: MergeView | null;
  hostLanguage: string | null;
  /** What a preset has put there without a script. */
  reason: string;
  reasonMax: number;
}

/** /admin/pending-events. */
export interface QueueView {
  lead: string;
  tab: string;
  tabs: { name: string; label: string; count: string; href: string }[];
  rows: QueueRowView[];
  opened: CaseView | { isOpen: false; sentence: string; details: string | null } | null;
  action: string | null;
  nextId: string | null;
  previous: string | null;
  following: string | null;
  nextPage: string | null;
  firstPage: string | null;
  here: string;
}

/** Why a decision was refused, and what was typed. */
export interface DecisionFailureView {
  event: string;
  message: string | null;
  issues: Record<string, string>;
  reason: string;
}
