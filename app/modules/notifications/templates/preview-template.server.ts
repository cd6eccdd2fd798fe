import { and, eq, gte, lt } from "drizzle-orm";
import { events, mails, type TemplateSelection, users } from "../../../../db/schema";
import { type Locale, localized } from "../../../i18n/locale";
import { translatorFor } from "../../../i18n/messages.server";
import { readerOf } from "../../../lib/dates/dates.server";
import { DAY } from "../../../lib/dates/durations";
import type { Deps } from "../../../lib/deps";
import { AppError } from "../../../lib/errors";
import { paths } from "../../../lib/paths";
import { type Actor, assertCan } from "../../../lib/permissions";
import { citiesById } from "../../cities/queries.server";
import { eventsInOrder, LIST_COLUMNS } from "../../events/event-columns.server";
import { findNotifiedEvent, notifiedEventValues } from "../../events/present/notified-event.server";
import { enqueueMail } from "../../mail/enqueue-mail.server";
import { categoriesOfInterests } from "../audience.server";
import { faultOf } from "./liquid.server";
import type { TemplateState } from "./queries.server";
import {
  type NotificationMail,
  type NotificationMailOrder,
  renderBody,
} from "./render-notification.server";
import type { TemplateBody } from "./templates.server";
import { listsEvents, sampleOrder } from "./templates.server";

/** Events read to find matches for a selection. */
const READ = 200;

const COLUMNS = {
  ...LIST_COLUMNS,
  isFeatured: events.isFeatured,
  isListed: events.isListed,
  popularity: events.popularity,
};

/** Viewer of the preview, in either language. */
type PreviewReader = typeof users.$inferSelect;

async function readerOfPreview({ db }: Pick<Deps, "db">, { id }: Actor): Promise<PreviewReader> {
  const reader = await db.select().from(users).where(eq(users.id, id)).get();
  if (!reader) throw new AppError("not-found");
  return reader;
}

/** Ids of the next public events, soonest first. */
async function nextEventIds(
  { db, clock }: Pick<Deps, "db" | "clock">,
  days: number,
  limit: number,
): Promise<string[]> {
  const now = clock.now();
  const rows = await db
    .select({ id: events.id })
    .from(events)
    .where(
      and(
        gte(events.startsAt, now),
        lt(events.startsAt, now + days * DAY),
        eq(events.isListed, true),
      ),
    )
    .orderBy(events.startsAt, events.id)
    .limit(limit);
  return rows.map(({ id }) => id);
}

/** Upcoming events that match the selection for a viewer; if none match, all upcoming events. */
async function selectedEvents(deps: Deps, selection: TemplateSelection, reader: PreviewReader) {
  const [found, cities] = await Promise.all([
    nextEventIds(deps, selection.windowDays, READ).then((ids) =>
      eventsInOrder(deps.db, COLUMNS, ids),
    ),
    citiesById(deps),
  ]);
  const wantedCities = new Set(selection.cities === "reader" ? reader.cities : selection.cities);
  const wantedKinds =
    selection.categories === "all"
      ? new Set<string>()
      : selection.categories === "reader"
        ? categoriesOfInterests(reader.interests)
        : new Set(selection.categories);
  const fits = found.filter(
    (event) =>
      (!selection.featuredOnly || event.isFeatured) &&
      (wantedCities.size === 0 || wantedCities.has(cities.get(event.cityId)?.slug ?? "")) &&
      (wantedKinds.size === 0 || event.categories.some((category) => wantedKinds.has(category))),
  );
  const some = fits.length > 0 ? fits : found;
  const ordered =
    selection.order === "popular" ? [...some].sort((a, b) => b.popularity - a.popularity) : some;
  return ordered
    .slice(0, selection.limit)
    .map((event) => ({ event, city: cities.get(event.cityId) }));
}

/**
 * A mail of a kind with a real event, or real events for kinds that list them. @param eventId null
 * selects the next event
 */
