import * as v from "valibot";
import { LocalizedTextJson, OptionalTextJson } from "../../../i18n/localized-json";
import { EventJson } from "../../events/schema";

const Day = v.pipe(v.string(), v.isoDate());
const Whole = v.pipe(v.number(), v.integer());

const CityWeekPickJson = v.pipe(
  v.object({ position: Whole, line: OptionalTextJson, event: EventJson }),
  v.metadata({ ref: "CityWeekPick" }),
);

/** A city's weekly picks in JSON (docs/decisions/weeks.md). */
export const CityWeekJson = v.pipe(
  v.object({
    city: v.object({ slug: v.string(), name: LocalizedTextJson }),
    key: v.string(),
    year: Whole,
    number: Whole,
    firstDay: Day,
    lastDay: Day,
    intro: OptionalTextJson,
    isAutomatic: v.boolean(),
    editor: v.nullable(v.string()),
    publishedAt: v.pipe(v.string(), v.isoTimestamp()),
    url: v.string(),
    picks: v.array(CityWeekPickJson),
  }),
  v.metadata({ ref: "CityWeek" }),
);
export type CityWeekJson = v.InferOutput<typeof CityWeekJson>;
