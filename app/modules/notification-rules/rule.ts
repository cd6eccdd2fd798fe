import type { notificationRules } from "../../../db/schema";

type Row = typeof notificationRules.$inferSelect;

/** Who is told of what, how and when (decisions.md §9). */
export interface Rule
  extends Pick<
    Row,
    "key" | "name" | "trigger" | "audience" | "conditions" | "channels" | "timing" | "templateKey" | "capPerDay" | "quietHours" | "isActive"
  > {
  /** 0 while a shipped rule is as it was shipped. */
  version: number;
}
