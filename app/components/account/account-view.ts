import type { ViewerView } from "../../lib/pages/views";

/** Confirmation required before a sensitive change: the password, a new sign-in or none. */
export type ConfirmationView = "password" | "sign-in" | "none";

/** Data of `/account`, localized. */
export interface AccountView {
  displayName: string;
  initials: string;
  picture: { url: string | null; hasExternal: boolean; limit: string };
  email: {
    address: string;
    isVerified: boolean;
    isRefused: boolean;
    confirmation: ConfirmationView;
  };
  role: ViewerView["role"];
  tier: { name: "low trust" | "new user" | "regular" | "trusted"; score: string };
  /** Empty strings stand for the defaults of the browser or region. */
  display: { language: string; theme: string; calendar: string; timeZone: string };
  timeZones: { near: { value: string; label: string }[]; others: string[] };
}

/** One thing that has access to the account or gets its data, localized. */
export interface AccessView {
  key: string;
  kind:
    | "sessions"
    | "apiKeys"
    | "calendarAddress"
    | "webhooks"
    | "pushSubscriptions"
    | "knownDevices"
    | "password"
    | "linkedAccounts"
    | "passkeys"
    | "authenticator"
    | "recoveryCodes";
  kindLabel: string;
  /** "" where the account has one at most. */
  id: string;
  /** Null where its kind says enough. */
  name: string | null;
  /** Since when, last used, from where. */
  facts: string[];
  /** Whether it belongs to this browser. */
  isThis: boolean;
  isEndable: boolean;
  /** Id of the section of the page that changes it; null for none. */
  section: "password" | "passkeys" | "two-factor" | "codes" | null;
}

/** Set-up data of an authenticator app. Sent only in the response that starts the set-up. */
export interface TotpSetupView {
  /** Base32. */
  secret: string;
  uri: string;
  code: { size: number; path: string };
}

export interface PasskeyView {
  id: string;
  name: string;
  /** Whether the passkey is backed up, for example by a password manager. */
  isBackedUp: boolean;
  /** Localized sentences. */
  added: string;
  lastUsed: string | null;
}

export interface PasskeysView {
  list: PasskeyView[];
  /** Whether the host supports passkeys. IP addresses do not. */
  isPossible: boolean;
  /** URL on localhost that supports passkeys, in local development. */
  localhost: string | null;
}

/** Data of `/account/data`. */
export interface AccountDataView {
  email: string;
  confirmation: ConfirmationView;
  canDelete: boolean;
  /**
   * `deletion`: date of a requested deletion, or null. `deletionDate`: date of a deletion requested
   * now.
   */
  deletion: string | null;
  deletionDate: string;
}

export interface CityChoiceView {
  slug: string;
  name: string;
  country: string;
  words: string;
}

/** Data of `/account/preferences`. */
export interface PreferencesView {
  interests: string[];
  chosenCities: string[];
  cities: CityChoiceView[] | null;
  emailEnabled: boolean;
  /** Whether emails are held back until the address is confirmed. */
  mailsNeedAddress: boolean;
  /** Null if push notifications are not configured. */
  push: { key: string; isEnabled: boolean; needsAddress: boolean } | null;
  categories: string[];
  frequency: string;
  allowsMailTracking: boolean;
  /** Preview of the next digest, if requested. */
  digest: DigestView | null;
}

/** Preview of the reader's next digest. */
export interface DigestView {
  /** Localized due date. Null if digests are off. */
  due: string | null;
  sections: {
    heading: string;
    events: { title: string; href: string; when: string; place: string; note: string | null }[];
  }[];
}
