import { presentEventPage } from "~/components/event-page/event-page.server";
import { translatorFor } from "~/i18n/messages.server";
import { HOUR } from "~/lib/dates/durations";
import { instantOf } from "~/lib/dates/written-times.server";
import { takesPlace } from "~/lib/event/schedule";
import type { SignedInContext } from "~/lib/http/request-context";
import { currencyOf } from "~/lib/text/money";
import type { City } from "~/modules/cities/queries.server";
import { columnsOfValues, eventRow } from "~/modules/events/event-row.server";
import type { EventRow } from "~/modules/events/list/list-events.server";
import { presentCard } from "~/modules/events/present/present-event.server";
import { materialise } from "~/modules/schedule/expand-schedule.server";
import { formatSchedule } from "~/modules/schedule/format-schedule.server";
import { scheduleColumns } from "~/modules/schedule/occurrence-statements.server";
import type { EventValues } from "../../../../db/schema/index";

export type PagePreviewView = NonNullable<ReturnType<typeof previewEvent>["page"]>;

/** Placeholder for a missing date or time. */
const BLANK = "…";

/**
 * Preview of the card and the page. Without a start the card has no date and there is no page.
 * @param id id of the event, the seed of its cover
 */
export function previewEvent(
  context: SignedInContext,
  values: EventValues,
  cities: ReadonlyMap<string, City>,
  id: string,
) {
  const { deps, signedIn, ...reader } = context;
  const now = deps.clock.now();
  const city = [...cities.values()].find(({ slug }) => slug === values.city);
  const timeZone = city?.timeZone ?? context.timeZone ?? "Asia/Tehran";
  const { schedule } = values;
  const occurrences = schedule && materialise(schedule, { eventId: id, timeZone }, now);
  const next = occurrences && (occurrences.find(takesPlace) ?? occurrences[0]);
  const instant = (written: string | null) =>
    written === null ? null : instantOf(written, timeZone);
  const start = schedule ? (next?.startsAt ?? null) : instant(values.startsAt);
  const end = schedule ? (next?.endsAt ?? null) : instant(values.endsAt);
  const startsAt = start ?? now;
  const t = translatorFor(context.locale);
  const untitled = t("authoring:preview.untitled");
  const written = columnsOfValues(values);
  const row = {
    ...eventRow({
      id,
      cityId: city?.id ?? "",
      ...written,
      titleEn: values.title.en ?? untitled,
      titleFa: values.title.fa ?? (values.title.en === null ? untitled : null),
      organizerEn: values.organizer.en ?? signedIn.displayName,
      startsAt,
      ...scheduleColumns(schedule, occurrences),
      allDay: schedule ? schedule.allDay : values.allDay,
      endsAt: end !== null && end > startsAt ? end : startsAt + HOUR,
      timeZone,
      currency: values.currency ?? (city ? currencyOf(city.countryCode) : "USD"),
      createdAt: now,
      updatedAt: now,
    }),
    lifecycle: "scheduled",
    previousStartsAt: null,
    status: "draft",
    isListed: false,
    viewCount: 0,
    creatorId: null,
    machineTranslated: [],
  } as unknown as EventRow;
  const card = presentCard(row, { ...reader, now, cities, saved: null });
  const page =
    start === null
      ? null
      : presentEventPage(
          { ...context, signedIn: null },
          row,
          cities,
          { similar: [], atVenue: [], ofOrganizer: [], profile: null },
          null,
        );
  return {
    card: {
      ...card,
      ...(start === null && {
        tile: { weekday: "", day: BLANK, month: "" },
        time: BLANK,
        when: BLANK,
      }),
    },
    page: page && {
      title: page.title,
      cover: page.cover.src,
      category: page.categories[0] ?? null,
      organizer: page.organizer,
      about: page.about,
      facts: [
        {
          key: "when",
          label: t("pages:event.decision.when"),
          value: page.when.line,
          detail: page.when.days,
        },
        {
          key: "where",
          label: t("pages:event.decision.where"),
          value: page.place.venue?.text ?? page.place.city?.label ?? "",
          detail: page.place.address?.parts.join("") ?? null,
        },
        {
          key: "price",
          label: t("pages:event.fact.price"),
          value: page.price.text,
          detail: page.price.detail,
        },
        ...page.facts,
      ],
      tickets: page.tickets?.host ?? null,
      tags: page.tags.map(({ label }) => label),
      dates: schedule && formatSchedule(schedule, { ...reader, timeZone, now }),
    },
  };
}
