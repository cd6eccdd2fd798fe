import type * as v from "valibot";
import { FIELD_EXAMPLES } from "../../../app/lib/event/field-groups";
import type { EventInput, OwnEventJson } from "../../../app/modules/authoring/schema";
import type { SuggestionsJson } from "../../../app/modules/discovery/suggestions/suggest.server";
import type { Rejection } from "../../../app/modules/events/decision.server";
import type {
  EventJson,
  EventListJson,
  OccurrenceJson,
} from "../../../app/modules/events/event-json-schema";
import type {
  AnnouncementJson,
  AnnouncementTextInput,
} from "../../../app/modules/intake/drafting/announcement-json.server";
import type { FlagInput } from "../../../app/modules/review/moderation/flag-event.server";

export const EVENT_ID = "019b7647-f000-77c5-8015-667f3d6d7db0";

/** Example responses of the API description. */
export const EVENT_EXAMPLE: EventJson = {
  id: EVENT_ID,
  url: `https://rooydad.example/events/${EVENT_ID}`,
  title: { en: "An Evening of Setar", fa: "شبی با سه‌تار" },
  description: {
    en: "Three setar players and one small lamp.",
    fa: "سه نوازندهٔ سه‌تار و یک چراغ کوچک.",
  },
  venue: { en: "Vahdat Hall", fa: "تالار وحدت" },
  address: { en: "Ostad Shahriar St., Tehran", fa: "تهران، خیابان استاد شهریار" },
  latitude: 35.7003,
  longitude: 51.4108,
  city: { slug: "tehran", name: { en: "Tehran", fa: "تهران" } },
  startsAt: "2026-12-08T18:30:00+03:30",
  endsAt: "2026-12-08T20:30:00+03:30",
  timeZone: "Asia/Tehran",
  allDay: false,
  schedule: null,
  price: 4_500_000,
  currency: "IRR",
  ticketUrl: "https://tickets.example/setar",
  ...FIELD_EXAMPLES,
  onlineUrl: null,
  imageUrl: "https://rooydad.example/covers/motif/setar-night-7.svg",
  imageFocus: "center",
  categories: ["Concert", "Music"],
  tags: ["setar", "سه‌تار"],
  organizer: { en: "Navaye Mehr Cultural Institute", fa: "مؤسسهٔ فرهنگی نوای مهر" },
  status: "approved",
  lifecycle: "scheduled",
  isFeatured: true,
  isActive: true,
  viewCount: 214,
  interactionCount: 37,
  creator: null,
  machineTranslated: [],
  createdAt: "2026-11-01T08:00:00.000Z",
  updatedAt: "2026-11-20T09:30:00.000Z",
};

export const OCCURRENCE_EXAMPLE: OccurrenceJson = {
  at: "2026-12-08T18:30",
  startsAt: EVENT_EXAMPLE.startsAt,
  endsAt: EVENT_EXAMPLE.endsAt,
  status: "scheduled",
  previousStartsAt: null,
  note: { en: "With a talk", fa: "همراه با گفت‌وگو" },
  price: null,
  ticketUrl: null,
};

export const EVENT_LIST_EXAMPLE: EventListJson = {
  items: [EVENT_EXAMPLE],
  nextCursor: "WyJkYXRlIiwxNzk2NzQyMDAwMDAwLCIwMTliIiwyNF0",
  hasMore: true,
  understood: [{ kind: "when", words: "this weekend", value: { preset: "weekend" } }],
  corrected: {
    query: "setar concert this weekend",
    changes: [{ kind: "spelling", from: "concrt", to: "concert" }],
  },
  leftOut: [],
  relaxed: [{ kind: "words", words: ["setar"], filters: [], count: 12, isExact: true }],
  counts: { matching: 3, isExact: true, listed: 15 },
  alternatives: [
    { query: "q=setar+concert&from=2026-12-14&to=2026-12-14", count: 2, isExact: true },
  ],
};

