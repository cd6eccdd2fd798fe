import * as v from "valibot";
import { BRAND_COLORS } from "../../lib/palette";

const whole = (min: number, max: number) => v.pipe(v.number(), v.integer(), v.minValue(min), v.maxValue(max));
const text = (max: number) => v.pipe(v.string(), v.trim(), v.maxLength(max));
const inBothLanguages = (max: number) => v.object({ en: v.pipe(text(max), v.minLength(1)), fa: v.pipe(text(max), v.minLength(1)) });
const color = v.pipe(v.string(), v.regex(/^#[0-9A-Fa-f]{6}$/));

/** Every group of the platform settings with its fields (decisions.md §7). */
export const PlatformSettings = v.object({
  features: v.object({
    enableUserRegistration: v.boolean(),
    enableGoogleLogin: v.boolean(),
    enableEventSubmission: v.boolean(),
    maintenanceMode: v.boolean(),
  }),
  branding: v.object({
    companyName: inBothLanguages(60),
    supportEmail: v.pipe(v.string(), v.email()),
    primaryColor: color,
    secondaryColor: color,
  }),
  security: v.object({
    passwordMinLength: whole(8, 64),
    maxLoginAttempts: whole(1, 100),
    requireUppercase: v.boolean(),
    enableTwoFactor: v.boolean(),
  }),
  moderation: v.object({ autoApproveEvents: v.boolean(), minReportsForAutoFlag: whole(1, 1000) }),
  notifications: v.object({
    enableEmailNotifications: v.boolean(),
    adminNotificationEmail: v.union([v.literal(""), v.pipe(v.string(), v.email())]),
  }),
  storage: v.object({ maxImageSizeMb: whole(1, 20), maxVideoSizeMb: whole(1, 200), storageQuotaMb: whole(1, 10_000) }),
  content: v.object({
    titleMin: whole(1, 500),
    titleMax: whole(1, 500),
    descriptionMin: whole(0, 20_000),
    descriptionMax: whole(1, 20_000),
    venueMin: whole(1, 500),
    venueMax: whole(1, 500),
    addressMin: whole(0, 500),
    addressMax: whole(1, 500),
    cityNameMin: whole(1, 200),
    cityNameMax: whole(1, 200),
  }),
});
export type PlatformSettings = v.InferOutput<typeof PlatformSettings>;
export type SettingsGroup = keyof PlatformSettings;

/** What holds until somebody changes it (decisions.md §7). */
export const DEFAULT_SETTINGS: PlatformSettings = {
  features: { enableUserRegistration: true, enableGoogleLogin: true, enableEventSubmission: true, maintenanceMode: false },
  branding: {
    companyName: { en: "Rooydad", fa: "رویداد" },
    supportEmail: "hello@rooydad.example",
    primaryColor: BRAND_COLORS.primary,
    secondaryColor: BRAND_COLORS.secondary,
  },
  security: { passwordMinLength: 10, maxLoginAttempts: 5, requireUppercase: false, enableTwoFactor: true },
  moderation: { autoApproveEvents: false, minReportsForAutoFlag: 3 },
  notifications: { enableEmailNotifications: true, adminNotificationEmail: "" },
  storage: { maxImageSizeMb: 5, maxVideoSizeMb: 50, storageQuotaMb: 200 },
  content: {
    titleMin: 5,
    titleMax: 140,
    descriptionMin: 20,
    descriptionMax: 5000,
    venueMin: 2,
    venueMax: 120,
    addressMin: 0,
    addressMax: 240,
    cityNameMin: 2,
    cityNameMax: 80,
  },
};
