import * as v from "valibot";
import { BRAND_COLORS } from "../../lib/drawing/palette";
import { UX_GROUP_NAMES, UX_GROUPS, type UxSettings } from "../../lib/pages/ux";

/** The unit of a number. */
export type FieldUnit = "characters" | "attempts" | "percent" | "reports" | "events" | "megabytes";

/** How the form asks for a setting. */
export type FieldKind =
  | { kind: "switch" }
  | { kind: "number"; unit: FieldUnit }
  /** One text for each language. */
  | { kind: "texts"; isLong: boolean }
  | { kind: "email" | "color" | "picture" | "handle" };

/** A setting: what it takes, its default, its part of the form. */
interface Setting<S extends v.GenericSchema> {
  schema: S;
  value: v.InferOutput<S>;
  control: FieldKind;
}

const setting = <S extends v.GenericSchema>(
  schema: S,
  control: FieldKind,
  value: v.InferOutput<S>,
): Setting<S> => ({ schema, value, control });

const toggle = (value: boolean) => setting(v.boolean(), { kind: "switch" }, value);

/** A whole number of a unit, with its bounds. */
const count = (unit: FieldUnit, value: number, min: number, max: number) =>
  setting(
    v.pipe(v.number(), v.integer(), v.minValue(min), v.maxValue(max)),
    { kind: "number", unit },
    value,
  );

const text = (max: number) => v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(max));
const texts = (max: number, value: { en: string; fa: string }, isLong = false) =>
  setting(v.object({ en: text(max), fa: text(max) }), { kind: "texts", isLong }, value);

