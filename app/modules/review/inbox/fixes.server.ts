import * as v from "valibot";
import { isUnreadable } from "../../../../db/schema/columns";
import { isRefusal } from "../../../lib/errors";
import type { CategoryName } from "../../../lib/event/categories";
import type { EventValues } from "../../../lib/event/event-fields";
import { TEXT_PATHS } from "../../../lib/event/field-groups";
import type { SignedInContext } from "../../../lib/http/request-context";
import { webUrl } from "../../../lib/http/web-url";
import { valuesOfEvent } from "../../authoring/event-values.server";
import { getOwnEvent, type OwnEvent, versionOf } from "../../authoring/find-own-event.server";
import type { Language } from "../../authoring/hand-over.server";
import { FIELD_INPUTS } from "../../authoring/schema";
import { type City, citiesById } from "../../cities/queries.server";
import { knownHostStatements } from "../../hosts/link-hosts.server";
import { draftableLanguages } from "../../intake/drafting/draft-language.server";
import { readCategory } from "../../intake/fields/read-category";
import {
  type CandidateValues,
  eventValuesOf,
  isPersian,
} from "../../intake/ingestion/candidate-values";
import { getCandidate } from "../../intake/ingestion/queries.server";
import { joinedKey } from "../../search/read-query/beginnings";
import { placeTables } from "../../search/read-query/read-place";

/**
 * Kinds of cases that can be fixed in place: of an edit and of a change at a source, the proposed
 * values.
 */
export const FIXABLE = ["new", "edit", "source", "candidate"] as const;
export type FixableKind = (typeof FIXABLE)[number];

const wrapped = <K extends keyof typeof FIELD_INPUTS>(name: K) =>
  v.optional(FIELD_INPUTS[name].wrapped);
/** Values that a fix proposes, as the form sends them back: nothing else can be changed by it. */
export const FixInput = v.strictObject({
  values: v.strictObject({
    title: wrapped("title"),
    description: wrapped("description"),
    venue: wrapped("venue"),
    address: wrapped("address"),
    organizer: wrapped("organizer"),
    latitude: wrapped("latitude"),
    longitude: wrapped("longitude"),
    categories: wrapped("categories"),
    imageUrl: wrapped("imageUrl"),
  }),
  /** Texts among them that a machine wrote. */
  marks: v.optional(v.array(v.picklist(TEXT_PATHS)), () => []),
});
export type FixInput = v.InferOutput<typeof FixInput>;

/** A proposal of values. */
export interface Fix extends FixInput {
  name: "place" | "category" | "picture" | Language;
}

/** A case that can be fixed, as an event. */
export interface FixableCase {
  kind: FixableKind;
  id: string;
  version: number;
  values: EventValues;
  city: City;
  /** The page of its source, where a picture may be. */
  page: URL | null;
  /** As a candidate is stored; null for events. */
  stored: CandidateValues | null;
}

/** A text that is the same in both languages counts as one language. */
const inOne = ({ en, fa }: EventValues["title"]) =>
  en !== null && en === fa ? (isPersian(en) ? { en: null, fa } : { en, fa: null }) : { en, fa };

/** A case of the inbox as it can be fixed; null where it cannot. */
export async function fixableCase(
  context: SignedInContext,
  kind: string,
  id: string,
): Promise<FixableCase | null> {
  const { deps, signedIn } = context;
  const gone = (error: unknown) => {
    if (isRefusal(error, "not-found")) return null;
    throw error;
  };
  if (kind === "candidate") {
    const candidate = await getCandidate(deps, signedIn, id).catch(gone);
    const city = candidate && (await citiesById(deps)).get(candidate.cityId);
    if (!candidate || !city) return null;
    const stored = candidate.values as unknown as CandidateValues;
    const values = eventValuesOf(stored, city.slug);
    const strict = {
      ...values,
      description: inOne(values.description),
      venue: inOne(values.venue),
    };
    return {
      kind,
      id,
      version: candidate.version,
      values: strict,
      city,
      page: stored.url === null ? null : webUrl(stored.url),
      stored,
    };
  }
  if (kind !== "new" && kind !== "edit" && kind !== "source") return null;
  const own = await getOwnEvent(deps, signedIn, id).catch(gone);
  const values = own?.event ? valuesOfCase(own, kind) : null;
  const city = values && [...(own?.cities.values() ?? [])].find(({ slug }) => slug === values.city);
  if (!own?.event || !city) return null;
  const address = own.event.sourceUrl ?? values.ticketUrl;
  return {
    kind,
    id,
    version: versionOf(own),
    values,
    city,
    page: address ? webUrl(address) : null,
    stored: null,
  };
}

