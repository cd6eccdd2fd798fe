import { and, eq, inArray, isNull, type SQL, sql } from "drizzle-orm";
import * as v from "valibot";
import { users } from "../../../db/schema";
import type { Locale } from "../../i18n/locale";
import { DAY } from "../../lib/dates/durations";
import type { Deps } from "../../lib/deps";
import { brandStyle } from "../../lib/drawing/brand-colors";
import { AppError } from "../../lib/errors";
import type { HTTPIssue } from "../../lib/http/form-failure";
import { DEFAULT_UX, type UxSettings } from "../../lib/pages/ux";
import type { SeoDefaults, Site } from "../../lib/pages/views";
import { type Actor, assertCan, isStaffRole, ROLES, type Role } from "../../lib/permissions";
import { log } from "../../lib/runtime/log";
import { rememberedFor } from "../../lib/runtime/remembered";
import { type SiteState, siteState } from "../store/content-version.server";
import {
  DEFAULT_SETTINGS,
  type FieldKind,
  PlatformSettings,
  SETTINGS_FIELDS,
  type SettingsGroup,
  UX,
  UxValues,
} from "./schema";
import { assertUnchanged, readGroup, type StoredGroup, storeGroup } from "./store-group.server";

/** How long staff have until they need a second factor, ms (decisions.md §5). */
export const SECOND_FACTOR_GRACE = 7 * DAY;

/**
 * The statement for when the rule is switched on: the grace begins for the staff whom it applies to
 * for the first time.
 */
const graceStatement = ({ db, clock }: Pick<Deps, "db" | "clock">) =>
  db
    .update(users)
    .set({ secondFactorDueAt: clock.now() + SECOND_FACTOR_GRACE })
    .where(and(inArray(users.role, ROLES.filter(isStaffRole)), isNull(users.secondFactorDueAt)));

/** A field's form control; undefined for unknown fields. */
export function fieldOfGroup(group: SettingsGroup, name: string): FieldKind | undefined {
  const fields: Record<string, FieldKind> = SETTINGS_FIELDS[group];
  return Object.hasOwn(fields, name) ? fields[name] : undefined;
}

interface Rule {
  type: string;
  requirement?: unknown;
}

/** The rules of a field's schema, by their type: `min_value`, `max_length` … */
function rulesOf(group: SettingsGroup, name: string): Record<string, unknown> {
  const entries = (
    PlatformSettings.entries[group] as unknown as { entries: Record<string, unknown> }
  ).entries;
  const found: Record<string, unknown> = {};
  const read = (schema: unknown) => {
    const {
      pipe = [],
      entries: inner,
      options = [],
    } = schema as { pipe?: Rule[]; entries?: object; options?: unknown[] };
    for (const { type, requirement } of pipe)
      if (typeof requirement === "number") found[type] = requirement;
    for (const part of [...Object.values(inner ?? {}), ...options]) read(part);
  };
  read(entries[name]);
  return found;
}

/** Between which numbers a field of numbers lies. */
export function rangeOf(group: SettingsGroup, name: string): { min: number; max: number } {
  const { min_value: min, max_value: max } = rulesOf(group, name);
  return { min: Number(min), max: Number(max) };
}

/** How long a text may be, in characters. */
export const longestOf = (group: SettingsGroup, name: string): number =>
  Number(rulesOf(group, name).max_length);

/** The issue of a value as a user-facing text. */
function issueOf(group: SettingsGroup, issue: v.BaseIssue<unknown>): HTTPIssue {
  const path = v.getDotPath(issue) ?? "";
  if (issue.message.startsWith("errors:")) return { path, message: issue.message };
  const name = path.split(".")[0] ?? "";
  switch (fieldOfGroup(group, name)?.kind) {
    case "number":
      return { path, message: "errors:issue.settingRange", values: rangeOf(group, name) };
    case "texts":
      return issue.type === "max_length"
        ? { path, message: "errors:issue.longerThan", values: { max: longestOf(group, name) } }
        : { path, message: "errors:issue.missing" };
    case "email":
      return { path, message: "errors:issue.email" };
    case "color":
      return { path, message: "errors:issue.color" };
    case "picture":
      return { path, message: "errors:issue.settingPicture" };
    case "handle":
      return { path, message: "errors:issue.handle" };
    default:
      return { path, message: "errors:issue.value" };
  }
}

/** All that staff decide about the product as a whole. */
export interface Platform {
  settings: PlatformSettings;
  ux: UxSettings;
  flags: SiteState["flags"];
}

