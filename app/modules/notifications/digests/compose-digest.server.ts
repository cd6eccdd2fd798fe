import { events, type TemplateSelection } from "../../../../db/schema";
import { translatorFor } from "../../../i18n/messages.server";
import { paths } from "../../../lib/paths";
import type { City } from "../../cities/queries.server";
import { LIST_COLUMNS, type RowOf } from "../../events/event-columns.server";
import { notifiedEventValues } from "../../events/present/notified-event.server";
import type { FollowReason } from "../audience.server";
import { categoriesOfInterests } from "../audience.server";
import { notificationKind } from "../choose-channels";
import type { NotificationReader } from "../digest-times.server";
import { becauseText, notificationText } from "../prepare-notifications.server";
import type { DigestEvent } from "../templates/render-notification.server";

/** Event columns that digests read. */
export const DIGEST_COLUMNS = {
  ...LIST_COLUMNS,
  sequence: events.sequence,
  isListed: events.isListed,
  isFeatured: events.isFeatured,
  isOver: events.isOver,
  popularity: events.popularity,
};
export type DigestRow = RowOf<typeof DIGEST_COLUMNS>;

/** A notification that waits for a digest. */
export interface PendingDigestItem {
  domainEventId: string;
  kind: string;
  eventId: string | null;
  values: Record<string, unknown>;
  /**
   * The follow that it comes by, which a link beside it ends; without it, it comes by something
   * else.
   */
  followId?: string | undefined;
}

/** The input of one digest. */
export interface DigestInput {
  /** Categories of notifications that the reader chose. */
  wanted: readonly string[];
  interests: readonly string[];
  /** Slugs. */
  cities: readonly string[];
  items: readonly PendingDigestItem[];
  /** Saved events of the coming days, by start. */
  saved: readonly string[];
  /** Which events digests of the last week have named, each with its SEQUENCE then. */
  named: ReadonlyMap<string, number>;
  /** Whether to list more than waiting items; instant users get those only. */
  isWhole: boolean;
}

/** An event of a digest, with the follow that it comes by. */
export interface ListedEvent extends Omit<DigestEvent, "unfollowUrl"> {
  followId: string | null;
}

/** A digest's section before its links are signed. */
export interface ListedSection {
  heading: string;
  events: ListedEvent[];
}

/** Data shared by all digests of a run. */
export interface DigestSources {
  now: number;
  siteUrl: string;
  selection: TemplateSelection;
  /** By id. */
  events: ReadonlyMap<string, DigestRow>;
  /** Upcoming events of a city within the selection's days, by start. By slug. */
  ofCity: ReadonlyMap<string, readonly DigestRow[]>;
  cities: ReadonlyMap<string, City>;
  /** Events as texts by language, calendar and zone, shared since most readers get the same ones. */
  described: Map<string, Omit<ListedEvent, "note" | "followId">>;
}

export interface Digest {
  sections: ListedSection[];
  /** The listed events, each with its SEQUENCE. */
  named: [id: string, sequence: number][];
  /** Items that stop waiting: listed here, or obsolete. Items without room keep waiting. */
  settled: Pick<PendingDigestItem, "domainEventId" | "kind">[];
}

/** Items of this kind are read from the shared rows of cities. */
export const NEW_IN_CITY = "event-new-in-city";
/** New events and dates have a section of their own; the other items report changes. */
const isNews = (kind: string): boolean => notificationKind(kind).category === "newEvents";

/** Limit of events per section; the template limits upcoming events. */
const SECTION = 10;

/** An event as shown in a digest. */
function describeEvent(
  sources: DigestSources,
  event: DigestRow,
  reader: NotificationReader,
  note: string | null,
  followId: string | null = null,
): ListedEvent {
  const key = `${event.id} ${reader.locale} ${reader.calendar} ${reader.timeZone}`;
  let described = sources.described.get(key);
  if (!described) {
    described = {
      ...notifiedEventValues(
        { event, city: sources.cities.get(event.cityId) },
        reader,
        sources.siteUrl,
      ),
      url: sources.siteUrl + paths.event(event.id),
    };
    sources.described.set(key, described);
  }
  return { ...described, note, followId };
}

/** Whether a template's selection has an event for this reader. */
function isSelected(
  { selection }: DigestSources,
  event: DigestRow,
  liked: ReadonlySet<string>,
): boolean {
  if (selection.featuredOnly && !event.isFeatured) return false;
  if (selection.categories === "all") return true;
  // A user without interests gets all categories.
  const wanted = selection.categories === "reader" ? liked : new Set(selection.categories);
  return wanted.size === 0 || event.categories.some((category) => wanted.has(category));
}

