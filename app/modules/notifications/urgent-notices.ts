import { HOUR } from "../../lib/dates/durations";
import { notificationKind } from "./notification-kinds";
import type { Rule } from "./rules/rule";

/** So long before the start, ms, nothing delays an urgent notice: no quiet hours and no cap. */
const NEAR = 72 * HOUR;

/** What makes a notice urgent. A trial of a rule knows no values. */
interface Notice {
  kind: string;
  values?: Record<string, unknown>;
}

/**
 * Whether savers learn of it at once, whatever digest rule and reader chose: an event is called
 * off, postponed or back, or has another time or place (decisions.md §17).
 */
export function isUrgent({ audience }: Pick<Rule, "audience">, { kind, values }: Notice): boolean {
  if (audience !== "savers" || !notificationKind(kind).isUrgent) return false;
  const changed = values?.changed;
  return !Array.isArray(changed) || changed.some((what) => what === "time" || what === "place");
}

/**
 * The rule as it applies to a notice: an urgent one goes instantly, and near the old or the new
 * start without quiet hours and cap.
 * @param startsAt the event's start, UTC ms
 */
export function ruleFor<R extends Omit<Rule, "key" | "name" | "version">>(
  rule: R,
  notice: Notice,
  startsAt: number | null,
  now: number,
): R {
  if (!isUrgent(rule, notice)) return rule;
  const { oldStartsAt } = notice.values ?? {};
  const isNear = [startsAt, oldStartsAt].some(
    (start) => typeof start === "number" && start > now && start - now <= NEAR,
  );
  return { ...rule, timing: "instant", ...(isNear && { capPerDay: null, quietHours: null }) };
}
