import type { Rule } from "../../app/modules/notifications/rules/active-rules.server";
import { type NotificationPreferences, notificationRules } from "../../db/schema";
import type { TestDeps } from "./test-deps";

/** All categories and channels, immediately. */
export const WANTS_EVERYTHING: NotificationPreferences = {
  emailEnabled: true,
  pushEnabled: true,
  categories: ["newEvents", "recommendations", "savedEvents", "collections"],
  frequency: "instant",
};

/**
 * Stores a rule unless the key exists; by default it notifies followers of a city about new events,
 * in the app and by mail, immediately.
 */
export async function storeRule(
  { db, memo }: TestDeps,
  key: string,
  changes: Partial<Rule> = {},
): Promise<Rule> {
  const rule: Rule = {
    key,
    name: key,
    trigger: "event.new-in-city",
    audience: "city-followers",
    conditions: { cities: [], categories: [], featuredOnly: false },
    channels: ["in-app", "email"],
    timing: "instant",
    templateKey: null,
    capPerDay: null,
    quietHours: null,
    isActive: true,
    version: 1,
    ...changes,
  };
  await db
    .insert(notificationRules)
    .values({ ...rule, createdAt: 0, updatedAt: 0 })
    .onConflictDoNothing();
  memo.forget("notification-rules");
  return rule;
}
