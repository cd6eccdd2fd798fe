import type { EventValues } from "../../app/lib/event/event-fields";

type FactName =
  | "attendance"
  | "onlineUrl"
  | "onlineUrlFor"
  | "doorsBefore"
  | "refundPolicy"
  | "soldOut"
  | "waitlistUrl";
type SampleFacts = Partial<Pick<EventValues, FactName>>;

/** Practical facts of the sample events by key, from their texts. */
export const SAMPLE_FACTS: ReadonlyMap<string, SampleFacts> = new Map<string, SampleFacts>([
  [
    "toronto-persian-for-beginners",
    { attendance: "online", onlineUrl: "https://meet.example/alef-sunday", onlineUrlFor: "savers" },
  ],
  [
    "stockholm-eldfest-kulturhuset",
    { attendance: "hybrid", onlineUrl: "https://live.example/eldfest" },
  ],
  [
    "london-ferdowsi-manuscripts-talk",
    {
      attendance: "hybrid",
      onlineUrl: "https://live.example/ferdowsi",
      onlineUrlFor: "savers",
      refundPolicy: "until-day-before",
    },
  ],
  [
    "mashhad-game-dev-talks",
    {
      attendance: "hybrid",
      onlineUrl: "https://live.example/mashhad-games",
      onlineUrlFor: "savers",
      doorsBefore: 30,
    },
  ],
  [
    "tehran-javascript-meetup",
    { soldOut: true, waitlistUrl: "https://tickets.example/tehran-javascript-meetup/waiting" },
  ],
  [
    "tehran-fusion-rock-milad",
    {
      doorsBefore: 60,
      refundPolicy: "no-refunds",
      soldOut: true,
      waitlistUrl: "https://tickets.example/tehran-fusion-rock-milad/waiting",
    },
  ],
  ["shiraz-hafez-day-concert", { doorsBefore: 90, refundPolicy: "until-day-before" }],
  ["kashan-fin-garden-santur", { doorsBefore: 60, refundPolicy: "by-organizer" }],
  ["vancouver-tar-and-cello-evening", { doorsBefore: 30, refundPolicy: "until-start" }],
  ["isfahan-miniature-class", { refundPolicy: "until-start" }],
]);
