import { Hono } from "hono";
import * as v from "valibot";
import { toIsoWithOffset } from "../../../app/lib/dates/dates.server";
import { instantOf } from "../../../app/lib/dates/written-times.server";
import { paths } from "../../../app/lib/paths";
import { listJson } from "../../../app/lib/text/list-json";
import {
  listOwnEvents,
  type OwnRow,
  TABS,
} from "../../../app/modules/authoring/list-own-events.server";
import { type City, citiesById } from "../../../app/modules/cities/queries.server";
import {
  GUEST_TABS,
  type GuestTab,
  guestsForHost,
  type SeenGuest,
} from "../../../app/modules/hosting/guest-list.server";
import { showingKey } from "../../../app/modules/hosting/registration-statements.server";
import {
  EVENT_LIFECYCLES,
  EVENT_STATUSES,
  QUESTION_KINDS,
  REGISTRATION_STATES,
} from "../../../db/schema";
import type { AppEnv } from "../../context";
import { operation, PathId } from "./operation";
import { readParameters } from "./read-body";
import { resource } from "./resource";

/** The caller's own events in every state, and their guests. */
export const myEventsApi = new Hono<AppEnv>();

const Text = v.object({ en: v.string(), fa: v.nullable(v.string()) });

const MyEventJson = v.pipe(
  v.object({
    id: v.string(),
    url: v.string(),
    title: Text,
    status: v.picklist(EVENT_STATUSES),
    lifecycle: v.picklist(EVENT_LIFECYCLES),
    startsAt: v.nullable(v.string()),
    endsAt: v.nullable(v.string()),
    timeZone: v.nullable(v.string()),
    city: v.nullable(v.string()),
    rejectionReason: v.nullable(v.string()),
    pendingRevision: v.nullable(
      v.object({
        status: v.picklist(["pending", "rejected"]),
        rejectionReason: v.nullable(v.string()),
      }),
    ),
    viewCount: v.number(),
    saveCount: v.number(),
    updatedAt: v.string(),
  }),
  v.metadata({ ref: "MyEvent" }),
);
type MyEventJson = v.InferOutput<typeof MyEventJson>;

/** @param cities by id */
function myEventJson(row: OwnRow, cities: ReadonlyMap<string, City>, origin: string): MyEventJson {
  const common = {
    id: row.id,
    url: origin + paths.event(row.id),
    updatedAt: new Date(row.updatedAt).toISOString(),
  };
  if (row.kind === "draft") {
    const { values } = row;
    const city = [...cities.values()].find(({ slug }) => slug === values.city);
    const iso = (written: string | null) => {
      const at = written === null || !city ? null : instantOf(written, city.timeZone);
      return at === null || !city ? null : toIsoWithOffset(at, city.timeZone);
    };
    return {
      ...common,
      title: { en: row.titleEn, fa: values.title.fa },
      status: "draft",
      lifecycle: "scheduled",
      startsAt: iso(values.startsAt),
      endsAt: iso(values.endsAt),
      timeZone: city?.timeZone ?? null,
      city: values.city,
      rejectionReason: null,
      pendingRevision: null,
      viewCount: 0,
      saveCount: 0,
    };
  }
  const { event, revision } = row;
  return {
    ...common,
    title: { en: event.titleEn, fa: event.titleFa },
    status: event.status,
    lifecycle: event.lifecycle,
    startsAt: toIsoWithOffset(event.startsAt, event.timeZone),
    endsAt: toIsoWithOffset(event.endsAt, event.timeZone),
    timeZone: event.timeZone,
    city: cities.get(event.cityId)?.slug ?? null,
    rejectionReason: event.rejectionReason,
    pendingRevision: revision && { status: revision.status, rejectionReason: revision.reason },
    viewCount: event.viewCount,
    saveCount: event.saveCount,
  };
}

const WORDS_MAX = 200;
const MyEventsParameters = v.object({
  list: v.optional(v.picklist(TABS, "errors:issue.value"), "all"),
  q: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(WORDS_MAX, "errors:issue.tooLong")), ""),
  cursor: v.optional(v.string()),
});

const EVENT_ID = "019b7647-f000-7e02-9b11-2c4d6e8fa001";

