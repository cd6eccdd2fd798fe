import type * as v from "valibot";
import type { NotificationJson } from "../../../app/lib/deps";
import { DEFAULT_UX } from "../../../app/lib/pages/ux";
import type { AuditLog } from "../../../app/modules/audit/audit-entry.server";
import type { CityInput, CityUpdate } from "../../../app/modules/cities/city-fields";
import type { CityJson } from "../../../app/modules/cities/schema";
import type { CityWeekJson } from "../../../app/modules/discovery/weeks/published-week.server";
import type { CategoryJson } from "../../../app/modules/events/event-json-schema";
import type { FollowJson } from "../../../app/modules/hosts/follows/present-follows.server";
import type { VenueJson } from "../../../app/modules/hosts/venue-json.server";
import type { SignIn, SignUp } from "../../../app/modules/identity/schema";
import type { UserJson } from "../../../app/modules/identity/users/queries.server";
import type { ProfileUpdate } from "../../../app/modules/identity/users/schema";
import type { UserUpdate } from "../../../app/modules/identity/users/user-commands.server";
import type {
  PushSubscriptionInput,
  PushSubscriptionJson,
} from "../../../app/modules/notifications/push/subscriptions.server";
import type { CollectionInput, CollectionJson } from "../../../app/modules/saved/schema";
import type {
  FeatureFlagInput,
  FeatureFlagJson,
} from "../../../app/modules/settings/flags/known-flags";
import { EVENT_EXAMPLE, EVENT_ID } from "./event-examples";

export const CITY_EXAMPLE: CityJson = {
  id: "019b7647-f000-7f3a-8c21-0d9a4be27c10",
  slug: "tehran",
  name: { en: "Tehran", fa: "تهران" },
  country: { en: "Iran", fa: "ایران" },
  stateProvince: { en: "Tehran", fa: "تهران" },
  timezone: "Asia/Tehran",
  latitude: 35.6719,
  longitude: 51.4243,
  heroImageUrl: "https://rooydad.example/covers/city/tehran.svg",
  version: 3,
  updatedAt: "2026-11-20T09:30:00.000Z",
  upcomingEventCount: 42,
  nextEvent: { id: EVENT_ID, title: EVENT_EXAMPLE.title, startsAt: EVENT_EXAMPLE.startsAt },
};

export const CITY_WEEK_EXAMPLE: CityWeekJson = {
  city: EVENT_EXAMPLE.city,
  key: "1405-38",
  year: 1405,
  number: 38,
  firstDay: "2026-12-05",
  lastDay: "2026-12-11",
  intro: { en: "Small halls and long nights.", fa: "تالارهای کوچک و شب‌های بلند." },
  isAutomatic: false,
  editor: "Sara",
  publishedAt: "2026-12-03T03:30:00.000Z",
  url: "https://rooydad.example/cities/tehran/week/1405-38",
  picks: [
    {
      position: 1,
      line: { en: "Sit close to the lamp.", fa: "نزدیک چراغ بنشینید." },
      event: EVENT_EXAMPLE,
    },
  ],
};

export const CITY_INPUT_EXAMPLE: v.InferInput<typeof CityInput> = {
  slug: "sanandaj",
  name: { en: "Sanandaj", fa: "سنندج" },
  countryCode: "IR",
  stateProvince: { en: "Kurdistan", fa: "کردستان" },
  timezone: "Asia/Tehran",
  latitude: 35.3144,
  longitude: 46.9923,
  heroImageUrl: null,
};

export const CITY_UPDATE_EXAMPLE: v.InferInput<typeof CityUpdate> = {
  name: { en: "Tehran", fa: "تهران" },
  heroImageUrl: null,
  version: 3,
};

export const CATEGORY_EXAMPLE: CategoryJson = {
  name: "Concert",
  slug: "concert",
  label: { en: "Concert", fa: "کنسرت" },
  colorFamily: "lajvard",
  color: "#2C4B86",
  upcomingEventCount: 31,
};

export const ISSUE_EXAMPLES = {
  "bad-request": { path: "radius", key: "errors:issue.radius" },
  invalid: { path: "displayName", key: "errors:issue.name" },
} as const;

export const REQUEST_ID_EXAMPLE = "01a1fc07-be8d-7162-92a9-1b302351ff5c";

