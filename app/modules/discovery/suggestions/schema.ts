import * as v from "valibot";
import { LOCALES } from "../../../i18n/locale";
import type { SuggestionsView } from "../../../lib/pages/views";

const Language = v.picklist(LOCALES);

const InterpretationJson = v.pipe(
  v.object({ query: v.string(), chips: v.array(v.string()), words: v.string() }),
  v.metadata({ ref: "Interpretation" }),
);
const SuggestedEventJson = v.pipe(
  v.object({
    id: v.string(),
    title: v.string(),
    language: Language,
    day: v.string(),
    city: v.string(),
    picture: v.string(),
  }),
  v.metadata({ ref: "SuggestedEvent" }),
);
const SuggestedVenueJson = v.pipe(
  v.object({
    name: v.string(),
    language: Language,
    citySlug: v.string(),
    city: v.string(),
    slug: v.string(),
  }),
  v.metadata({ ref: "SuggestedVenue" }),
);
const SuggestedOrganizerJson = v.pipe(
  v.object({ name: v.string(), language: Language, slug: v.string() }),
  v.metadata({ ref: "SuggestedOrganizer" }),
);
const SuggestedCityJson = v.pipe(
  v.object({ slug: v.string(), name: v.string(), country: v.string() }),
  v.metadata({ ref: "SuggestedCity" }),
);
const SuggestedCategoryJson = v.pipe(
  v.object({ slug: v.string(), name: v.string() }),
  v.metadata({ ref: "SuggestedCategory" }),
);

/** Answer of GET /suggestions, in one language; at most 4 kB. */
export const SuggestionsJson = v.pipe(
  v.object({
    interpretation: v.nullable(InterpretationJson),
    events: v.array(SuggestedEventJson),
    venues: v.array(SuggestedVenueJson),
    organizers: v.array(SuggestedOrganizerJson),
    cities: v.array(SuggestedCityJson),
    categories: v.array(SuggestedCategoryJson),
  }),
  v.metadata({ ref: "Suggestions" }),
) satisfies v.GenericSchema<SuggestionsView>;

export type SuggestionsJson = v.InferOutput<typeof SuggestionsJson>;
