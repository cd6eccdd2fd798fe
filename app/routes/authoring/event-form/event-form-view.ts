import type { SubmissionAllowanceView } from "~/components/submission-allowance-panel/submission-allowance-panel";
import type { CalendarSystem } from "~/lib/dates/dates.server";
import type { CategoryView, EventCardView, VerificationNotice } from "~/lib/pages/views";
import type { TextName, TraitKey } from "~/modules/events/event-fields";
import type { EventFormState, InputName } from "~/modules/events/event-form-fields";

interface WrittenText {
  text: string;
  lang: "en" | "fa" | undefined;
}

/** What has been written, as its page will show it. */
export interface PagePreviewView {
  title: WrittenText;
  cover: string;
  category: CategoryView | null;
  organizer: WrittenText | null;
  about: { paragraphs: string[]; lang: "en" | "fa" | undefined; note: string | null };
  facts: { key: string; icon: string; label: string; value: string; detail: string | null; written?: boolean }[];
  schedule: { key: string; when: string; title: string }[];
  tickets: string | null;
  tags: string[];
}

/** A known place of a city. */
export interface VenueView {
  id: string;
  en: string;
  fa: string | null;
  addressEn: string | null;
  addressFa: string | null;
  latitude: number | null;
  longitude: number | null;
}

/** What follows from what has been typed. */
export interface FormPartsView {
  preview: { card: EventCardView; page: PagePreviewView | null };
  venues: readonly VenueView[];
  duplicates: readonly { id: string; href: string; title: string; date: string }[];
  /** Times as one types them in the reader's calendar. */
  shown: { startsAt: string; endsAt: string };
}

export interface CityGroupView {
  country: string;
  cities: { slug: string; name: string; otherName: string | null; currency: string }[];
}

/** /events/create and /events/{id}/edit, in the reader's language. */
export interface EventFormView extends FormPartsView {
  title: string;
  id: string | null;
  state:
    | { kind: "draft"; status: "draft" | null }
    | { kind: "submitted"; status: "draft" | "pending" | "approved" | "rejected" | "flagged"; revision: "pending" | "rejected" | null };
  stateLabel: string | null;
  reason: { of: "event" | "revision"; text: string } | null;
  /** What an import could not take over; null where there was none. */
  imported: readonly string[] | null;
  version: number;
  /** Knows a form sent twice. */
  once: string;
  fields: EventFormState;
  limits: Record<TextName, { min: number; max: number }> & { categories: number; tags: number; tag: number; url: number };
  media: { picture: string; video: string };
  /** Proposed traits not confirmed yet. */
  proposals: readonly TraitKey[];
  categories: readonly CategoryView[];
  cities: readonly CityGroupView[];
  currencies: readonly { code: string; label: string }[];
  calendar: CalendarSystem;
  today: string;
  organizer: string;
  allowance: SubmissionAllowanceView;
  isClosed: boolean;
  publishesEdits: boolean;
  /** Null where the author may submit. */
  verification: VerificationNotice | null;
}

/** What the server has answered to the form. */
export interface EventFormAnswerView {
  intent: string;
  id: string | null;
  version: number;
  fields: EventFormState | null;
  parts: FormPartsView | null;
  message: string | null;
  issues: Record<string, string>;
  newer: readonly { name: InputName; label: string; text: string }[] | null;
}
