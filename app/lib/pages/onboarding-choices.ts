import {
  CITIES_MAX,
  FREQUENCIES,
  type Frequency,
  INTERESTS,
  type Interest,
  NOTIFICATION_CATEGORIES,
  type NotificationCategory,
} from "./preference-choices";

/** The five steps of the onboarding, in order (product.md §2). */
export const ONBOARDING_STEPS = [
  "welcome",
  "interests",
  "cities",
  "notifications",
  "complete",
] as const;
export type OnboardingStepName = (typeof ONBOARDING_STEPS)[number];
export const LAST_STEP = ONBOARDING_STEPS.length;

/** Interests that the last step names; the others are counted (product.md §2). */
const SUMMARY_MAX = 6;

/** Choices of the onboarding steps. */
export interface OnboardingChoices {
  interests: Interest[];
  /** Slugs. */
  cities: string[];
  email: boolean;
  about: NotificationCategory[];
  frequency: Frequency;
}

/** The parts of a stored profile that the steps change. */
export interface StoredPreferences {
  interests: readonly string[];
  cities: readonly string[];
  notificationPreferences: {
    emailEnabled: boolean;
    pushEnabled: boolean;
    categories: readonly string[];
    frequency: Frequency;
  };
}

/** Names of the fields: in the addresses of the steps, and in their forms. */
const FIELDS = [
  "interests",
  "cities",
  "email",
  "about",
  "frequency",
] as const satisfies readonly (keyof OnboardingChoices)[];
type Field = (typeof FIELDS)[number];

const FIELDS_OF: Record<OnboardingStepName, readonly Field[]> = {
  welcome: [],
  interests: ["interests"],
  cities: ["cities"],
  notifications: ["email", "about", "frequency"],
  complete: [],
};

/** The step of an address: clamped to a whole number from 1 to 5 (product.md §4). */
export function clampStep(step: string | number | undefined): number {
  const number = Math.trunc(Number(step));
  return Number.isNaN(number) ? 1 : Math.min(LAST_STEP, Math.max(1, number));
}

export const stepName = (step: number): OnboardingStepName =>
  ONBOARDING_STEPS[clampStep(step) - 1] ?? "welcome";

/** Those of the values that are among the known ones, each once, in their known order. */
function knownOf<T extends string>(known: readonly T[], values: readonly unknown[]): T[] {
  return known.filter((value) => values.includes(value));
}

const isSlug = (value: unknown): value is string =>
  typeof value === "string" && /^[a-z0-9-]{1,60}$/.test(value);
const slugsOf = (values: readonly unknown[]): string[] =>
  [...new Set(values.filter(isSlug))].slice(0, CITIES_MAX);

/** Stored preferences as choices. */
export function choicesOf({
  interests,
  cities,
  notificationPreferences,
}: StoredPreferences): OnboardingChoices {
  return {
    interests: knownOf(INTERESTS, interests),
    cities: slugsOf(cities),
    email: notificationPreferences.emailEnabled,
    about: knownOf(NOTIFICATION_CATEGORIES, notificationPreferences.categories),
    frequency: notificationPreferences.frequency,
  };
}

/** Choices as stored preferences; push stays unchanged, since no step asks about it. */
export function preferencesOf(
  { interests, cities, email, about, frequency }: OnboardingChoices,
  pushEnabled: boolean,
) {
  return {
    interests,
    cities,
    notificationPreferences: { emailEnabled: email, pushEnabled, categories: about, frequency },
  };
}

/**
 * Choices from a form's or address's fields. A present field counts even when empty; a missing one
 * keeps the fallback. Ignores unknown values.
 */
export function readChoices(
  fields: Pick<FormData | URLSearchParams, "has" | "getAll">,
  fallback: OnboardingChoices,
): OnboardingChoices {
  const read = <T>(field: Field, take: (values: unknown[]) => T, otherwise: T): T =>
    fields.has(field) ? take([...fields.getAll(field)]) : otherwise;
  return {
    interests: read("interests", (values) => knownOf(INTERESTS, values), fallback.interests),
    cities: read("cities", slugsOf, fallback.cities),
    email: read("email", (values) => values.includes("1"), fallback.email),
    about: read("about", (values) => knownOf(NOTIFICATION_CATEGORIES, values), fallback.about),
    frequency: read(
      "frequency",
      (values) => FREQUENCIES.find((known) => values.includes(known)) ?? fallback.frequency,
      fallback.frequency,
    ),
  };
}

/** The same of the fields that are there alone. */
export function readEdits(
  fields: Pick<FormData, "has" | "getAll">,
  fallback: OnboardingChoices,
): Partial<OnboardingChoices> {
  const choices = readChoices(fields, fallback);
  return Object.fromEntries(
    FIELDS.filter((field) => fields.has(field)).map((field) => [field, choices[field]]),
  );
}

/** Marks a field as present, also before its chosen values. */
export const NOTHING_CHOSEN = "";

/**
 * Hidden fields for the next step: those of the address, except those that the step renders itself.
 */
export function carriedFields(
  params: URLSearchParams,
  choices: OnboardingChoices,
  step: number,
): [name: string, value: string][] {
  const own = FIELDS_OF[stepName(step)];
  return FIELDS.filter((field) => params.has(field) && !own.includes(field)).flatMap(
    (field): [string, string][] => {
      const value = choices[field];
      if (typeof value === "string") return [[field, value]];
      const values = typeof value === "boolean" ? (value ? ["1"] : []) : value;
      return [NOTHING_CHOSEN, ...values].map((item) => [field, item]);
    },
  );
}

/** The first chosen items, and the number of others. */
export function summarize<T>(chosen: readonly T[]): { shown: readonly T[]; more: number } {
  return { shown: chosen.slice(0, SUMMARY_MAX), more: Math.max(0, chosen.length - SUMMARY_MAX) };
}
