import { presentSubmissionAllowance } from "~/components/submission-allowance-panel/present-submission-allowance.server";
import { translatorFor } from "~/i18n/messages.server";
import { localDay, USUAL_ZONE } from "~/lib/dates/dates.server";
import { CATEGORIES } from "~/lib/event/categories";
import type { SignedInContext } from "~/lib/http/request-context";
import { pageHead } from "~/lib/pages/page-head.server";
import { verificationNotice } from "~/lib/pages/viewer.server";
import { paths } from "~/lib/paths";
import { isStaff } from "~/lib/permissions";
import { currencyOf } from "~/lib/text/money";
import { textLimits } from "~/modules/authoring/check-values.server";
import { emptyValues, formStateOfValues } from "~/modules/authoring/event-values.server";
import {
  getOwnEvent,
  isPersianFirst,
  type OwnEvent,
  ownEventMarks,
  ownEventValues,
  versionOf,
} from "~/modules/authoring/find-own-event.server";
import { IMPORT_NOTES } from "~/modules/authoring/import-notes";
import { readEvent } from "~/modules/authoring/read-event-form.server";
import { AUTHORING_LIMITS } from "~/modules/authoring/schema";
import { citiesByCountry } from "~/modules/cities/present-city.server";
import { type City, listCities } from "~/modules/cities/queries.server";
import { categoryView } from "~/modules/events/present/present-event.server";
import { openProposals } from "~/modules/events/propose-traits";
import { submissionAllowance } from "~/modules/identity/trust/submission-allowance.server";
import { trustEntriesOf } from "~/modules/identity/trust/trust.server";
import { ISSUE_CODES } from "~/modules/intake/issue-table";
import { FORM_VIDEO_MAX_MB } from "~/modules/media/store-media.server";
import { weekdayName, weekdaysInOrder } from "~/modules/schedule/format-opening-hours.server";
import { withDateAdded } from "~/modules/schedule/read-schedule-inputs.server";
import { settingsOf } from "~/modules/settings/platform-settings.server";
import type { EventStatus } from "../../../../db/schema/index";
import { partsOfForm } from "./event-form-parts.server";

export type EventFormView = Awaited<ReturnType<typeof formPage>>;

/** Data of the form for a new event (product.md §2). */
export function createEventLoader(context: SignedInContext) {
  return formPage(context, null, null);
}

/**
 * Data of the form for an existing event. @param imported notes of the import that created it, or
 * null
 * @throws AppError("not-found") for anyone but its creator and staff
 */
export async function editEventLoader(
  context: SignedInContext,
  id: string,
  params: URLSearchParams,
) {
  return formPage(
    context,
    await getOwnEvent(context.deps, context.signedIn, id),
    params.get("imported"),
    params.has("add"),
  );
}