export const USER_EXAMPLE: UserJson = {
  id: "019b7647-f000-7a10-9c44-52e1a07c3b11",
  email: "sara@rooydad.example",
  emailVerified: true,
  displayName: "سارا محمدی",
  photoURL: null,
  role: "user",
  preferredLanguage: "fa",
  theme: null,
  calendar: null,
  timeZone: "Asia/Tehran",
  homeCity: "tehran",
  interests: ["music", "art"],
  cities: ["tehran", "toronto"],
  notificationPreferences: {
    emailEnabled: true,
    pushEnabled: false,
    categories: ["newEvents", "savedEvents"],
    frequency: "weekly",
  },
  onboardingCompleted: true,
  isActive: true,
  trustScore: 12,
  tier: "new user",
  createdAt: "2026-11-01T08:00:00.000Z",
};

export const FOUND_USER_EXAMPLE = {
  id: USER_EXAMPLE.id,
  displayName: USER_EXAMPLE.displayName,
  photoURL: null,
  role: "user",
  email: null,
};

export const QUOTA_EXAMPLE = { usedBytes: 1_482_113, quotaBytes: 209_715_200 };

export const MEDIA_EXAMPLE = {
  id: EVENT_ID,
  url: `https://rooydad.example/media/uploads/${USER_EXAMPLE.id}/${EVENT_ID}.webp`,
  bytes: 148_211,
  contentType: "image/webp",
};

export const ID_TOKEN_EXAMPLE = { idToken: "eyJhbGciOiJFUzI1NiJ9…", expiresIn: 300 };

export const SIGN_IN_EXAMPLE: SignIn = {
  email: "sara@rooydad.example",
  password: "a long quiet evening",
};

export const SIGN_UP_EXAMPLE: SignUp = {
  email: "sara@rooydad.example",
  password: "a long quiet evening",
  displayName: "سارا محمدی",
  isAdult16: true,
  acceptsTerms: true,
};

export const PROFILE_UPDATE_EXAMPLE: ProfileUpdate = {
  preferredLanguage: "fa",
  interests: ["music", "art"],
  cities: ["tehran", "toronto"],
};

export const USER_UPDATE_EXAMPLE: UserUpdate = {
  displayName: "سارا محمدی",
  preferredLanguage: "fa",
  photoURL: null,
};

export const AUDIT_LOG_EXAMPLE: Partial<AuditLog> = {
  action: "user.theme-changed",
  entity: "user",
  entityId: USER_EXAMPLE.id,
  metadata: { before: { theme: "light" }, after: { theme: "dark" } },
};

export const CLIENT_REPORT_EXAMPLE = {
  id: "019b7647-f000-7e12-9c40-5a1b2c3d4e60",
  userId: USER_EXAMPLE.id,
  userName: USER_EXAMPLE.displayName,
  action: "user.theme-changed",
  entity: "user",
  entityId: USER_EXAMPLE.id,
  metadata: { before: { theme: "light" }, after: { theme: "dark" } },
  withheld: null,
  severity: "info",
  source: "frontend",
  sessionId: null,
  createdAt: "2026-11-20T09:30:00.000Z",
};

export const AUDIT_ENTRY_EXAMPLE = {
  id: "019b7647-f000-7e12-9c40-5a1b2c3d4e5f",
  actorId: USER_EXAMPLE.id,
  actorName: USER_EXAMPLE.displayName,
  action: "event.approved",
  entity: "event",
  entityId: EVENT_ID,
  metadata: { before: { status: "pending" }, after: { status: "approved" } },
  withheld: null,
  severity: "info",
  source: "server",
  sessionId: null,
  sequence: 128,
  hash: "5f70bf18a086007016e948b04aed3b82103a36bea41755b6cddfaf10ace3c6ef",
  createdAt: "2026-12-08T10:00:00.000Z",
};

export const BADGE_COUNTS_EXAMPLE = {
  inbox: 28,
  pendingEvents: 15,
  flaggedEvents: 4,
  reportedEvents: 2,
  pendingCandidates: 7,
  pendingClaims: 2,
  deadMails: 0,
};

