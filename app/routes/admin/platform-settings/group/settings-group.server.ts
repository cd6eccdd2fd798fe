import type { Locale } from "~/i18n/locale";
import { translatorFor } from "~/i18n/messages.server";
import type { TextKey } from "~/i18n/translate";
import { formatDate, formatTime, type Reader, USUAL_ZONE } from "~/lib/dates/dates.server";
import { contrast } from "~/lib/drawing/brand-colors";
import { PAPER } from "~/lib/drawing/cover-palettes";
import { AppError } from "~/lib/errors";
import type { RequestContext } from "~/lib/http/request-context";
import { pageHead } from "~/lib/pages/page-head.server";
import { paths } from "~/lib/paths";
import { formatNumber } from "~/lib/text/money";
import {
  fieldOfGroup,
  longestOf,
  rangeOf,
  settingsGroup,
} from "~/modules/settings/platform-settings.server";
import {
  DEFAULT_SETTINGS,
  SETTINGS_FIELDS,
  SETTINGS_GROUPS,
  type SettingsGroup,
} from "~/modules/settings/schema";
import {
  isEqualJson,
  type SettingsChange,
  settingsHistory,
} from "~/modules/settings/store-group.server";
import { presentValue, settingsFieldLabel } from "../platform-settings.server";

export type SettingsGroupView = Awaited<ReturnType<typeof settingsGroupLoader>>;
export type SettingsFieldView = SettingsGroupView["fields"][number];

/** Minimum contrast of a control to the page (WCAG 2.2 SC 1.4.11). */
const VISIBLE = 3;

type Values = Record<string, unknown>;

/** @throws AppError("not-found") */
export function groupNamed(name: string | undefined): SettingsGroup {
  const group = SETTINGS_GROUPS.find((one) => one === name);
  if (!group) throw new AppError("not-found");
  return group;
}

/** Data of `/admin/platform-settings/{group}`: fields with defaults, and the change history. */
export async function settingsGroupLoader(context: RequestContext, name: string | undefined) {
  const { deps, locale, origin, seo, signedIn } = context;
  const group = groupNamed(name);
  const t = translatorFor(locale);
  const state = await settingsGroup(deps, signedIn, group);
  const values: Values = state.values;
  const defaults: Values = state.defaults;
  const history = await settingsHistory(deps, "platform-settings", group);
  const title = t(`settings:groups.${group}.title`);
  return {
    head: pageHead({ origin, locale, seo }, paths.adminPlatformSettings(group), {
      title,
      description: t(`settings:groups.${group}.about`),
      noindex: true,
    }),
    group,
    title,
    about: t(`settings:groups.${group}.about`),
    /** Time of the last change, submitted as the version. */
    seen: state.updatedAt === null ? "" : String(state.updatedAt),
    fields: Object.keys(SETTINGS_FIELDS[group]).map((field) =>
      presentField(group, field, values, defaults, locale),
    ),
    isChanged: Object.keys(defaults).some((field) => !isEqualJson(values[field], defaults[field])),
    history: history.map((change) => presentChange(group, change, context)),
    groups: SETTINGS_GROUPS.map((one) => ({
      href: paths.adminPlatformSettings(one),
      title: t(`settings:groups.${one}.title`),
      isHere: one === group,
    })),
  };
}

function presentField(
  group: SettingsGroup,
  name: string,
  values: Values,
  defaults: Values,
  locale: Locale,
) {
  const t = translatorFor(locale);
  const field = fieldOfGroup(group, name) ?? { kind: "switch" as const };
  const value = values[name];
  return {
    name,
    kind: field.kind,
    isLong: field.kind === "texts" && field.isLong,
    label: settingsFieldLabel(group, name, locale),
    help: t(`settings:fields.${group}.${name}.help` as TextKey<"settings">),
    isOn: value === true,
    text: typeof value === "number" || typeof value === "string" ? String(value) : "",
    texts: field.kind === "texts" ? (value as { en: string; fa: string }) : null,
    ...(field.kind === "number" ? rangeOf(group, name) : null),
    unit: field.kind === "number" ? t(`settings:unitNames.${field.unit}`) : "",
    maxLength: field.kind === "texts" ? longestOf(group, name) : undefined,
    defaultValue: presentValue(group, name, defaults[name], locale),
    isChanged: !isEqualJson(value, defaults[name]),
    warning: warningOf(group, name, values, locale),
  };
}

/** Warning about a valid but unusual value, or null. */
function warningOf(
  group: SettingsGroup,
  name: string,
  values: Values,
  locale: Locale,
): string | null {
  const t = translatorFor(locale);
  if (isEqualJson(values[name], (DEFAULT_SETTINGS[group] as Values)[name])) return null;
  if (group === "branding" && (name === "primaryColor" || name === "secondaryColor")) {
    const ratio = contrast(String(values[name]), PAPER.light);
    return ratio < VISIBLE
      ? t("settings:warning.contrast", {
          ratio: formatNumber(ratio, locale, {
            minimumFractionDigits: 1,
            maximumFractionDigits: 1,
          }),
        })
      : null;
  }
  if (
    group === "storage" &&
    name !== "storageQuotaMb" &&
    Number(values[name]) > Number(values.storageQuotaMb)
  )
    return t("settings:warning.quota");
  if (name === "maintenanceMode" && values[name] === true) return t("settings:warning.closed");
  return null;
}

function presentChange(
  group: SettingsGroup,
  { id, at, by, before, after }: SettingsChange,
  context: Reader & Pick<RequestContext, "timeZone">,
) {
  const { locale } = context;
  const zone = context.timeZone ?? USUAL_ZONE;
  return {
    id,
    when: `${formatDate(at, zone, context, { weekday: false })} · ${formatTime(at, zone, locale)}`,
    at: new Date(at).toISOString(),
    by,
    fields: Object.keys(after).map((name) => ({
      name,
      label: settingsFieldLabel(group, name, locale),
      before: presentValue(group, name, before[name], locale),
      after: presentValue(group, name, after[name], locale),
    })),
  };
}