async function previewOrder(
  deps: Deps,
  { kind, selection }: Pick<TemplateState, "kind" | "selection">,
  { locale, eventId, reader }: { locale: Locale; eventId: string | null; reader: PreviewReader },
): Promise<NotificationMailOrder> {
  const sample = sampleOrder(kind, locale, deps.siteUrl);
  const as = readerOf(locale, reader.calendar);
  const order: NotificationMailOrder = {
    ...sample,
    reader: {
      displayName: reader.displayName,
      timeZone: reader.timeZone ?? sample.reader.timeZone,
      calendar: as.calendar,
    },
    link: deps.siteUrl + paths.home(),
    preferencesUrl: deps.siteUrl + paths.accountPreferences(),
    unsubscribeUrl: deps.siteUrl + paths.accountPreferences(),
  };
  if (listsEvents(kind) && eventId === null) {
    const found = await selectedEvents(deps, selection, reader);
    if (found.length === 0) return order;
    const listedEvents = found.map((about) => ({
      ...notifiedEventValues(about, as, deps.siteUrl),
      url: deps.siteUrl + paths.event(about.event.id),
      note: null,
      unfollowUrl: null,
    }));
    const heading = translatorFor(locale)("admin-templates:preview.heading");
    // The values above the list come from its first event.
    return {
      ...order,
      values: { ...order.values, ...listedEvents[0], note: order.values.note },
      sections: [{ heading, events: listedEvents }],
    };
  }
  const id = eventId ?? (await nextEventIds(deps, 365, 1))[0];
  const about = id === undefined ? null : await findNotifiedEvent(deps, id);
  if (!about) return order;
  const values = notifiedEventValues(about, as, deps.siteUrl);
  const url = deps.siteUrl + paths.event(about.event.id);
  const sections = listsEvents(kind)
    ? [{ heading: values.city, events: [{ ...values, url, note: null, unfollowUrl: null }] }]
    : [];
  return { ...order, values: { ...order.values, ...values }, link: url, sections };
}

/** Events offered for a preview: the next ones, soonest first. */
export async function previewEvents(
  deps: Deps,
  locale: Locale,
): Promise<{ id: string; title: string }[]> {
  const found = await eventsInOrder(deps.db, LIST_COLUMNS, await nextEventIds(deps, 60, 15));
  return found.map(({ id, titleEn, titleFa }) => ({
    id,
    title: localized({ en: titleEn, fa: titleFa }, locale),
  }));
}

interface Trial {
  locale: Locale;
  eventId: string | null;
  /** Replaces the stored body. */
  body: TemplateBody;
}

/** Renders a template for the actor, with real events. @throws invalid with the template's fault */
export async function previewTemplate(
  deps: Deps,
  actor: Actor | null,
  template: Pick<TemplateState, "kind" | "selection">,
  { body, ...trial }: Trial,
): Promise<NotificationMail> {
  assertCan(actor, "email-template:manage");
  const order = await previewOrder(deps, template, {
    ...trial,
    reader: await readerOfPreview(deps, actor),
  });
  return renderBody(deps, body, template.kind, order).catch((error: unknown) => {
    const { reason, line, subject } = faultOf(error);
    throw new AppError("invalid", [
      {
        path: "html",
        message: `errors:issue.template${line === null ? "Whole" : "Line"}.${reason}`,
        values: { line: line ?? 0, subject },
      },
    ]);
  });
}

/**
 * Queues a test mail of a template to the actor, through the outbox. @throws invalid with the
 * template's fault
 */
export async function sendTestMail(
  deps: Deps,
  actor: Actor | null,
  template: Pick<TemplateState, "key" | "kind" | "selection">,
  trial: Trial,
): Promise<{ to: string }> {
  assertCan(actor, "email-template:manage");
  const body = await previewTemplate(deps, actor, template, trial);
  const { email } = await readerOfPreview(deps, actor);
  if (email === null) throw new AppError("not-found");
  const now = deps.clock.now();
  const id = deps.ids.next();
  await deps.db.insert(mails).values({
    id,
    idempotencyKey: id,
    kind: "test",
    userId: actor.id,
    toAddress: email,
    locale: trial.locale,
    ...body,
    isSecret: false,
    dueAt: now,
    createdAt: now,
  });
  enqueueMail(deps, id);
  return { to: email };
}