export const OPERATIONS_EXAMPLE = {
  status: "degraded",
  release: "4b1c0d6e-5a53-4f0d-8f6a-0b5a2f9b7c11",
  parts: [{ part: "database", ms: 4, error: null }],
  backlogs: [{ name: "mails", count: 12, late: 3, oldest: "2026-12-08T09:31:00.000Z" }],
  alarms: [{ name: "mails", count: 3, raisedAt: "2026-12-08T09:46:00.000Z" }],
};

export const COLLECTION_INPUT_EXAMPLE: Partial<CollectionInput> = {
  name: "Evenings with setar",
  description: "What my students should not miss.",
  color: "lajvard",
  icon: "music",
  isPublic: true,
};

export const COLLECTION_EXAMPLE: CollectionJson = {
  id: "019b7647-f000-7d31-8a52-77c0b1e29a40",
  name: "Evenings with setar",
  description: "What my students should not miss.",
  color: "lajvard",
  icon: "music",
  isPublic: true,
  isDefault: false,
  eventCount: 7,
};

export const CHANGER_EXAMPLE = {
  id: "019b7647-f000-7b20-8d11-6a0c9e1f4b72",
  displayName: "Nasrin",
};

export const UX_EXAMPLE = {
  values: { ...DEFAULT_UX, delightful: { ...DEFAULT_UX.delightful, confetti: false } },
  defaults: DEFAULT_UX,
};

export const FLAG_INPUT_EXAMPLE: v.InferInput<typeof FeatureFlagInput> = {
  key: "discover.moods",
  description: "Events by mood, on the discover page.",
  isOn: true,
  percentage: 25,
  roles: ["user"],
  languages: ["fa"],
};

export const FLAG_JSON_EXAMPLE: FeatureFlagJson = {
  key: "discover.moods",
  description: "Events by mood, on the discover page.",
  isOn: true,
  percentage: 25,
  roles: ["user"],
  languages: ["fa"],
  version: 1,
  updatedAt: "2026-11-20T09:30:00.000Z",
  updatedBy: CHANGER_EXAMPLE,
};

export const NOTIFICATION_EXAMPLE: NotificationJson = {
  id: "019b7647-f000-7d11-8c02-5a3f9e7b1c20",
  type: "approval",
  title: "Published: An Evening of Setar",
  message: "Your event has been approved, and everybody can find it.",
  read: false,
  createdAt: "2026-11-20T09:30:00.000Z",
  actionUrl: `/events/${EVENT_ID}`,
  relatedEntityId: EVENT_ID,
};

export const FOLLOW_EXAMPLE: FollowJson = {
  id: "019b7647-f000-7e02-9b11-2c4d6e8fa014",
  kind: "venue",
  name: { en: "Vahdat Hall, Tehran", fa: "تالار وحدت، تهران" },
  page: "/venues/tehran/vahdat-hall",
  frequency: "weekly",
  createdAt: "2026-11-20T09:30:00.000Z",
};

export const PUSH_SUBSCRIPTION_EXAMPLE: PushSubscriptionJson = {
  id: "019b7647-f000-7e02-9b11-2c4d6e8fa013",
  endpoint: "https://push.example.com/send/f3a1c9",
  createdAt: "2026-11-20T09:30:00.000Z",
};

export const PUSH_SUBSCRIPTION_INPUT_EXAMPLE: PushSubscriptionInput = {
  endpoint: "https://push.example.com/send/f3a1c9",
  keys: {
    p256dh:
      "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
    auth: "BTBZMqHH6r4Tts7J_aSIgg",
  },
  locale: "fa",
};

export const VENUE_EXAMPLE: VenueJson = {
  id: "019b7647-f000-7a51-9c02-31f4e6d8b0a7",
  slug: "vahdat-hall",
  url: "https://rooydad.example/venues/tehran/vahdat-hall",
  city: "tehran",
  name: EVENT_EXAMPLE.venue as VenueJson["name"],
  aliases: ["Talar-e Vahdat"],
  description: { en: "The opera house of Tehran.", fa: "اپراخانهٔ تهران." },
  address: { en: "Ostad Shahriar Street", fa: "خیابان استاد شهریار" },
  latitude: 35.7005,
  longitude: 51.4107,
  links: ["https://bonyadroudaki.ir"],
  isHidden: false,
  version: 2,
  updatedAt: "2026-11-20T09:30:00.000Z",
};
