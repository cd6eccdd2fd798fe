import type { SubmissionAllowanceView } from "~/components/submission-allowance-panel/submission-allowance-panel";

type Status = "draft" | "pending" | "approved" | "rejected" | "flagged";

/** One row of /my-events. */
export interface MyEventView {
  id: string;
  title: string;
  titleLang: "en" | undefined;
  edit: string;
  remove: string;
  cover: string | null;
  /** Which part of the picture is seen where not all of it is. */
  focus: string;
  badge: { status: Status | "cancelled" | "postponed" | "scheduled"; label: string };
  revision: { status: "pending" | "rejected"; label: string } | null;
  reason: string | null;
  facts: { icon: string; text: string }[];
  /** What is to be known of its state. */
  hint: string | null;
  actions: {
    view: string | null;
    edit: "edit" | "continue" | "fix";
    submit: boolean;
    withdraw: boolean;
    /** The change of plan, where the event's state leaves one. */
    change: string | null;
    delete: boolean;
  };
}

/** /my-events, in the reader's language. */
export interface MyEventsView {
  tab: string;
  q: string;
  tabs: { name: string; label: string; count: string; href: string }[];
  isEmpty: boolean;
  /** What needs its author stands apart, under a heading. */
  groups: readonly { title: string | null; rows: readonly MyEventView[] }[];
  next: string | null;
  isContinued: boolean;
  start: string;
  allowance: SubmissionAllowanceView;
}
