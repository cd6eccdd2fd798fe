import { listOf, localized } from "~/i18n/locale";
import { translatorFor } from "~/i18n/messages.server";
import type { AppError } from "~/lib/errors";
import { redirectWithToast } from "~/lib/http/flash.server";
import { expecting, formAnswer } from "~/lib/http/form-answer.server";
import { parseInput } from "~/lib/http/parse-input";
import { fieldOf, readForm } from "~/lib/http/read-form.server";
import type { SignedInContext } from "~/lib/http/request-context";
import { pageHead } from "~/lib/pages/page-head.server";
import { paths } from "~/lib/paths";
import { findCityById } from "~/modules/cities/queries.server";
import { REASON_MAX } from "~/modules/events/decision.server";
import { getListedEvent } from "~/modules/events/get-event.server";
import { priceText } from "~/modules/events/present/event-facts.server";
import { formatDatedWhen } from "~/modules/events/present/event-times.server";
import { cityName, coverOf } from "~/modules/events/present/present-event.server";
import { FlagInput, flagEvent } from "~/modules/review/moderation/flag-event.server";
import { FLAG_REASONS } from "../../../../db/schema/index";

/**
 * Data of the report form (product.md §3, Flag). @throws AppError("not-found") for an event that
 * the reader cannot see
 */
export async function reportLoader(
  { deps, origin, locale, calendar, seo }: SignedInContext,
  id: string,
) {
  const t = translatorFor(locale);
  const event = await getListedEvent(deps, id);
  return {
    head: pageHead({ origin, locale, seo }, paths.reportEvent(id), {
      title: t("authoring:report.title"),
      description: t("authoring:report.lead"),
      noindex: true,
    }),
    title: localized({ en: event.titleEn, fa: event.titleFa }, locale),
    event: paths.event(id),
    cover: coverOf(event, "wide"),
    focus: event.imageFocus,
    lines: [
      formatDatedWhen(event, { locale, calendar }),
      listOf(locale, [
        localized({ en: event.venueEn, fa: event.venueFa }, locale),
        cityName(await findCityById(deps, event.cityId), locale),
      ]),
      priceText(event, locale),
    ].filter(Boolean),
    reasons: FLAG_REASONS.map((name) => ({
      name,
      label: t(`authoring:report.reason.${name}`),
      help: t(`authoring:report.help.${name}`),
    })),
    max: REASON_MAX,
  };
}

/** Action of the report form: a toast on the event's page, or the rejected form. */
export async function reportAction(context: SignedInContext, request: Request, id: string) {
  const { deps, signedIn, caller } = context;
  const form = await readForm(request);
  const values = { reason: fieldOf(form, "reason"), note: fieldOf(form, "note") };
  return formAnswer(context, { values }, async () => {
    const input = parseInput(FlagInput, { reason: values.reason, note: values.note || null });
    // Reporting one's own event or reporting twice ends with a notice.
    const refused = ({ issues }: AppError) => {
      const text = issues.length > 0 ? "authoring:report.again" : "authoring:report.own";
      return redirectWithToast(request, paths.event(id), { kind: "info", text });
    };
    return expecting({ conflict: refused }, async () => {
      const { isHidden } = await flagEvent(deps, signedIn, id, input, caller.address);
      return redirectWithToast(request, isHidden ? paths.events() : paths.event(id), {
        kind: "success",
        text: "authoring:report.done",
      });
    });
  });
}
