import type { ViewerView } from "../../lib/pages/views";

/** What a form asks for before it changes something that a thief of the session wants: a password, a new sign-in or nothing. */
export type ConfirmationView = "password" | "sign-in" | "none";

/** /account, in the reader's language. */
export interface AccountView {
  displayName: string;
  initials: string;
  picture: { url: string | null; hasExternal: boolean; limit: string };
  email: { address: string; isVerified: boolean; isRefused: boolean; confirmation: ConfirmationView };
  role: ViewerView["role"];
  tier: { name: "low trust" | "new user" | "regular" | "trusted"; score: string };
  /** Empty is as the browser or the region has it. */
  display: { language: string; theme: string; calendar: string; timeZone: string };
  timeZones: { near: { value: string; label: string }[]; others: string[] };
}

export interface SessionView {
  id: string;
  name: string;
  device: "phone" | "computer" | "api";
  lastUsed: string;
  isThis: boolean;
}

/** The set-up of an authenticator app, in the answer that begins it alone. */
export interface TotpSetupView {
  /** Base32. */
  secret: string;
  uri: string;
  code: { size: number; path: string };
}

export interface PasskeyView {
  id: string;
  name: string;
  /** Whether a copy of it is kept elsewhere, such as in a password manager's cloud. */
  isBackedUp: boolean;
  /** In whole sentences. */
  added: string;
  lastUsed: string | null;
}

export interface PasskeysView {
  list: PasskeyView[];
  /** Whether this address can have passkeys: an IP address cannot. */
  isPossible: boolean;
  /** Where a local run can. */
  localhost: string | null;
}

/** /account/security. */
export interface SecurityView {
  email: string;
  confirmation: ConfirmationView;
  password: { hasPassword: boolean; isRemote: boolean; rule: string };
  /** Null where there is none to have. */
  twoFactor: { isOn: boolean } | null;
  /** Recovery codes that are left; null where sign-in has no second step. */
  codesLeft: number | null;
  passkeys: PasskeysView;
  sessions: SessionView[];
}

/** /account/data. */
export interface AccountDataView {
  email: string;
  confirmation: ConfirmationView;
  canDelete: boolean;
  /** The day on which it goes, where that has been asked for; and on which it would. */
  deletion: string | null;
  wouldGo: string;
}

export interface CityChoiceView {
  slug: string;
  name: string;
  country: string;
  words: string;
}

/** /account/preferences. */
export interface PreferencesView {
  interests: string[];
  chosenCities: string[];
  cities: CityChoiceView[] | null;
  emailEnabled: boolean;
  /** Whether no mail goes out before the address is confirmed. */
  mailsNeedAddress: boolean;
  /** Null where there are no pushes. */
  push: { key: string; isEnabled: boolean } | null;
  categories: string[];
  frequency: string;
  allowsMailTracking: boolean;
  /** The next digest, where it was asked for. */
  digest: DigestView | null;
}

/** What somebody's next digest would hold. */
export interface DigestView {
  /** When it is due, in their words; null where none is wanted. */
  due: string | null;
  sections: { heading: string; events: { title: string; href: string; when: string; place: string; note: string | null }[] }[];
}
