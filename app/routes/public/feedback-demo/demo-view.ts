import type { EventCardView } from "~/lib/pages/views";
import type en from "~/locales/en/feedback.json";

export type DemoText = typeof en;

export interface DemoView {
  text: DemoText;
  list:
    | { state: "none" }
    | { state: "failed" }
    | { state: "loaded"; events: EventCardView[]; summary: string };
  confirming: boolean;
  removed: boolean;
}

type Field = keyof DemoText["form"]["fields"];

/** Typed values with their errors. */
export interface DemoAnswerView {
  values: Record<Field, string>;
  issues: Partial<Record<Field, keyof DemoText["form"]["issues"]>>;
}
