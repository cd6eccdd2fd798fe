import { NameTable, type Span } from "./spans";

/** Words that ask for what is around the reader. */
const NAMES = (
  "near me|nearby me|close to me|next to me|around me|near us|close to us|around us|near here|close to here|around here|close by|nearby|" +
  "in my area|in my neighborhood|in my neighbourhood|walking distance|in walking distance|within walking distance|near my location|" +
  "نزدیک من|نزدیک به من|نزدیک ما|نزدیک خودم|نزدیک خودمون|نزدیک خونه|نزدیک خانه|نزدیک خونمون|نزدیکم|نزدیکمون|نزدیکیم|نزدیکی من|نزدیکی‌های من|نزدیکیای من|" +
  "اطراف من|اطراف ما|اطرافم|اطراف خودم|این اطراف|همین اطراف|این نزدیکی|این نزدیکی‌ها|این نزدیکیا|همین نزدیکی|همین نزدیکی‌ها|" +
  "دور و بر من|دور و برم|دوروبرم|این دور و بر|این دوروبر|سمت ما|طرف ما|طرفای ما|nazdike man|nazdik man|nazdike ma|nazdikam|atrafe man|in atraf"
).split("|");

let table: NameTable<true> | undefined;

function nearTable(): NameTable<true> {
  if (table) return table;
  table = new NameTable<true>();
  for (const name of NAMES) table.add(name, true);
  return table;
}

/**
 * The words of a query that ask for what is around the reader; null without any. A named place
 * after "near" comes first.
 */
export function readNearMe(
  words: readonly string[],
  isTaken: (index: number) => boolean,
): Span | null {
  for (let start = 0; start < words.length; start++) {
    const found = isTaken(start) ? null : nearTable().longestAt(words, start, isTaken);
    if (found) return found.span;
  }
  return null;
}
