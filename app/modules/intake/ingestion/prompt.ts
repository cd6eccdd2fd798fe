import { monthOf } from "../../../lib/dates/days";
import { jalaliOf } from "../../../lib/dates/jalali";
import { CATEGORY_NAMES, type CategoryName } from "../../../lib/event/categories";
import { TRAIT_KEYS } from "../../../lib/event/event-fields";

/** Assistants of the wizard's first step (product.md §3). */
export const AI_PROVIDERS = ["chatgpt", "claude", "gemini", "other"] as const;
export type AiProvider = (typeof AI_PROVIDERS)[number];

/** Input of the prompt. */
export interface PromptRequest {
  city: {
    name: { en: string; fa: string | null };
    country: string;
    /** IANA time zone. */
    timeZone: string;
    /** ISO 4217. */
    currency: string;
  };
  /** YYYY-MM, Gregorian. */
  month: string;
  /** Empty for all. */
  categories: readonly CategoryName[];
  provider: AiProvider;
}

const JALALI_MONTHS = [
  "Farvardin",
  "Ordibehesht",
  "Khordad",
  "Tir",
  "Mordad",
  "Shahrivar",
  "Mehr",
  "Aban",
  "Azar",
  "Dey",
  "Bahman",
  "Esfand",
];
const MONTHS = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December",
];

/** Instruction to search the web, per assistant. */
const SEARCHING: Record<AiProvider, string> = {
  chatgpt: "Search the web before you answer, and open the pages that you name.",
  claude: "Use web search before you answer, and open the pages that you name.",
  gemini: "Use Google Search before you answer, and do not put citation marks into the JSON.",
  other: 'Search the web before you answer if you can; if you cannot, answer with {"events": []}.',
};

/** The month in both calendars: "December 2026 (10 Azar 1405 to 10 Dey 1405)". */
function monthInWords(month: string): string {
  const { first, last } = monthOf(`${month}-01`, "gregorian");
  const jalali = (day: string) => {
    const parts = jalaliOf(day);
    return `${parts.day} ${JALALI_MONTHS[parts.month - 1]} ${parts.year}`;
  };
  return `${MONTHS[Number(month.slice(5)) - 1]} ${month.slice(0, 4)} (${first} to ${last}; Solar Hijri ${jalali(first)} to ${jalali(last)})`;
}

/**
 * The prompt that an editor pastes into an assistant. In English, which assistants follow best;
 * asks for both languages. `parseAnswer` reads the answer. Pure. @throws RangeError for an invalid
 * month
 */
export function ingestionPrompt({ city, month, categories, provider }: PromptRequest): string {
  const place = `${city.name.en}${city.name.fa ? ` (${city.name.fa})` : ""}, ${city.country}`;
  const names = categories.length > 0 ? categories : CATEGORY_NAMES;
  const isIran = city.currency === "IRR";
  const example = {
    events: [
      {
        title: "Title in English",
        title_fa: "عنوان به فارسی",
        description:
          "Two to four sentences in English: what happens, who takes part, for whom it is.",
        description_fa: "همان توضیح به فارسی.",
        category: names[0],
        date: `${month}-15`,
        time: "19:30",
        end_date: null,
        end_time: "21:30",
        showings: [],
        recurrence: null,
        price: isIran ? "450,000 toman" : `25 ${city.currency}`,
        is_free: false,
        venue: "Name of the venue in English",
        venue_fa: "نام محل به فارسی",
        address: "Street and number",
        url: "https://… the page where you found the event",
        tags: ["three", "to", "five"],
        organizer: "Who puts it on",
        traits: ["indoor", "seated"],
        age_limit: null,
        language: "fa",
        doors: "19:00",
        attendance: "in-person",
        online_url: null,
        refund_policy: null,
      },
    ],
  };
  return [
    `Find public events in ${place} that take place in ${monthInWords(month)}.`,
    SEARCHING[provider],
    "",
    `Categories: ${categories.length > 0 ? "only events of these" : "any of these"}, each event with exactly one, written exactly so:`,
    names.join(", "),
    "",
    "Rules:",
    "- Only events that you have found on a page. Never invent an event, a date, a price, a venue or an address. Fewer true events are better than many.",
    "- Say where you found each event: `url` is the page of the event itself or of its tickets, not a home page and not a search result.",
    "- Use null for whatever you do not know. Do not guess, and do not write TBA.",
    "- One entry for each event, however often it takes place. A run of several days is one entry with `end_date`.",
    '- Several performances are one entry with `showings`, each as {"date": "YYYY-MM-DD", "time": "HH:MM", "end_time": "HH:MM"}; `date` and `time` are those of the first. An empty list for one performance.',
    '- A class or other series is one entry with `recurrence` in words with its last day, such as "every Tuesday and Thursday 18:00-20:00 until 2026-12-24, except 2026-12-08"; for an exhibition the hours, such as "open Tue-Sun 10:00-19:00 until 2026-12-24". Null for anything else.',
    "- `date` and `end_date` are YYYY-MM-DD in the Gregorian calendar. Convert Solar Hijri dates.",
    `- \`time\` and \`end_time\` are HH:MM of 24 hours, wall time in ${city.timeZone}, without an offset. Give the start of the event, not the opening of the doors.`,
    isIran
      ? '- `price` is the lowest full price with its unit, such as "450,000 toman" or "4,500,000 rial"; always say which. "Free" where nothing is paid.'
      : `- \`price\` is the lowest full price with its currency, usually ${city.currency}, such as "25 ${city.currency}". "Free" where nothing is paid.`,
    `- \`traits\` lists only what the page states, with these words: ${TRAIT_KEYS.join(", ")}. An empty list where it states none.`,
    "- `age_limit` (years), `language` (en, fa or other), `doors` (HH:MM when they open), `attendance` (in-person, online or hybrid), `online_url` (the public https link for taking part) and `refund_policy` (no-refunds, until-day-before, until-start or by-organizer) only where the page states them; null otherwise.",
    "- `title`, `description` and `venue` are in English; `title_fa`, `description_fa` and `venue_fa` are the same in Persian. Keep names that have no translation as they are.",
    "",
    "Answer with JSON only, in one code block, complete and valid: no comments, no text before or after it, no marks of sources within it. If it grows too long, give fewer events instead of stopping in the middle. The shape, by an example:",
    "",
    "```json",
    JSON.stringify(example, null, 2),
    "```",
  ].join("\n");
}