/** Upcoming events in the reader's cities, as the template selects them. */
function comingUp(sources: DigestSources, { cities, interests }: DigestInput): DigestRow[] {
  const { selection } = sources;
  const liked = categoriesOfInterests(interests);
  const from = selection.cities === "reader" ? cities : selection.cities;
  const found = from
    .flatMap((slug) => sources.ofCity.get(slug) ?? [])
    .filter((event) => isSelected(sources, event, liked));
  const byDate = (a: DigestRow, b: DigestRow) => a.startsAt - b.startsAt || (a.id < b.id ? -1 : 1);
  return found.sort(
    selection.order === "popular" ? (a, b) => b.popularity - a.popularity || byDate(a, b) : byDate,
  );
}

/**
 * Composes a digest: changes of saved events, saved events that are near, new events, and upcoming
 * events in the reader's cities (decisions.md §9). Each event once, and not again within a week
 * unless it has changed.
 */
export function composeDigest(
  sources: DigestSources,
  reader: NotificationReader,
  input: DigestInput,
): Digest {
  const t = translatorFor(reader.locale);
  const named = new Map<string, number>();
  const sections: ListedSection[] = [];
  const wants = (category: string) => input.wanted.includes(category);
  const eventOf = ({ eventId }: PendingDigestItem) =>
    eventId === null ? undefined : sources.events.get(eventId);
  /**
   * Whether an event can be named and has not been yet, in this digest or those of the last week.
   */
  const isUnlisted = (event: DigestRow | undefined): event is DigestRow => {
    if (!event?.isListed || event.isOver || named.has(event.id)) return false;
    const before = input.named.get(event.id);
    return before === undefined || before < event.sequence;
  };
  /** Adds an event, unless it is already in. */
  const take = (event: DigestRow | undefined): event is DigestRow => {
    if (!isUnlisted(event)) return false;
    named.set(event.id, event.sequence);
    return true;
  };
  const add = (heading: "changed" | "saved" | "new" | "upcoming", found: ListedEvent[]) => {
    if (found.length > 0)
      sections.push({ heading: t(`notifications:digest.${heading}`), events: found });
  };
  // Takes no more than fit, since taken items count as sent.
  const fromItems = (isMeant: (kind: string) => boolean, most: number, withMessage: boolean) => {
    const found: ListedEvent[] = [];
    // Latest first, so that the newer of two about one event is shown.
    for (const item of [...input.items].reverse()) {
      if (found.length >= most) break;
      const event = eventOf(item);
      if (isMeant(item.kind) && take(event))
        found.push(
          withMessage
            ? describeEvent(sources, event, reader, notificationText(item, reader).message)
            : describeEvent(sources, event, reader, newsNote(item, event, reader), item.followId),
        );
    }
    return found;
  };
  const wantsChanges = wants("savedEvents") || wants("collections");
  if (wantsChanges)
    add(
      "changed",
      fromItems((kind) => !isNews(kind), 2 * SECTION, true),
    );
  if (wants("savedEvents") && input.isWhole) {
    const saved: ListedEvent[] = [];
    for (const id of input.saved) {
      if (saved.length >= SECTION) break;
      const event = sources.events.get(id);
      if (take(event)) saved.push(describeEvent(sources, event, reader, stateOf(event, reader)));
    }
    add("saved", saved);
  }
  if (wants("newEvents")) add("new", fromItems(isNews, SECTION, false));
  if (wants("recommendations") && input.isWhole) {
    const coming: DigestRow[] = [];
    for (const event of comingUp(sources, input)) {
      if (coming.length >= sources.selection.limit) break;
      if (event.lifecycle === "scheduled" && take(event)) coming.push(event);
    }
    add(
      "upcoming",
      coming.map((event) => describeEvent(sources, event, reader, null)),
    );
  }
  const waitsOn = (item: PendingDigestItem) =>
    (isNews(item.kind) ? wants("newEvents") : wantsChanges) && isUnlisted(eventOf(item));
  const settled = input.items
    .filter((item) => !waitsOn(item))
    .map(({ domainEventId, kind }) => ({ domainEventId, kind }));
  return { sections, named: [...named], settled };
}

/** Line below a new event: its state, else its new dates or the matching follow. */
function newsNote(
  item: PendingDigestItem,
  event: DigestRow,
  reader: NotificationReader,
): string | null {
  const { because } = item.values as { because?: FollowReason };
  const state = stateOf(event, reader);
  if (state !== null || item.kind !== NEW_IN_CITY)
    return state ?? notificationText(item, reader).message;
  return because ? becauseText(because, reader.locale) : null;
}

/** The state of a cancelled or postponed event. */
function stateOf({ lifecycle }: DigestRow, { locale }: NotificationReader): string | null {
  return lifecycle === "scheduled" ? null : translatorFor(locale)(`events:${lifecycle}`);
}