/**
 * Values that wait for a decision: of a new event, or of its edit; null for an event that is no
 * case of the kind.
 */
function valuesOfCase(
  { event, revision, cities }: OwnEvent & { draft: null },
  kind: "new" | "edit" | "source",
): EventValues | null {
  if (kind === "new")
    return event.status === "pending" && !revision
      ? valuesOfEvent(event, cities.get(event.cityId))
      : null;
  const isOpen =
    event.status === "approved" && revision?.status === "pending" && !isUnreadable(revision.values);
  return isOpen && (revision.sourceItemId !== null) === (kind === "source")
    ? revision.values
    : null;
}

/** Proposals that need no lookup: place and category. Facets have their own panel, one by one. */
export async function derivedFixes(context: SignedInContext, subject: FixableCase): Promise<Fix[]> {
  const { values } = subject;
  const place = await placeFix(context, subject);
  const category = values.categories.length === 0 ? categoryIn(values) : null;
  return [
    ...(place ? [place] : []),
    ...(category
      ? [{ name: "category" as const, values: { categories: [category] }, marks: [] }]
      : []),
  ];
}

/**
 * Languages that a model can add to a case. An edit keeps no marks of what a machine wrote, so it
 * gets none.
 */
export const fixableLanguages = async (
  { deps }: SignedInContext,
  { kind, values }: FixableCase,
): Promise<Language[]> =>
  kind === "edit" || kind === "source"
    ? []
    : (await draftableLanguages(deps, values)).filter(
        (language) => values.title[language] === null,
      );

/** Kinds of places that are one spot: neighbourhoods and streets are too vague. */
const SPOTS: readonly string[] = [
  "landmark",
  "mall",
  "museum",
  "park",
  "square",
  "theatre",
  "university",
  "venue",
];
/** Kinds that are venues themselves, whose name in the other language is the venue's. */
const HALLS: readonly string[] = ["museum", "theatre", "venue"];

/**
 * Names, address and position of a known venue, else those of a place of the gazetteer that venue
 * or address name.
 */
async function placeFix(
  { deps }: SignedInContext,
  { values, city }: FixableCase,
): Promise<Fix | null> {
  if (values.attendance === "online") return null;
  const [[known]] = await deps.db.batch([
    ...knownHostStatements(deps, city.id, values.venue, values.organizer),
  ]);
  const spot = known?.latitude ? null : spotOf(values, city);
  const hall = spot && HALLS.includes(spot.kind) && spot.isVenue ? spot.name : null;
  const hasAddress = values.address.en !== null || values.address.fa !== null;
  const changes: FixInput["values"] = {
    venue: {
      en: values.venue.en ?? known?.nameEn ?? hall?.en ?? null,
      fa: values.venue.fa ?? (known?.nameFa || null) ?? hall?.fa ?? null,
    },
    address: hasAddress || !known ? values.address : { en: known.addressEn, fa: known.addressFa },
    ...(values.latitude === null && {
      latitude: known?.latitude ?? spot?.lat ?? null,
      longitude: known?.longitude ?? spot?.lng ?? null,
    }),
  };
  const isNew = (name: keyof typeof changes) =>
    JSON.stringify(changes[name]) !== JSON.stringify(values[name]);
  const names = (Object.keys(changes) as (keyof typeof changes)[]).filter(isNew);
  if (names.length === 0) return null;
  return {
    name: "place",
    values: Object.fromEntries(names.map((name) => [name, changes[name]])),
    marks: [],
  };
}

/** The place of the gazetteer that the venue is, or that a part of the address names. */
function spotOf({ venue, address }: EventValues, city: City) {
  const { places } = placeTables();
  const named = (text: string | null, isVenue: boolean) =>
    (text === null ? [] : (places.get(joinedKey(text)) ?? [])).map(({ place, kind }) => ({
      ...place,
      kind,
      isVenue,
    }));
  const parts = [address.en, address.fa].flatMap((text) => text?.split(/[,،]/) ?? []);
  const all = [
    ...named(venue.en, true),
    ...named(venue.fa, true),
    ...parts.flatMap((part) => named(part, false)),
  ];
  const found = all.find(({ city: slug, kind }) => slug === city.slug && SPOTS.includes(kind));
  return (
    found && {
      kind: found.kind,
      isVenue: found.isVenue,
      name: found.name,
      lat: found.lat,
      lng: found.lng,
    }
  );
}

/** The category that title and tags name. */
function categoryIn({ title, tags }: EventValues): CategoryName | null {
  for (const text of [title.en, title.fa, ...tags]) {
    const read = text === null ? null : readCategory(text);
    if (read?.value) return read.value;
  }
  return null;
}