resource(myEventsApi, "/", {
  GET: operation({
    operationId: "listMyEvents",
    budget: ["reads", "list"],
    tag: "events",
    needs: "event:create",
    query: MyEventsParameters,
    meanings: { list: "myEventsList", q: "titleWords", cursor: "cursor" },
    answer: {
      schema: listJson("MyEventList", MyEventJson),
      example: {
        items: [
          {
            id: EVENT_ID,
            url: `https://rooydad.example/events/${EVENT_ID}`,
            title: { en: "Tar by Lamplight", fa: "تار در روشنای چراغ" },
            status: "approved",
            lifecycle: "scheduled",
            startsAt: "2026-12-09T20:00:00+03:30",
            endsAt: "2026-12-09T22:00:00+03:30",
            timeZone: "Asia/Tehran",
            city: "tehran",
            rejectionReason: null,
            pendingRevision: null,
            viewCount: 214,
            saveCount: 31,
            updatedAt: "2026-11-20T09:30:00.000Z",
          },
        ],
        nextCursor: null,
        hasMore: false,
      },
    },
    run: async ({ c, deps, origin, actor }) => {
      const { list, q, cursor = null } = readParameters(c, MyEventsParameters);
      const [{ rows, nextCursor }, cities] = await Promise.all([
        listOwnEvents(deps, actor, { tab: list, q, cursor }),
        citiesById(deps),
      ]);
      return {
        items: rows.map((row) => myEventJson(row, cities, origin)),
        nextCursor,
        hasMore: nextCursor !== null,
      };
    },
  }),
});

const GuestJson = v.pipe(
  v.object({
    id: v.string(),
    showing: v.string(),
    state: v.picklist(REGISTRATION_STATES),
    seats: v.number(),
    name: v.nullable(v.string()),
    email: v.nullable(v.string()),
    level: v.nullable(Text),
    place: v.nullable(v.number()),
    broughtBy: v.nullable(v.string()),
    offerUntil: v.nullable(v.string()),
    confirmedAt: v.nullable(v.string()),
    changedAt: v.string(),
    answers: v.array(
      v.object({ question: Text, kind: v.picklist(QUESTION_KINDS), answer: v.string() }),
    ),
  }),
  v.metadata({ ref: "Guest" }),
);

const iso = (at: number | null) => (at === null ? null : new Date(at).toISOString());

/** @param eventId which begins the key of its showing */
const guestJson = (guest: SeenGuest, eventId: string): v.InferOutput<typeof GuestJson> => ({
  id: guest.id,
  showing: guest.occ.slice(eventId.length + 1),
  state: guest.state,
  seats: guest.seats,
  name: guest.name,
  email: guest.email,
  level: guest.level,
  place: guest.place,
  broughtBy: guest.broughtBy,
  offerUntil: iso(guest.offerUntil),
  confirmedAt: iso(guest.confirmedAt),
  changedAt: new Date(guest.changedAt).toISOString(),
  answers: guest.answers.map(({ question, answer }) => ({
    question: { en: question.labelEn, fa: question.labelFa },
    kind: question.kind,
    // A choice is stored as its number.
    answer: question.kind === "choice" ? (question.choices[Number(answer)]?.en ?? answer) : answer,
  })),
});

const TAB_NAMES = Object.keys(GUEST_TABS) as [GuestTab, ...GuestTab[]];
const NAME_MAX = 80;
const GuestParameters = v.object({
  list: v.optional(v.picklist(TAB_NAMES, "errors:issue.value"), "going"),
  showing: v.optional(v.string()),
  q: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(NAME_MAX, "errors:issue.tooLong")), ""),
  cursor: v.optional(
    v.pipe(v.string(), v.regex(/^\d{1,3}$/, "errors:issue.cursor"), v.transform(Number)),
  ),
});

resource(myEventsApi, "/:id/guests", {
  GET: operation({
    operationId: "listGuests",
    budget: ["reads", "list"],
    tag: "events",
    needs: "guest:read",
    path: v.object({ id: PathId }),
    query: GuestParameters,
    meanings: { list: "guestsList", showing: "showing", q: "guestName", cursor: "cursor" },
    answer: {
      schema: listJson("GuestList", GuestJson),
      example: {
        items: [
          {
            id: "019b7647-f000-7e02-9b11-2c4d6e8fa0d1",
            showing: "2026-12-09T20:00",
            state: "going",
            seats: 2,
            name: "Sara Moradi",
            email: null,
            level: null,
            place: null,
            broughtBy: null,
            offerUntil: null,
            confirmedAt: "2026-11-20T09:30:00.000Z",
            changedAt: "2026-11-20T09:30:00.000Z",
            answers: [],
          },
        ],
        nextCursor: null,
        hasMore: false,
      },
    },
    failures: [404],
    run: async ({ c, deps, actor, params: { id } }) => {
      const { list, showing, q, cursor = 0 } = readParameters(c, GuestParameters);
      const { guests, hasMore } = await guestsForHost(deps, actor, id, {
        tab: list,
        occ: showing === undefined ? null : showingKey(id, showing),
        words: q,
        page: cursor,
      });
      return {
        items: guests.map((guest) => guestJson(guest, id)),
        nextCursor: hasMore ? String(cursor + 1) : null,
        hasMore,
      };
    },
  }),
});