/** Values of a group that no longer make sense must not close the product: the defaults hold. */
function mergeStored<T>(
  group: string,
  schema: v.GenericSchema<unknown, T>,
  values: unknown,
): T | null {
  const merged = v.safeParse(schema, values);
  if (merged.success) return merged.output;
  log("error", "settings.invalid", { group });
  return null;
}

/** Stored UX settings over the defaults. */
export function mergedUx(values: Record<string, unknown>): unknown {
  return Object.fromEntries(
    Object.entries(DEFAULT_UX).map(([group, defaults]) => [
      group,
      { ...defaults, ...(values[group] ?? {}) },
    ]),
  );
}

/** Settings and flags as a state has them. */
export const platformIn = rememberedFor((state: SiteState): Platform => {
  const settings: Record<string, unknown> = { ...DEFAULT_SETTINGS };
  let ux = DEFAULT_UX;
  for (const { group, values } of state.settings) {
    if (group === UX) {
      ux = mergeStored(group, UxValues, mergedUx(values)) ?? ux;
      continue;
    }
    const schema = PlatformSettings.entries[group as SettingsGroup] as v.GenericSchema | undefined;
    if (!schema) continue;
    const merged = mergeStored(group, schema, {
      ...DEFAULT_SETTINGS[group as SettingsGroup],
      ...values,
    });
    if (merged) settings[group] = merged;
  }
  return { settings: settings as PlatformSettings, ux, flags: state.flags };
});

/** Settings and flags as they hold now. */
export const platformOf = async (deps: Pick<Deps, "db" | "memo">): Promise<Platform> =>
  platformIn(await siteState(deps));

/** The present platform settings: stored values over the defaults. The only way to read them. */
export async function settingsOf(deps: Pick<Deps, "db" | "memo">): Promise<PlatformSettings> {
  return (await platformOf(deps)).settings;
}

/** A group with its stored state. */
interface GroupState<G extends SettingsGroup = SettingsGroup> extends Omit<StoredGroup, "values"> {
  values: PlatformSettings[G];
  defaults: PlatformSettings[G];
}

function mergedValues<G extends SettingsGroup>(
  group: G,
  values: Record<string, unknown>,
): PlatformSettings[G] {
  const merged = v.safeParse(PlatformSettings.entries[group] as v.GenericSchema, {
    ...DEFAULT_SETTINGS[group],
    ...values,
  });
  return (merged.success ? merged.output : DEFAULT_SETTINGS[group]) as PlatformSettings[G];
}

/** A group for actors who may change it. @throws AppError("forbidden") */
export async function settingsGroup<G extends SettingsGroup>(
  deps: Pick<Deps, "db">,
  actor: Actor | null,
  group: G,
): Promise<GroupState<G>> {
  assertCan(actor, "platform-settings:manage");
  const { values, ...stamp } = await readGroup(deps, group);
  return { ...stamp, values: mergedValues(group, values), defaults: DEFAULT_SETTINGS[group] };
}

/**
 * Changes values of a group, with an audit entry of actor, old and new values. The caller reads its
 * own change.
 * @param by the actor; null for the operator at the command line
 * @param expectedUpdatedAt expected time of the last change: UTC ms, null for the defaults; omit to
 * skip the check
 * @returns whether anything changed
 * @throws AppError("forbidden"), AppError("invalid") with an issue per field, AppError("conflict")
 * after a concurrent change
 */
export async function changeSettings<G extends SettingsGroup>(
  deps: Pick<Deps, "db" | "memo" | "clock" | "ids">,
  group: G,
  changes: Partial<PlatformSettings[G]>,
  by: Actor | null,
  expectedUpdatedAt?: number | null,
): Promise<boolean> {
  if (by) assertCan(by, "platform-settings:manage");
  const found = await readGroup(deps, group);
  assertUnchanged(found, expectedUpdatedAt);
  const before = mergedValues(group, found.values);
  const after = checkedValues(group, before, changes);
  const isRuleNew =
    group === "security" &&
    after.requireStaffSecondFactor === true &&
    !("requireStaffSecondFactor" in before && before.requireStaffSecondFactor);
  return storeGroup(deps, {
    group,
    entity: "platform-settings",
    found,
    before,
    after,
    defaults: DEFAULT_SETTINGS[group],
    by,
    also: isRuleNew ? [graceStatement(deps)] : [],
  });
}

