import type { EventStatus } from "../../../db/schema";
import { localDay, USUAL_ZONE } from "../../lib/dates.server";
import { translatorFor } from "../../lib/messages.server";
import { currencyOf } from "../../lib/money";
import { pageHead } from "../../lib/page-head.server";
import { paths } from "../../lib/paths";
import { isStaff } from "../../lib/permissions";
import { verificationNotice } from "../../lib/verification-notice.server";
import { cityNames, countryName } from "../cities/present-city.server";
import { type City, listCities } from "../cities/queries.server";
import { CATEGORIES } from "../events/categories";
import { categoryView } from "../events/present-event.server";
import { FORM_VIDEO_MAX_MB } from "../media/store-event-media.server";
import { settingsOf } from "../settings/platform-settings.server";
import { creatorStanding } from "../trust/creator-standing.server";
import { presentStanding } from "../trust/present-standing.server";
import { trustEntriesOf } from "../trust/trust-ledger.server";
import { textLimits } from "./check-values.server";
import { type FormContext, partsOfForm } from "./event-form-parts.server";
import { getOwnEvent, type OwnEvent, valuesOf, versionOf } from "./find-own-event.server";
import { emptyValues, formStateOfValues } from "./form-state-of-values.server";
import { IMPORT_NOTES } from "./import-notes";
import { AUTHORING_LIMITS } from "./schema";

/** Everything that the form of a new event shows (product.md §2). */
export function createEventPage(context: FormContext) {
  return formPage(context, null, null);
}

/**
 * The form of an event that there is. @param imported what an import has said of it, if it came by one
 * @throws AppError("not-found") for all but its creator and staff
 */
export async function editEventPage(context: FormContext, id: string, imported: string | null) {
  return formPage(context, await getOwnEvent(context.deps, context.signedIn, id), imported);
}

async function formPage(context: FormContext, own: OwnEvent | null, imported: string | null) {
  const { deps, locale, calendar, origin, seo, signedIn } = context;
  const t = translatorFor(locale);
  const cities = await listCities(deps);
  const id = own ? (own.draft ?? own.event).id : null;
  const values = own ? valuesOf(own) : emptyValues(null);
  const city = cities.find(({ slug }) => slug === values.city);
  const fields = formStateOfValues(values, city);
  const [settings, standing, entries, parts] = await Promise.all([
    settingsOf(deps),
    creatorStanding(deps, signedIn),
    trustEntriesOf(deps, signedIn.id, 100),
    partsOfForm(context, values, fields, id),
  ]);
  const { content, storage, features, moderation } = settings;
  const state = stateOf(own);
  const title = t(own ? "authoring:edit.title" : "authoring:create.title");
  return {
    head: pageHead({ origin, locale, seo }, id === null ? paths.createEvent() : paths.editEvent(id), {
      title,
      description: t("authoring:create.lead"),
      noindex: true,
    }),
    title,
    id,
    state,
    stateLabel: state.status && t(`authoring:status.${state.status}`),
    /** Its reviewer's words, of the event or of an edit of it. */
    reason: reasonOf(own),
    imported:
      imported === null
        ? null
        : IMPORT_NOTES.filter((note) => imported.split(".").includes(note)).map((note) => t(`authoring:import.note.${note}`)),
    version: own ? versionOf(own) : 0,
    /** Knows a form sent twice. */
    once: deps.ids.next(),
    fields,
    ...parts,
    limits: {
      ...textLimits(content),
      ...AUTHORING_LIMITS,
    },
    media: {
      picture: t("authoring:media.pictureHelp", { size: storage.maxImageSizeMb }),
      video: t("authoring:media.videoHelp", { size: Math.min(storage.maxVideoSizeMb, FORM_VIDEO_MAX_MB) }),
    },
    categories: CATEGORIES.flatMap(({ name }) => categoryView(name, locale) ?? []),
    cities: citiesByCountry(cities, context),
    currencies: currenciesOf(cities, fields.currency, context),
    calendar,
    /** The earliest day that the picker offers, YYYY-MM-DD. */
    today: localDay(deps.clock.now(), city?.timeZone ?? context.timeZone ?? USUAL_ZONE),
    organizer: signedIn.displayName,
    standing: {
      ...presentStanding(standing, entries, context, context.timeZone ?? USUAL_ZONE),
      ...(moderation.autoApproveEvents && { note: t("authoring:standing.published") }),
    },
    /** The settings take no new events at present (product.md §3). */
    isClosed: !own && !features.enableEventSubmission && !isStaff(signedIn),
    publishesEdits: standing.isAutoApproved,
    verification: verificationNotice(signedIn, "event:submit", locale),
  };
}

export type FormState =
  | { kind: "draft"; status: "draft" | null }
  | { kind: "submitted"; status: EventStatus; revision: "pending" | "rejected" | null };

function stateOf(own: OwnEvent | null): FormState {
  if (!own?.event) return { kind: "draft", status: own ? "draft" : null };
  return { kind: "submitted", status: own.event.status, revision: own.revision?.status ?? null };
}

function reasonOf(own: OwnEvent | null): { of: "event" | "revision"; text: string } | null {
  if (!own?.event) return null;
  if (own.revision?.status === "rejected") return { of: "revision", text: own.revision.rejectionReason ?? "" };
  return own.event.status === "rejected" ? { of: "event", text: own.event.rejectionReason ?? "" } : null;
}

/** Cities as a list offers them, those of a country together. */
export function citiesByCountry(cities: readonly City[], { locale }: Pick<FormContext, "locale">) {
  const order = new Intl.Collator(locale);
  const groups = new Map<string, { slug: string; name: string; otherName: string | null; currency: string }[]>();
  for (const city of cities) {
    const country = countryName(city, locale);
    const { name, otherName } = cityNames(city, locale);
    groups.set(country, [...(groups.get(country) ?? []), { slug: city.slug, name, otherName, currency: currencyOf(city.countryCode) }]);
  }
  // The country with the most cities first, as most of what is on is there.
  return [...groups]
    .map(([country, found]) => ({ country, cities: found.sort((a, b) => order.compare(a.name, b.name)) }))
    .sort((a, b) => b.cities.length - a.cities.length || order.compare(a.country, b.country));
}

function currenciesOf(cities: readonly City[], present: string, { locale }: FormContext) {
  const t = translatorFor(locale);
  const names = new Intl.DisplayNames([locale], { type: "currency" });
  const codes = new Set(["IRR", ...cities.map(({ countryCode }) => currencyOf(countryCode)), "USD", "EUR", ...(present ? [present] : [])]);
  return [...codes].map((code) => ({ code, label: code === "IRR" ? t("authoring:price.toman") : `${names.of(code) ?? code} (${code})` }));
}
