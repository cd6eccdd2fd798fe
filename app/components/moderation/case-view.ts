import type { DetailsView, presentReport } from "./event-details.server";
import type { reviewCase } from "./review-case.server";

type ReviewedEvent = Extract<Awaited<ReturnType<typeof reviewCase>>, { isOpen: true }>;

export type EventStatusName = DetailsView["status"];
export type ReportView = ReturnType<typeof presentReport>;
export type NotesView = ReviewedEvent["notes"];
export type HistoryView = ReviewedEvent["history"][number];
export type PossibleDuplicateView = ReviewedEvent["duplicates"][number];
export type MergeView = NonNullable<ReviewedEvent["merge"]>;
export type ChangeView = NonNullable<ReviewedEvent["changes"]>[number];
export type WrittenView = NonNullable<ReviewedEvent["written"]>;

export type CaseKind = ReviewedEvent["kind"] | "candidate" | "plan";

/** What staff decide on: an event, an edit, a candidate of ingestion or a source's change of plan. */
export interface CaseView
  extends Omit<ReviewedEvent, "kind" | "findings" | "page" | "notes" | "presets"> {
  kind: CaseKind;
  /** Doubts about a candidate, and texts of an edit that a machine wrote. */
  findings: { key: string; text: string }[];
  /** Its page; null where it has none yet. */
  page: string | null;
  /** Null for candidates and plans. */
  notes: NotesView | null;
  presets: { name: string; label: string; text: string; href: string }[];
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
  /** A colleague's claim that the decision asks about: ids of who has it. */
  claim?: string | undefined;
  /**
   * A decision that needs a second confirmation: its kind, and ids and cards of near duplicates.
   */
  confirm?: { intent: "approve" | "keep-both"; others: string; shown: OtherView[] } | undefined;
}

/** A rejected note: messages and the typed text. */
export interface NoteFailureView {
  event: string;
  issue: string;
  body: string;
}