/** @param addsDate whether the form comes with a further date */
async function formPage(
  context: SignedInContext,
  own: OwnEvent | null,
  imported: string | null,
  addsDate = false,
) {
  const { deps, locale, calendar, origin, seo, signedIn } = context;
  const t = translatorFor(locale);
  const cities = await listCities(deps);
  const id = own ? (own.draft ?? own.event).id : null;
  const values = own ? ownEventValues(own) : emptyValues(null);
  const city = cities.find(({ slug }) => slug === values.city);
  const fields = formStateOfValues(values, city);
  if (addsDate) fields.when = withDateAdded(fields.when, fields);
  const shown = addsDate ? readEvent(structuredClone(fields), city).input : values;
  const [settings, allowance, entries, parts] = await Promise.all([
    settingsOf(deps),
    submissionAllowance(deps, signedIn),
    trustEntriesOf(deps, signedIn.id, 100),
    partsOfForm(context, shown, fields, id),
  ]);
  const { content, storage, features, moderation } = settings;
  const state = stateOf(own);
  const verification = verificationNotice(signedIn, "event:submit", locale);
  const isForHost = own?.draft != null && own.draft.creatorId !== signedIn.id;
  const title = t(own ? "authoring:edit.title" : "authoring:create.title");
  return {
    head: pageHead(
      { origin, locale, seo },
      id === null ? paths.createEvent() : paths.editEvent(id),
      {
        title,
        description: t("authoring:create.lead"),
        noindex: true,
      },
    ),
    title,
    id,
    state,
    stateLabel: state.status && t(`authoring:status.${state.status}`),
    /** Reason of the reviewer, for the event or its last edit. */
    reason: reasonOf(own),
    imported:
      imported === null
        ? null
        : [
            ...IMPORT_NOTES.filter((note) => imported.split(".").includes(note)).map((note) =>
              t(`authoring:import.note.${note}`, { when: parts.dates?.sentence ?? "" }),
            ),
            ...ISSUE_CODES.filter((code) => imported.split(".").includes(code)).map((code) =>
              t(`ingestion:finding.${code}`),
            ),
          ],
    version: own ? versionOf(own) : 0,
    /** Idempotency key of the form. */
    once: deps.ids.next(),
    fields,
    ...parts,
    limits: {
      ...textLimits(content),
      ...AUTHORING_LIMITS,
    },
    media: {
      picture: t("authoring:media.pictureHelp", { size: storage.maxImageSizeMb }),
      video: t("authoring:media.videoHelp", {
        size: Math.min(storage.maxVideoSizeMb, FORM_VIDEO_MAX_MB),
      }),
    },
    proposals: own
      ? openProposals(values, own.event?.proposedTraits ?? null, city?.countryCode ?? null)
      : [],
    categories: CATEGORIES.flatMap(({ name }) => categoryView(name, locale) ?? []),
    cities: citiesByCountry(cities, context),
    currencies: currenciesOf(cities, fields.currency, context),
    calendar,
    /** ISO weekdays, from the reader's first. */
    weekdays: weekdaysInOrder(locale).map((weekday) => ({
      value: String(weekday),
      label: weekdayName(weekday, { locale, calendar, timeZone: "UTC", now: 0 }),
    })),
    /** Earliest day in the picker, YYYY-MM-DD. */
    today: localDay(deps.clock.now(), city?.timeZone ?? context.timeZone ?? USUAL_ZONE),
    organizer: signedIn.displayName,
    allowance: {
      ...presentSubmissionAllowance(allowance, entries, context, context.timeZone ?? USUAL_ZONE),
      ...(moderation.autoApproveEvents && { note: t("authoring:standing.published") }),
    },
    machineTranslated: own ? ownEventMarks(own) : [],
    canDraft: deps.drafter !== null && features.enableDrafting && !own?.event,
    mayHandOver: !own?.event && verification === null && !isForHost && !own?.draft?.needsLanguage,
    handedOver: own?.draft?.needsLanguage
      ? {
          language: own.draft.needsLanguage,
          host: isForHost ? (own.creator?.displayName ?? "") : null,
        }
      : null,
    isPersianFirst: own?.draft ? isPersianFirst(own.draft) : false,
    /** Submissions are disabled in the settings (product.md §3). */
    isClosed: !own && !features.enableEventSubmission && !isStaff(signedIn),
    publishesEdits: allowance.isAutoApproved,
    verification,
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
  if (own.revision?.status === "rejected")
    return { of: "revision", text: own.revision.rejectionReason ?? "" };
  return own.event.status === "rejected"
    ? { of: "event", text: own.event.rejectionReason ?? "" }
    : null;
}

function currenciesOf(cities: readonly City[], present: string, { locale }: SignedInContext) {
  const t = translatorFor(locale);
  const names = new Intl.DisplayNames([locale], { type: "currency" });
  const codes = new Set([
    "IRR",
    ...cities.map(({ countryCode }) => currencyOf(countryCode)),
    "USD",
    "EUR",
    ...(present ? [present] : []),
  ]);
  return [...codes].map((code) => ({
    code,
    label: code === "IRR" ? t("authoring:price.toman") : `${names.of(code) ?? code} (${code})`,
  }));
}
