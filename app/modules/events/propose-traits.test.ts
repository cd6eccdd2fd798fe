import { describe, expect, it } from "vitest";
import seedCities from "../../../db/seed/cities.json";
import extraEvents from "../../../db/seed/extra-events.json";
import sampleEvents from "../../../db/seed/sample-events.json";
import { SAMPLE_TRAITS } from "../../../db/seed/sample-traits";
import seriesEvents from "../../../db/seed/series-events.json";
import venues from "../../../db/seed/venues.json";
import { EMPTY_EVENT_VALUES, type EventValues, type TraitKey } from "../../lib/event/event-fields";
import { openProposals, proposeTraits } from "./propose-traits";

const event = (values: Partial<EventValues>): EventValues => ({ ...EMPTY_EVENT_VALUES, ...values });
const titled = (en: string, fa: string | null = null) => ({ title: { en, fa } });
const described = (en: string, fa: string | null = null) => ({ description: { en, fa } });

describe("the rules of traits", () => {
  it.each<[string, Partial<EventValues>, string | null, TraitKey[]]>([
    ["nothing of an empty event", {}, null, []],
    ["a play", { categories: ["Theater"] }, "IR", ["indoor", "seated"]],
    [
      "a play in the open air",
      { categories: ["Theater"], ...described("An open-air stage.") },
      "IR",
      [],
    ],
    [
      "a hike",
      { categories: ["Sports"], ...titled("A Sunrise Hike to Tochal", "کوه‌پیمایی طلوع") },
      "IR",
      ["outdoor"],
    ],
    [
      "an event in a park by its Persian title",
      titled("An Afternoon", "عصری در پارک لاله"),
      "IR",
      ["outdoor"],
    ],
    ["a park that only the description names", described("Metro to the city park."), "IR", []],
    [
      "an evening of setar",
      { categories: ["Concert"], ...titled("Night of Setar", "شب سه‌تار") },
      "IR",
      ["quiet"],
    ],
    ["a loud one", { categories: ["Concert"], ...titled("Setar party") }, "IR", ["lively"]],
    [
      "a night for comedy",
      { categories: ["Comedy"], startsAt: "2026-12-08T21:30" },
      "IR",
      ["indoor", "lively"],
    ],
    ["an early one", { categories: ["Comedy"], startsAt: "2026-12-08T18:30" }, "IR", ["indoor"]],
    [
      "a whole day, which has no hour",
      { categories: ["Comedy"], startsAt: "2026-12-08T22:00", allDay: true },
      "IR",
      ["indoor"],
    ],
    ["families", { categories: ["Kids & Family"] }, "IR", ["for-children"]],
    ["children by the Persian title", titled("A Morning", "صبح کودکان"), "IR", ["for-children"]],
    ["children who are not admitted", described("Children under six are not admitted."), "IR", []],
    ["subtitles", described("With English subtitles."), "IR", ["english-friendly"]],
    [
      "subtitles, in Persian",
      described("A film.", "با زیرنویس انگلیسی."),
      "IR",
      ["english-friendly"],
    ],
    ["a talk in Toronto", { categories: ["Talk"] }, "CA", ["english-friendly"]],
    [
      "a talk in Toronto that is held in Persian",
      { categories: ["Talk"], ...described("The talk is in Persian.") },
      "CA",
      [],
    ],
    [
      "a first lesson",
      { categories: ["Workshop"], ...described("No experience needed.") },
      "IR",
      ["beginner"],
    ],
    [
      "a master class",
      { categories: ["Workshop"], ...described("An advanced class; not for beginners.") },
      "IR",
      [],
    ],
    ["couples", described("A dinner for couples by candlelight."), "IR", ["for-two"]],
    [
      "access that the text states",
      described("Step-free entrance, wheelchair places and a hearing loop."),
      "IR",
      ["wheelchair", "step-free", "hearing-loop"],
    ],
    [
      "access that the Persian text states",
      described("A hall.", "ورودی بدون پله و جای ویلچر."),
      "IR",
      ["wheelchair", "step-free"],
    ],
  ])("propose for %s", (_name, values, country, proposed) => {
    expect(proposeTraits(event(values), country)).toEqual(proposed);
  });

  it("agree mostly with the traits set by hand on the sample events", () => {
    const counts = new Map<TraitKey, { proposed: number; right: number }>();
    for (const sample of [...sampleEvents, ...extraEvents, ...seriesEvents]) {
      const venue = venues.find(({ key }) => key === sample.venue);
      const values = event({
        title: sample.title,
        description: sample.description,
        venue: venue?.name ?? { en: null, fa: null },
        tags: sample.tags,
        categories: sample.categories,
        startsAt: `2026-12-08T${sample.startTime}`,
      });
      const given = SAMPLE_TRAITS.get(sample.key);
      const country = seedCities.find(({ slug }) => slug === sample.city)?.countryCode ?? null;
      for (const key of proposeTraits(values, country)) {
        const count = counts.get(key) ?? { proposed: 0, right: 0 };
        const isRight = given?.traits.includes(key) || given?.accessibility.includes(key);
        counts.set(key, { proposed: count.proposed + 1, right: count.right + (isRight ? 1 : 0) });
      }
    }
    const precisions = [...counts]
      .filter(([, { proposed }]) => proposed >= 10)
      .map(([key, { proposed, right }]) => [key, right / proposed] as const);
    expect(precisions.length).toBeGreaterThanOrEqual(8);
    for (const [key, precision] of precisions) expect([key, precision >= 0.7]).toEqual([key, true]);
  });
});

describe("open proposals", () => {
  const play = event({ categories: ["Theater"], traits: ["indoor"] });

  it("exclude traits that a person has confirmed", () => {
    expect(openProposals(play, null, "IR")).toEqual(["seated"]);
    expect(openProposals(event({ ...play, traits: ["indoor", "seated"] }), null, "IR")).toEqual([]);
  });

  it("are the stored ones, if any, and none after a person has decided on them", () => {
    expect(openProposals(play, ["indoor", "quiet", "wheelchair"], "IR")).toEqual([
      "quiet",
      "wheelchair",
    ]);
    expect(openProposals(play, [], "IR")).toEqual([]);
  });
});
