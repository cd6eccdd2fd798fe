import { ACCESSIBILITY, TRAITS, type TraitKey } from "../../app/lib/event/event-fields";
import { readTsv } from "../../app/lib/text/csv";
import sampleTraits from "../../data/sample-event-traits.tsv?raw";

interface SampleTraits {
  traits: TraitKey[];
  accessibility: TraitKey[];
  childAgeFrom: number | null;
  childAgeTo: number | null;
}

const age = (text: string | undefined) => (text ? Number(text) : null);

/**
 * Traits of the sample events by key, set by hand. @throws Error for a key that is in no closed
 * list
 */
export const SAMPLE_TRAITS: ReadonlyMap<string, SampleTraits> = new Map(
  readTsv(sampleTraits).map(([event = "", written = "", from, to]) => {
    const keys = written.split("|").filter(Boolean);
    const [traits, accessibility] = [TRAITS, ACCESSIBILITY].map((options: readonly TraitKey[]) =>
      options.filter((key) => keys.includes(key)),
    );
    if (!traits || !accessibility || traits.length + accessibility.length !== keys.length)
      throw new Error(`data/sample-event-traits.tsv has an unknown trait: ${event} ${written}`);
    return [
      event,
      { traits, accessibility, childAgeFrom: age(from?.trim()), childAgeTo: age(to?.trim()) },
    ];
  }),
);