/** The group after the change. @throws AppError("invalid") */
function checkedValues(
  group: SettingsGroup,
  before: Record<string, unknown>,
  changes: Record<string, unknown>,
): Record<string, unknown> {
  const unknown: HTTPIssue[] = Object.keys(changes)
    .filter((name) => !fieldOfGroup(group, name))
    .map((path) => ({ path, message: "errors:issue.unknown" }));
  const result = v.safeParse(PlatformSettings.entries[group] as v.GenericSchema, {
    ...before,
    ...changes,
  });
  const issues = [
    ...unknown,
    ...(result.success ? [] : result.issues.map((issue) => issueOf(group, issue))),
  ];
  if (issues.length > 0) throw new AppError("invalid", issues);
  return result.output as Record<string, unknown>;
}

type ExternalPages = Pick<
  Env,
  "DOCS_URL" | "BLOG_URL" | "COMMUNITY_URL" | "STATUS_URL" | "CHANGELOG_URL"
>;

/** The site's identity and the configured external pages, for every page (decisions.md §7). */
export function siteOf(
  { branding }: Pick<PlatformSettings, "branding">,
  env: ExternalPages,
  locale: Locale,
): Site {
  const { primaryColor, secondaryColor } = branding;
  const shipped = DEFAULT_SETTINGS.branding;
  const companyName = branding.companyName[locale];
  return {
    companyName,
    hasOwnLogo: companyName === shipped.companyName[locale],
    supportEmail: branding.supportEmail,
    style: brandStyle(
      isSame(primaryColor, shipped.primaryColor) ? null : primaryColor,
      isSame(secondaryColor, shipped.secondaryColor) ? null : secondaryColor,
    ),
    links: {
      docs: env.DOCS_URL || null,
      blog: env.BLOG_URL || null,
      community: env.COMMUNITY_URL || null,
      status: env.STATUS_URL || null,
      changelog: env.CHANGELOG_URL || null,
    },
  };
}

const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();

/** Default head values, in the page's language. */
export function seoOf({ seo }: Pick<PlatformSettings, "seo">, locale: Locale): SeoDefaults {
  return {
    siteName: seo.siteName[locale],
    title: seo.defaultTitle[locale],
    description: seo.defaultDescription[locale],
    imageUrl: seo.defaultOgImageUrl || null,
    twitterHandle: seo.twitterHandle || null,
  };
}

/** Seed accounts; they exist in local runs only. */
const DEMO_ADDRESS = /@rooydad\.example$/;

interface StaffRow {
  id: string;
  role: Role;
  email: string | null;
  totpEnabledAt: number | null;
  hasPasskey: boolean;
  secondFactorDueAt: number | null;
}

/**
 * Deadline by which a staff account needs a second factor, UTC epoch ms. Null for other roles,
 * accounts with an app or passkey, demo accounts of local runs, and while the setting is off.
 * Stores a new deadline if there is none yet.
 */
export async function secondFactorDeadline(
  deps: Pick<Deps, "db" | "clock" | "memo" | "later" | "isLocal">,
  { id, role, email, totpEnabledAt, hasPasskey, secondFactorDueAt }: StaffRow,
): Promise<number | null> {
  if (!isStaffRole(role) || totpEnabledAt !== null || hasPasskey) return null;
  if (deps.isLocal && DEMO_ADDRESS.test(email ?? "")) return null;
  if (!(await settingsOf(deps)).security.requireStaffSecondFactor) return null;
  if (secondFactorDueAt !== null) return secondFactorDueAt;
  const dueAt = deps.clock.now() + SECOND_FACTOR_GRACE;
  deps.later(
    deps.db
      .update(users)
      .set({ secondFactorDueAt: dueAt })
      .where(and(eq(users.id, id), isNull(users.secondFactorDueAt)))
      .run(),
  );
  return dueAt;
}

/**
 * SQL: whether a row of `users` with a staff role acts as staff at `now`, UTC ms, as `effectiveRole`
 * says of an actor. `staffSessions` in party/lookups.ts asks the same.
 */
export const actsAsStaff = (now: number): SQL =>
  sql`(email_verified_at IS NOT NULL AND (totp_enabled_at IS NOT NULL
    OR second_factor_due_at IS NULL OR second_factor_due_at > ${now}
    OR EXISTS (SELECT 1 FROM passkeys WHERE passkeys.user_id = users.id)
    OR EXISTS (SELECT 1 FROM platform_settings s WHERE s."group" = 'security' AND s."values" ->> 'requireStaffSecondFactor' = 0)))`;