export const SUGGESTIONS_EXAMPLE: SuggestionsJson = {
  interpretation: {
    query: "setar concert tehran tonight",
    chips: ["Concert", "Tehran", "Tonight"],
    words: "setar",
  },
  events: [
    {
      id: EVENT_EXAMPLE.id,
      title: "An evening of setar",
      language: "en",
      day: "Thu 10 Dec",
      city: "Tehran",
      picture: "/covers/motif/setar-night-7-square.svg",
    },
  ],
  venues: [
    {
      name: "Vahdat Hall",
      language: "en",
      citySlug: "tehran",
      city: "Tehran",
      slug: "vahdat-hall",
    },
  ],
  organizers: [{ name: "Setar Circle", language: "en", slug: "setar-circle" }],
  cities: [{ slug: "tehran", name: "Tehran", country: "Iran" }],
  categories: [{ slug: "concert", name: "Concert" }],
};

export const OWN_EVENT_EXAMPLE: OwnEventJson = {
  ...EVENT_EXAMPLE,
  status: "pending",
  isFeatured: false,
  viewCount: 0,
  interactionCount: 0,
  creator: { id: "019b7647-f000-7aa1-9d35-1c2b8f0e6a44", displayName: "Sara" },
  videoUrl: null,
  rejectionReason: null,
  flagCount: 0,
  pendingRevision: null,
  needsLanguage: null,
  version: 1,
};

export const EVENT_INPUT_EXAMPLE: v.InferInput<typeof EventInput> = {
  title: EVENT_EXAMPLE.title,
  description: EVENT_EXAMPLE.description,
  venue: EVENT_EXAMPLE.venue,
  city: "tehran",
  startsAt: EVENT_EXAMPLE.startsAt,
  endsAt: EVENT_EXAMPLE.endsAt,
  price: EVENT_EXAMPLE.price,
  currency: EVENT_EXAMPLE.currency,
  ticketUrl: EVENT_EXAMPLE.ticketUrl,
  categories: ["Concert", "Music"],
  tags: EVENT_EXAMPLE.tags,
};

export const ANNOUNCEMENT_INPUT_EXAMPLE: v.InferInput<typeof AnnouncementTextInput> = {
  text: "شب کمانچه\nپنجشنبه ۱۹ آذر ساعت ۲۰\nتهران، تالار رودکی\nبلیت ۲۵۰ تومن، بالای ۱۲ سال\nhttps://tickets.example.org/kamancheh",
  city: "tehran",
  postedAt: "2026-12-08T13:30:00+03:30",
};

export const ANNOUNCEMENT_EXAMPLE: v.InferOutput<typeof AnnouncementJson> = {
  events: [
    {
      title: "شب کمانچه",
      description: ANNOUNCEMENT_INPUT_EXAMPLE.text,
      category: null,
      startsAt: "2026-12-10T20:00:00+03:30",
      endsAt: null,
      allDay: false,
      starts: ["2026-12-10T20:00:00+03:30"],
      schedule: null,
      city: "tehran",
      venue: "تالار رودکی",
      address: null,
      attendance: "in-person",
      onlineUrl: null,
      price: { free: false, min: 2_500_000, max: 2_500_000, currency: "IRR" },
      ticketUrl: "https://tickets.example.org/kamancheh",
      ageLimit: 12,
      status: "scheduled",
      findings: [],
      unusedWords: [],
    },
  ],
};

export const FLAG_EXAMPLE: v.InferInput<typeof FlagInput> = {
  reason: "misleading",
  note: "The hall has been closed since spring.",
};

export const REPORT_EXAMPLE = {
  eventId: "019b7647-f000-7a51-9b3e-6f1c2d8e4a70",
  eventTitle: { en: "A Night of Kamancheh", fa: "شب کمانچه" },
  reporter: { id: "019b7647-f000-7c12-8a4d-2b9e5f7c1d36", displayName: "Nasrin Kamali" },
  reason: "misleading" as const,
  note: "The hall has been closed since spring.",
  weight: 1,
  uncounted: null,
  createdAt: "2026-11-20T09:30:00.000Z",
};

export const REJECTION_EXAMPLE: v.InferInput<typeof Rejection> = {
  reason: "The ticket link leads to another event.",
};

export const LIFECYCLE_EXAMPLE = {
  lifecycle: "scheduled" as const,
  message: "The show before ours runs late, so we start half an hour later.",
  startsAt: "2026-12-08T21:00:00+03:30",
  endsAt: null,
};
