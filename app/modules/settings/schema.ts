import * as v from "valibot";
import { BRAND_COLORS } from "../../lib/drawing/palette";
import { UX_GROUP_NAMES, UX_GROUPS, type UxSettings } from "../../lib/pages/ux";

const whole = (min: number, max: number) =>
  v.pipe(v.number(), v.integer(), v.minValue(min), v.maxValue(max));
const text = (max: number) => v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(max));
const inBothLanguages = (max: number) => v.object({ en: text(max), fa: text(max) });
const emailAddress = v.pipe(v.string(), v.trim(), v.maxLength(254), v.email());
const color = v.pipe(v.string(), v.regex(/^#[0-9A-Fa-f]{6}$/));

/**
 * A picture of the product's own by its path: previews of links load it from here too (decisions.md
 * §16).
 */
const picture = v.pipe(v.string(), v.trim(), v.maxLength(1_000), v.regex(/^\/[^/\\]/));

/** A shortest and a longest length; the shortest may not be the longer one. */
const lengths = v.pipe(
  v.object({
    titleMin: whole(1, 100),
    titleMax: whole(10, 300),
    descriptionMin: whole(0, 2_000),
    descriptionMax: whole(100, 50_000),
    venueMin: whole(0, 100),
    venueMax: whole(2, 300),
    addressMin: whole(0, 100),
    addressMax: whole(2, 500),
    cityNameMin: whole(1, 50),
    cityNameMax: whole(2, 200),
  }),
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
);

/** Every group of the platform settings with its fields (decisions.md §7). */
export const PlatformSettings = v.object({
  features: v.object({
    enableUserRegistration: v.boolean(),
    enableGoogleLogin: v.boolean(),
    enableEventSubmission: v.boolean(),
    /** Publishes a week's picks by score for cities where no editor has picked. */
    enableAutomaticPicks: v.boolean(),
    /** Whether programs may act with keys that people create. */
    enableApiKeys: v.boolean(),
    /** Whether webhooks are sent (docs/decisions/webhooks.md). */
    enableWebhooks: v.boolean(),
    /** Whether people can claim the pages of venues and organizers. */
    enableHostClaims: v.boolean(),
    /** Whether other sites may ask how to embed a page. */
    enableOembed: v.boolean(),
    /** Whether AI assistants may use `/mcp`. */
    enableMcp: v.boolean(),
    /** Whether monitored sources are checked on their schedule. */
    enableSourceChecks: v.boolean(),
    /** Whether managers of pages can send messages to their followers. */
    enableAnnouncements: v.boolean(),
    /** Whether channels of messengers get posts and bots answer (docs/decisions/messengers.md). */
    enableMessengers: v.boolean(),
    /** Whether a model may draft texts in the other language (docs/decisions/languages.md). */
    enableDrafting: v.boolean(),
    maintenanceMode: v.boolean(),
  }),
  branding: v.object({
    companyName: inBothLanguages(60),
    supportEmail: emailAddress,
    primaryColor: color,
    secondaryColor: color,
  }),
  seo: v.object({
    /** Of the home page, and the default for pages without their own. */
    defaultTitle: inBothLanguages(70),
    defaultDescription: inBothLanguages(300),
    /** Empty: the product's own picture in the language of the page. */
    defaultOgImageUrl: v.union([v.literal(""), picture]),
    siteName: inBothLanguages(60),
    /** With its @; empty for none. */
    twitterHandle: v.union([v.literal(""), v.pipe(v.string(), v.trim(), v.regex(/^@\w{1,15}$/))]),
  }),
  security: v.object({
    passwordMinLength: whole(8, 64),
    maxLoginAttempts: whole(1, 100),
    requireUppercase: v.boolean(),
    enableTwoFactor: v.boolean(),
    requireStaffSecondFactor: v.boolean(),
  }),
  analytics: v.object({
    enablePageTracking: v.boolean(),
    excludeAdmins: v.boolean(),
    /** Of a hundred page views, how many are counted. */
    samplingRate: whole(0, 100),
  }),
  moderation: v.object({
    autoApproveEvents: v.boolean(),
    /** The sum of weights at which reports hide an event. */
    minReportsForAutoFlag: whole(1, 1_000),
    /** Events that reports alone may hide in one clock hour. */
    maxAutoFlagsPerHour: whole(0, 1_000),
  }),
  notifications: v.object({
    enableEmailNotifications: v.boolean(),
    adminNotificationEmail: v.union([v.literal(""), emailAddress]),
  }),
  storage: v.object({
    maxImageSizeMb: whole(1, 20),
    maxVideoSizeMb: whole(1, 200),
    storageQuotaMb: whole(1, 10_000),
  }),
  content: lengths,
});
export type PlatformSettings = v.InferOutput<typeof PlatformSettings>;
export type SettingsGroup = keyof PlatformSettings;

export const SETTINGS_GROUPS = Object.keys(PlatformSettings.entries) as SettingsGroup[];

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

/** The defaults (decisions.md §7). */
export const DEFAULT_SETTINGS: PlatformSettings = {
  features: {
    enableUserRegistration: true,
    enableGoogleLogin: true,
    enableEventSubmission: true,
    enableAutomaticPicks: true,
    enableApiKeys: true,
    enableWebhooks: true,
    enableHostClaims: true,
    enableOembed: true,
    enableMcp: true,
    enableSourceChecks: true,
    enableAnnouncements: true,
    enableMessengers: true,
    enableDrafting: true,
    maintenanceMode: false,
  },
  branding: {
    companyName: { en: "Rooydad", fa: "رویداد" },
    supportEmail: "hello@rooydad.example",
    primaryColor: BRAND_COLORS.primary,
    secondaryColor: BRAND_COLORS.secondary,
  },
  seo: {
    defaultTitle: { en: "Events across Iran", fa: "رویدادهای سراسر ایران" },
    defaultDescription: {
      en: "Concerts, workshops, exhibitions and gatherings across Iran and wherever Iranians are: tonight, this weekend, in your city.",
      fa: "کنسرت، کارگاه، نمایشگاه و دورهمی در سراسر ایران و هر جا که ایرانی‌ها هستند؛ امشب، آخر هفته، در شهر شما.",
    },
    defaultOgImageUrl: "",
    siteName: { en: "Rooydad", fa: "رویداد" },
    twitterHandle: "",
  },
  security: {
    passwordMinLength: 10,
    maxLoginAttempts: 5,
    requireUppercase: false,
    enableTwoFactor: true,
    requireStaffSecondFactor: true,
  },
  analytics: { enablePageTracking: true, excludeAdmins: true, samplingRate: 100 },
  moderation: { autoApproveEvents: false, minReportsForAutoFlag: 3, maxAutoFlagsPerHour: 5 },
  notifications: { enableEmailNotifications: true, adminNotificationEmail: "" },
  storage: { maxImageSizeMb: 5, maxVideoSizeMb: 50, storageQuotaMb: 200 },
  content: {
    titleMin: 5,
    titleMax: 140,
    descriptionMin: 20,
    descriptionMax: 5_000,
    venueMin: 2,
    venueMax: 120,
    addressMin: 0,
    addressMax: 240,
    cityNameMin: 2,
    cityNameMax: 80,
  },
};
