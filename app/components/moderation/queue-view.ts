import type { DiffPart } from "../../lib/text/word-diff";
import type { ReportView } from "./details-view";

export type EventStatusName = "draft" | "pending" | "approved" | "rejected" | "flagged";

/** Row of the moderation queue. */
export interface QueueRowView {
  id: string;
  href: string;
  isOpen: boolean;
  title: string;
  titleLang: "en" | undefined;
  cover: string;
  /** Part of the cover to keep when cropped: an `IMAGE_FOCUSES` value. */
  focus: string;
  creator: string | null;
  /** Person other than the creator who edited the pending version. */
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
  texts: {
    name: string;
    label: string;
    en: string | null;
    fa: string | null;
    /** Languages with an unconfirmed machine translation. */
    machine: readonly ("en" | "fa")[];
  }[];
  facts: {
    name: string;
    label: string;
    text: string;
    href?: string | null;
    image?: string | null;
  }[];
}

/** Possible duplicate of the event under review, with the reasons. */
export interface PossibleDuplicateView {
  id: string;
  version: number;
  href: string;
  title: string;
  when: string;
  where: string;
  status: EventStatusName;
  statusLabel: string;
  /** Of an imported candidate: another candidate. */
  isCandidate: boolean;
  relation: string;
  reasons: string;
}

/** Options of a merge: fields to take over and the duplicate's rejection reason. */
export interface MergeView {
  fields: { name: string; label: string }[];
  reason: string;
}

/** Staff notes of an event. */
export interface NotesView {
  entries: {
    id: string;
    author: string;
    body: string;
    isOwn: boolean;
    ago: string;
    when: string;
    at: string;
  }[];
  /** Handles of colleagues, with the leading @. */
  handles: string[];
  max: number;
}

/** A rejected note: messages and the typed text. */
export interface NoteFailureView {
  event: string;
  issue: string;
  body: string;
}

export type CaseKind = "new" | "edit" | "report" | "reported" | "candidate" | "source" | "plan";

/** The event under review. */
export interface CaseView {
  isOpen: true;
  id: string;
  kind: CaseKind;
  kindLabel: string;
  version: number;
  title: string;
  titleLang: "en" | undefined;
  cover: string;
  /** Part of the cover to keep when cropped: an `IMAGE_FOCUSES` value. */
  focus: string;
  when: string;
  where: string;
  saved: string | null;
  creator: { name: string; href: string; trust: string; history: string } | null;
  /** Person other than the creator who made the edit or changed the pending event. */
  editedBy: string | null;
  /** Its page; null where it has none yet. */
  page: string | null;
  edit: string;
  /** Form that hides a public event; null where it is not one with reports. */
  hide: string | null;
  warning: string | null;
  /** Doubts about an imported candidate. */
  findings: { key: string; text: string }[];
  reports: ReportView[];
  changes: ChangeView[] | null;
  written: WrittenView | null;
  duplicates: PossibleDuplicateView[];
  history: HistoryView[];
  /** Null for candidates. */
  notes: NotesView | null;
  /** Proposed traits not confirmed yet. */
  proposals: { value: string; label: string }[];
  presets: { name: string; label: string; text: string; href: string }[];
  /** Null if the event cannot be merged or rejected as a whole. */
  merge: MergeView | null;
  hostLanguage: string | null;
  /** Reason of the preset in the URL (without JavaScript). */
  reason: string;
  reasonMax: number;
}

/** Data of `/admin/pending-events`. */
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

/**
 * An event or a candidate that the decided one is almost certainly the same as: a compact card
 * beside the question.
 */
export interface OtherView {
  id: string;
  href: string;
  title: string;
  titleLang: "en" | undefined;
  cover: string;
  /** Part of the cover to keep when cropped: an `IMAGE_FOCUSES` value. */
  focus: string;
  when: string;
  where: string;
  status: EventStatusName;
  statusLabel: string;
}

/** A rejected decision: messages and the submitted values. */
export interface DecisionFailureView {
  event: string;
  message: string | null;
  issues: Record<string, string>;
  reason: string;
  /**
   * A decision that needs a second confirmation: its kind, and ids and cards of near duplicates.
   */
  confirm?: { intent: "approve" | "keep-both"; others: string; shown: OtherView[] } | undefined;
}