const emailAddress = v.pipe(v.string(), v.trim(), v.maxLength(254), v.email());
const color = (value: string) =>
  setting(v.pipe(v.string(), v.regex(/^#[0-9A-Fa-f]{6}$/)), { kind: "color" }, value);

/**
 * A picture of the product's own by its path: previews of links load it from here too (decisions.md
 * §16).
 */
const picture = v.pipe(v.string(), v.trim(), v.maxLength(1_000), v.regex(/^\/[^/\\]/));
const handle = v.pipe(v.string(), v.trim(), v.regex(/^@\w{1,15}$/));

/**
 * Every setting of the platform, in the order of its form (decisions.md §7). Its texts are
 * `settings:fields.<group>.<name>`; docs/settings.md names what it changes and the test of that.
 */
const SETTINGS = {
  features: {
    enableUserRegistration: toggle(true),
    enableGoogleLogin: toggle(true),
    enableEventSubmission: toggle(true),
    /** Publishes a week's picks by score for cities where no editor has picked. */
    enableAutomaticPicks: toggle(true),
    /** Whether programs may act with keys that people create. */
    enableApiKeys: toggle(true),
    /** Whether webhooks are sent (docs/decisions/webhooks.md). */
    enableWebhooks: toggle(true),
    /** Whether people can claim the pages of venues and organizers. */
    enableHostClaims: toggle(true),
    /** Whether other sites may ask how to embed a page. */
    enableOembed: toggle(true),
    /** Whether AI assistants may use `/mcp`. */
    enableMcp: toggle(true),
    /** Whether monitored sources are checked on their schedule. */
    enableSourceChecks: toggle(true),
    /** Whether managers of pages can send messages to their followers. */
    enableAnnouncements: toggle(true),
    /** Whether channels of messengers get posts and bots answer (docs/decisions/messengers.md). */
    enableMessengers: toggle(true),
    /** Whether a model may draft texts in the other language (docs/decisions/languages.md). */
    enableDrafting: toggle(true),
    /** Whether trusted sources publish with English texts that a machine wrote. */
    enableMachineEnglish: toggle(false),
    maintenanceMode: toggle(false),
  },
  branding: {
    companyName: texts(60, { en: "Rooydad", fa: "رویداد" }),
    supportEmail: setting(emailAddress, { kind: "email" }, "hello@rooydad.example"),
    primaryColor: color(BRAND_COLORS.primary),
    secondaryColor: color(BRAND_COLORS.secondary),
  },
  seo: {
    siteName: texts(60, { en: "Rooydad", fa: "رویداد" }),
    /** Of the home page, and the default for pages without their own. */
    defaultTitle: texts(70, { en: "Events across Iran", fa: "رویدادهای سراسر ایران" }),
    defaultDescription: texts(
      300,
      {
        en: "Concerts, workshops, exhibitions and gatherings across Iran and wherever Iranians are: tonight, this weekend, in your city.",
        fa: "کنسرت، کارگاه، نمایشگاه و دورهمی در سراسر ایران و هر جا که ایرانی‌ها هستند؛ امشب، آخر هفته، در شهر شما.",
      },
      true,
    ),
    /** Empty: the product's own picture in the language of the page. */
    defaultOgImageUrl: setting(v.union([v.literal(""), picture]), { kind: "picture" }, ""),
    /** With its @; empty for none. */
    twitterHandle: setting(v.union([v.literal(""), handle]), { kind: "handle" }, ""),
  },
  security: {
    passwordMinLength: count("characters", 10, 8, 64),
    requireUppercase: toggle(false),
    maxLoginAttempts: count("attempts", 5, 1, 100),
    enableTwoFactor: toggle(true),
    requireStaffSecondFactor: toggle(true),
  },
  analytics: {
    enablePageTracking: toggle(true),
    excludeAdmins: toggle(true),
    /** Of a hundred page views, how many are counted. */
    samplingRate: count("percent", 100, 0, 100),
  },
  moderation: {
    autoApproveEvents: toggle(false),
    /** The sum of weights at which reports hide an event. */
    minReportsForAutoFlag: count("reports", 3, 1, 1_000),
    /** Events that reports alone may hide in one clock hour. */
    maxAutoFlagsPerHour: count("events", 5, 0, 1_000),
  },
  notifications: {
    enableEmailNotifications: toggle(true),
    adminNotificationEmail: setting(v.union([v.literal(""), emailAddress]), { kind: "email" }, ""),
  },
  storage: {
    maxImageSizeMb: count("megabytes", 5, 1, 20),
    maxVideoSizeMb: count("megabytes", 50, 1, 200),
    storageQuotaMb: count("megabytes", 200, 1, 10_000),
  },
  content: {
    titleMin: count("characters", 5, 1, 100),
    titleMax: count("characters", 140, 10, 300),
    descriptionMin: count("characters", 20, 0, 2_000),
    descriptionMax: count("characters", 5_000, 100, 50_000),
    venueMin: count("characters", 2, 0, 100),
    venueMax: count("characters", 120, 2, 300),
    addressMin: count("characters", 0, 0, 100),
    addressMax: count("characters", 240, 2, 500),
    cityNameMin: count("characters", 2, 1, 50),
    cityNameMax: count("characters", 80, 2, 200),
  },
};

type Settings = typeof SETTINGS;
export type SettingsGroup = keyof Settings;
type Fields<G extends SettingsGroup> = keyof Settings[G] & string;
/** What each setting has of a key, by group. */
type Each<Key extends "schema" | "value" | "control"> = {
  [G in SettingsGroup]: {
    [F in Fields<G>]: Settings[G][F] extends Record<Key, infer Value> ? Value : never;
  };
};

export const SETTINGS_GROUPS = Object.keys(SETTINGS) as SettingsGroup[];

const each = <Key extends "schema" | "value" | "control">(key: Key): Each<Key> =>
  mapValues<Readonly<Record<string, Setting<v.GenericSchema>>>, unknown>(SETTINGS, (fields) =>
    mapValues(fields, (field) => field[key]),
  ) as Each<Key>;

const mapValues = <Value, Result>(
  values: Readonly<Record<string, Value>>,
  map: (value: Value) => Result,
): Record<string, Result> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, map(value)]));

const { content, ...schemas } = each("schema");

/** The settings with their groups; of two lengths the shortest may not be the longer one. */
export const PlatformSettings = v.object({
  ...(mapValues(schemas, (entries) => v.object(entries)) as {
    [G in keyof typeof schemas]: v.ObjectSchema<Each<"schema">[G], undefined>;
  }),
  content: v.pipe(
    v.object(content),
    ...(["title", "description", "venue", "address", "cityName"] as const).map((name) =>
      v.forward(
        v.check(
          (values: Record<`${typeof name}${"Min" | "Max"}`, number>) =>
            values[`${name}Min`] <= values[`${name}Max`],
          "errors:issue.minimumAboveMaximum",
        ),
        [`${name}Max`],
      ),
    ),
  ),
});
export type PlatformSettings = v.InferOutput<typeof PlatformSettings>;

/** The defaults (decisions.md §7). */
export const DEFAULT_SETTINGS: PlatformSettings = each("value");

/** The form control of each setting, in the form's order (product.md §3). */
export const SETTINGS_FIELDS = each("control");

/** The name under which the UX settings are stored beside the groups. */
export const UX = "ux";

/** Groups of switches (decisions.md §7). */
export const UxValues = v.object(
  Object.fromEntries(
    UX_GROUP_NAMES.map((group) => [
      group,
      v.object(Object.fromEntries(UX_GROUPS[group].map((name) => [name, v.boolean()]))),
    ]),
  ),
) as unknown as v.GenericSchema<unknown, UxSettings>;
