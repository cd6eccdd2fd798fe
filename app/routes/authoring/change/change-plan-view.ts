import type { PageHeadData } from "~/lib/pages/views";

export type PlanName = "move" | "postpone" | "cancel" | "reinstate";

/** Day and hours in the event's city, and the day in the other calendar. */
export interface PlanTimeView {
  /** ISO 8601 with offset. */
  dateTime: string;
  when: string;
  other: string;
}

export interface PlanEventView {
  title: string;
  titleLang: "en" | undefined;
  href: string;
}

/** How many people will be notified, and by which way. */
export interface PlanAudienceView {
  count: number;
  people: string;
  detail: string;
}

/** What those who saved the event will get. */
export interface PlanNoticeView {
  subject: string;
  old: PlanTimeView;
  /** Of a move alone. */
  new: PlanTimeView | null;
  /** Whether the old time no longer holds. */
  isStruck: boolean;
  message: string;
  from: string | null;
  venue: string;
}

/** What was typed. */
export interface PlanFieldsView {
  plan: string;
  message: string;
  startsAt: string;
  endsAt: string;
}

/** A refused form: a sentence for each field, and the submitted values. */
export interface PlanFailure {
  issues: Record<string, string>;
  fields: PlanFieldsView;
}

/** The last change of plan. */
export interface LastPlanView {
  id: string;
  /** Seconds in which it can still be undone; 0 afterwards. */
  left: number;
  done: string;
  next: string;
  history: string;
  notice: PlanNoticeView;
}

/** /events/{id}/change, in the reader's language. */
export interface PlanPage {
  head: PageHeadData;
  event: PlanEventView;
  /** What the event's state leaves. */
  plans: { name: PlanName; icon: string; label: string; help: string }[];
  fields: PlanFieldsView;
  failure: PlanFailure | null;
  /** Whether days are typed, since the browser's picker knows no Solar Hijri calendar. */
  isTyped: boolean;
  allDay: boolean;
  now: PlanTimeView;
  city: string;
  /** Of the message, characters. */
  limits: { min: number; max: number };
  audience: PlanAudienceView;
  last: LastPlanView | null;
}

/** /events/{id}/change/review. */
export interface PlanReviewPage {
  head: PageHeadData;
  event: PlanEventView;
  plan: { name: PlanName; icon: string; label: string };
  consequence: string;
  /** Another event at the same venue within the new times. */
  clash: { text: string; title: string; when: string; href: string } | null;
  /** What the confirmation sends again. */
  fields: { name: string; value: string }[];
  back: string;
  audience: PlanAudienceView;
  send: string;
  notice: PlanNoticeView;
}
