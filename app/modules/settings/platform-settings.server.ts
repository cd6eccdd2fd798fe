import * as v from "valibot";
import type { Locale } from "../../i18n/locale";
import type { Deps } from "../../lib/deps";
import { brandStyle } from "../../lib/drawing/brand-colors";
import { AppError } from "../../lib/errors";
import type { HTTPIssue } from "../../lib/http/form-failure";
import { DEFAULT_UX, type UxSettings } from "../../lib/pages/ux";
import type { SeoDefaults, Site } from "../../lib/pages/views";
import { type Actor, assertCan } from "../../lib/permissions";
import { log } from "../../lib/runtime/log";
import { rememberedFor } from "../../lib/runtime/remembered";
import { type SiteState, siteState } from "../store/content-version.server";
import { fieldOfGroup, issueOf } from "./fields";
import { DEFAULT_SETTINGS, PlatformSettings, type SettingsGroup, UX, UxValues } from "./schema";
import { graceStatement } from "./second-factor-grace.server";
import { assertUnchanged, readGroup, type StoredGroup, storeGroup } from "./store-group.server";

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
