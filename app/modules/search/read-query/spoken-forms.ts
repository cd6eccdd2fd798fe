import abbreviations from "../../../../data/abbreviations.tsv?raw";
import { readTsv } from "../../../lib/text/csv";

/** Short and spoken forms with one meaning, as `data/abbreviations.tsv` writes it. */
export interface SpokenForm {
  names: readonly string[];
  /** The language of the script: en, fa, fa-latn (Persian in Latin letters), tg. */
  script: string;
  meaning: string;
  /** Common words or names too: read only beside what makes the meaning clear. */
  isCued: boolean;
}

let table: ReadonlyMap<string, readonly SpokenForm[]> | undefined;

/** The forms of a kind (the head of `data/abbreviations.tsv` names the kinds). */
export function formsOf(kind: string): readonly SpokenForm[] {
  if (!table) {
    const forms = new Map<string, SpokenForm[]>();
    for (const [names = "", script = "", own = "", meaning = "", cue = ""] of readTsv(
      abbreviations,
    )) {
      const ofKind = forms.get(own) ?? [];
      if (ofKind.length === 0) forms.set(own, ofKind);
      ofKind.push({ names: names.split("|"), script, meaning, isCued: cue !== "" });
    }
    table = forms;
  }
  return table.get(kind) ?? [];
}
