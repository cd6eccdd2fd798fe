import { describe, expect, it } from "vitest";
import { SOURCE_READERS } from "../../app/modules/intake/entries/source-readers.server";
import { readItem } from "../../app/modules/intake/fields/item-values.server";
import type { SourceKind } from "../../db/schema";
import { SOURCE_FIXTURES } from "../fixtures/sources";
import { TUESDAY } from "../helpers/test-deps";

const TEHRAN = {
  id: "tehran",
  slug: "tehran",
  nameEn: "Tehran",
  nameFa: "تهران",
  countryCode: "IR",
  timeZone: "Asia/Tehran",
} as unknown as Parameters<typeof readItem>[1];
const NO_DEFAULTS = { venue: null, organizer: null, category: null, language: null };

/**
 * Items read from a document: title, day, hour and venue of each item; cancelled ones are marked.
 */
async function found(kind: SourceKind, url: string, type: string, text: string, answer?: string) {
  const context = {
    now: TUESDAY,
    timeZone: "Asia/Tehran",
    citySlug: "tehran",
    countryCode: "IR",
    cities: [TEHRAN],
    isFirst: true,
    ask: answer === undefined ? null : async () => answer,
  };
  const read = await SOURCE_READERS[kind].read({ url: new URL(url), type, text }, context);
  return {
    follow: read.follow,
    items: read.items.map((item) => {
      const one = readItem(item, TEHRAN, TUESDAY, NO_DEFAULTS, { label: "test" });
      if (!one) return null;
      const { values } = one;
      return [
        one.title,
        values.date,
        values.time,
        values.venueFa ?? values.venue,
        ...(one.isCancelled ? ["cancelled"] : []),
      ];
    }),
  };
}

describe.each(Object.keys(SOURCE_FIXTURES) as (keyof typeof SOURCE_FIXTURES)[])(
  "the reader of %s",
  (kind) => {
    const fixtures = SOURCE_FIXTURES[kind];

    it("has a dozen shapes", () => expect(fixtures.length).toBeGreaterThanOrEqual(12));

    it.each(fixtures.map((fixture) => [fixture.name, fixture] as const))(
      "reads %s",
      async (_, fixture) => {
        const result = await found(kind, fixture.url, fixture.type, fixture.text, fixture.answer);
        expect(result.items).toEqual(fixture.items);
        if (fixture.follow) expect(result.follow).toEqual(fixture.follow);
      },
    );
  },
);
